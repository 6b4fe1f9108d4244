/**
 * What earlier prompts of a session were about still counts for a follow-up ("now add validation"), less with every prompt
 * in between, and nothing once the topic changed. Pure.
 */
import type { Config } from "../config/config.ts";
import type { Term } from "../score/terms.ts";
import type { EpochMs, Keyword } from "../types.ts";
import type { Ledger } from "./ledger.ts";

/** What a file that the agent has just worked on counts, of a prompt that named it. */
const TOUCHED_PROMPTS = 1;
const TOUCHED_FILES = 3;
/** After a longer pause a prompt stands for itself. */
const PAUSE_MS = 4 * 3_600_000;
/** A prompt with more subjects of its own, or more words, says what it is about. */
const MAX_SUBJECTS = 3;
const MAX_WORDS = 10;
const MAX_TOPICS = 6;

export interface CarryInput {
  readonly prompt: string;
  /** What its keywords tell in these stores. */
  readonly terms: readonly Term[];
  readonly ledger: Ledger;
  /** What the person has open in an editor, and the names they touched there, the most telling first. */
  readonly open: () => readonly string[];
  readonly config: Config;
  readonly now: EpochMs;
  /** The keywords of a text, as those of a prompt. */
  readonly keywordsOf: (text: string) => readonly Keyword[];
}

/** Keywords of earlier prompts that a short prompt may mean; none when it speaks for itself. */
export function carryOver({ prompt, terms, ledger, open, config, now, keywordsOf }: CarryInput): readonly Keyword[] {
  if (!config.continuity.enabled || ledger.topics.length === 0 || !isFollowUp(prompt, terms)) return [];
  const known = new Set(terms.map(({ keyword }) => keyword.key));
  const carried: Keyword[] = [];
  for (const [text, age] of recentTexts(ledger, config, { now, open })) {
    const factor = config.continuity.decay ** age;
    for (const keyword of keywordsOf(text)) {
      if (keyword.generic || keyword.kind === "id" || known.has(keyword.key)) continue;
      known.add(keyword.key);
      carried.push({ ...keyword, weight: keyword.weight * factor, carried: true });
    }
  }
  return carried;
}

/** A subject that no record knows is another topic. */
function isFollowUp(prompt: string, terms: readonly Term[]): boolean {
  const subjects = terms.filter(({ keyword }) => !keyword.generic && !keyword.compound);
  const isShort = subjects.length > 0 && subjects.length <= MAX_SUBJECTS && prompt.trim().split(/\s+/).length <= MAX_WORDS;
  return isShort && subjects.every(({ known, keyword }) => known && !keyword.pasted);
}

/** The newest first, each with how many prompts ago it was. */
function recentTexts(
  { topics, touched }: Ledger,
  { continuity }: Config,
  { now, open }: Pick<CarryInput, "now" | "open">,
): readonly (readonly [string, number])[] {
  const texts: (readonly [string, number])[] = [];
  for (let age = 1; age <= Math.min(continuity.prompts, topics.length); age++) {
    const topic = topics[topics.length - age];
    if (topic === undefined || now - topic.at > PAUSE_MS) break;
    texts.push([topic.texts.join("\n"), age]);
    if (topic.fresh) break;
  }
  if (texts.length === 0) return [];
  const files = [...[...touched].slice(-TOUCHED_FILES), ...open().slice(0, TOUCHED_FILES)];
  return files.length === 0 ? texts : [...texts, [files.join("\n"), TOUCHED_PROMPTS]];
}

/** What a prompt was about, for those that follow: the names and words that tell most, of those that some record knows. */
export function topicsOf(terms: readonly Term[]): readonly string[] {
  const own = terms.filter(({ keyword, known }) => known && !keyword.generic && !keyword.carried && !keyword.pasted && keyword.kind !== "id");
  const inCompounds = new Set(own.filter(({ keyword }) => keyword.compound).map(({ keyword }) => keyword.text.toLowerCase()));
  const isPart = ({ text, compound }: Keyword): boolean => !compound && [...inCompounds].some((whole) => whole.includes(text.toLowerCase()));
  return own
    .filter(({ keyword }) => !isPart(keyword) && !isToken(keyword.text))
    .sort((a, b) => b.weight * b.information - a.weight * a.information)
    .slice(0, MAX_TOPICS)
    .map(({ keyword }) => keyword.text);
}

/** Long and full of digits, as keys and tokens are: what a session was about is written down, and they are not to be. */
function isToken(text: string): boolean {
  return text.length >= 20 && text.replace(/\D/g, "").length >= 4;
}
