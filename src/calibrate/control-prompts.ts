/** Prompts to calibrate with: those that must get nothing, and those that should get something. */
import { hashText } from "../store/identity.ts";
import type { LoreRecord } from "../types.ts";

export interface ControlPrompt {
  readonly text: string;
  /** The project in which it is asked; null for none. */
  readonly project: string | null;
  /** The project it comes from: what belongs there is left out of the stores for it. */
  readonly from?: string;
  /** The record that it is about. */
  readonly about?: string;
}

/** A prompt that somebody typed, and where. */
export interface TypedPrompt {
  readonly text: string;
  readonly project: string | null;
}

/** With fewer prompts of other projects the shipped ones are taken too. */
const ENOUGH = 400;
const MOST = 2000;
const MAX_TEXT = 4000;

/** What people typed elsewhere, asked in a project that it does not come from; and the shipped set. */
export function negativePrompts(typed: readonly TypedPrompt[], shipped: readonly string[], projects: readonly string[]): readonly ControlPrompt[] {
  const texts = new Map(typed.filter(({ project }) => project !== null).map((prompt) => [prompt.text, prompt]));
  const foreign = inMixedOrder([...texts.values()], ({ text }) => text)
    .flatMap(({ text, project }, index): readonly ControlPrompt[] => {
      const others = projects.filter((name) => name !== project);
      const asked = others[index % Math.max(1, others.length)];
      return asked === undefined || project === null ? [] : [{ text: text.slice(0, MAX_TEXT), project: asked, from: project }];
    })
    .slice(0, MOST);
  const more = foreign.length >= ENOUGH ? [] : shipped.map((text, index) => ({ text, project: projects[index % Math.max(1, projects.length)] ?? null }));
  return inMixedOrder([...foreign, ...more], ({ text }) => text);
}

/** So many records are asked about. */
const ASKED = 300;
const WORDINGS = [
  (words: string) => `how do we handle ${words}?`,
  (words: string) => `I am working on ${words}, anything I should know?`,
  (words: string) => `what did we decide about ${words}`,
  (words: string) => `why ${words}?`,
];

/** A question about each record in some of the words of its title and text, never all of them. */
export function positivePrompts(records: readonly LoreRecord[]): readonly ControlPrompt[] {
  const mixed = inMixedOrder(records, ({ source, id }) => `${source}:${id}`).slice(0, ASKED);
  return mixed.flatMap((record, index): readonly ControlPrompt[] => {
    const words = tellingWords(record);
    const wording = WORDINGS[index % WORDINGS.length];
    if (words.length < 2 || wording === undefined) return [];
    return [{ text: wording(words.join(" ")), project: record.projects[0] ?? null, about: `${record.source}:${record.id}` }];
  });
}

const WORD = /[\p{L}\p{N}_]{4,}/gu;
const FROM_TITLE = 4;
const FROM_TEXT = 2;

/** Every other word of the title, and two of the text. */
function tellingWords({ title, body }: LoreRecord): readonly string[] {
  const inTitle = [...new Set(title.match(WORD) ?? [])];
  const fromTitle = inTitle.filter((_word, index) => index % 2 === 0).slice(0, FROM_TITLE);
  const inText = [...new Set(body.flatMap(([, text]) => text.match(WORD) ?? []))].filter((word) => !inTitle.includes(word));
  return [...fromTitle, ...inText.filter((_word, index) => index % 3 === 1).slice(0, FROM_TEXT)];
}

/** An order that has nothing to do with where they come from, the same each time. */
function inMixedOrder<T>(items: readonly T[], textOf: (item: T) => string): readonly T[] {
  return items
    .map((item) => ({ item, hash: hashText(textOf(item)) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0))
    .map(({ item }) => item);
}

/** One half to choose by, the other to verify with. */
export function inHalves<T>(items: readonly T[]): readonly [readonly T[], readonly T[]] {
  return [items.filter((_item, index) => index % 2 === 0), items.filter((_item, index) => index % 2 === 1)];
}
