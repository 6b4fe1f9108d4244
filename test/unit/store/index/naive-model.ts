/** The whole program as a few loops over whole files: what every index, scan and shortcut must agree with. Shares with them only what a record and a term are. */
import { readFileSync } from "node:fs";
import { tokenize } from "../../../../src/analyze/tokenize.ts";
import type { Config } from "../../../../src/config/config.ts";
import { byScore, Scorer, significantKeywords } from "../../../../src/score/score-candidates.ts";
import { trimRanking } from "../../../../src/score/trim-ranking.ts";
import { ALL_SOURCES } from "../../../../src/sources/all-sources.ts";
import { textsOf } from "../../../../src/sources/fields.ts";
import { hashText } from "../../../../src/store/identity.ts";
import type { StoreFile } from "../../../../src/store/store-file.ts";
import type { Affinity, Judged, Keyword, LoreRecord, Project } from "../../../../src/types.ts";
import { TODAY } from "../../builders.ts";

export interface Asked {
  readonly stores: readonly StoreFile[];
  readonly keywords: readonly Keyword[];
  readonly project: Project;
  readonly knownProjects: readonly string[];
  readonly config: Config;
  readonly thorough: boolean;
}

/** Everything about an answer that anybody could see. */
export interface Answer {
  readonly records: number;
  readonly frequencies: Readonly<Record<string, number>>;
  /** Current records that the judge let pass, by their place. */
  readonly judged: readonly string[];
  /** What would be shown, in order. */
  readonly ranking: readonly string[];
}

interface Line {
  readonly store: number;
  readonly offset: number;
  readonly owner: string;
  readonly record: LoreRecord | null;
}

/** All that the stores say, which need not be read again while nothing happens to them. */
interface Read {
  readonly lines: readonly Line[];
  readonly records: number;
  readonly names: ReadonlySet<string>;
}

export function answerNaively({ stores, keywords, project, knownProjects, config, thorough }: Asked, read: Read = readNaively(stores)): Answer {
  const { lines, records, names } = read;
  const last = new Map(lines.map((line) => [line.owner, line]));
  const keys = [...new Set(keywords.flatMap(({ key, synonyms, parts }) => [key, ...synonyms, ...parts]))];
  const hitsOf = new Map(lines.map((line) => [line, line.record === null ? null : fieldsOf(line.record, keys)]));
  const frequencies = new Map<string, number>();
  for (const hits of hitsOf.values()) {
    keys.forEach((key, column) => {
      if (hits !== null && hits[column] !== 0) frequencies.set(key, (frequencies.get(key) ?? 0) + 1);
    });
  }
  const corpus = { records, documentFrequency: frequencies };
  const chosen = significantKeywords(keywords, corpus, config.keywords.max);
  const scorer = new Scorer({ corpus, keys, keywords: chosen, today: TODAY, config, thorough });
  const known = new Set([...names, ...knownProjects.map((name) => name.toLowerCase())]);
  const judged = lines.flatMap((line) => {
    const { record, owner, store, offset } = line;
    const hits = hitsOf.get(line) ?? null;
    if (record === null || hits === null || last.get(owner) !== line || hits.every((code) => code === 0)) return [];
    const matched = scorer.match(hits, 0);
    const affinity = affinityOf(record, project, known);
    const candidate = { source: record.source, at: record.at, affinity, hits, place: store * 2 ** 43 + offset, read: () => record, isCurrent: () => true };
    return (matched === null ? null : scorer.judge(candidate, matched)) ?? [];
  });
  const { scored: ranked } = trimRanking(judged.toSorted(byScore), { config, thorough, creditsOf: () => new Map() });
  return {
    records,
    frequencies: Object.fromEntries(frequencies),
    judged: judged.map(describeJudged).sort(),
    ranking: ranked.filter(({ rejected }) => rejected === null).map(({ record, score }) => describeShown(record, score)),
  };
}

export function describeJudged({ candidate, score, match, information, rejected }: Judged): string {
  const { source, place, affinity, at, hits } = candidate;
  return JSON.stringify([source, place, affinity, at, [...hits], score, match, information, rejected?.by ?? null]);
}

export function describeShown(record: LoreRecord, score: number): string {
  return JSON.stringify([record.source, record.id, record.title, score]);
}

export function readNaively(stores: readonly StoreFile[]): Read {
  const lines: Line[] = [];
  const names = new Set<string>();
  let records = 0;
  stores.forEach((store, number) => {
    let offset = 0;
    const texts = store.inline ? store.inline.map((record) => JSON.stringify(record)) : splitLines(store.path);
    records += texts.length - (store.derived && !store.inline && texts.length > 0 ? 2 : 0);
    texts.forEach((raw, index) => {
      const value = parse(Buffer.from(raw, store.inline ? "utf8" : "latin1").toString("utf8"));
      if (value !== null) {
        for (const name of [...textsOf(value.project), ...textsOf(value.projects)]) names.add(name.toLowerCase());
        const id = typeof value.id === "number" || (typeof value.id === "string" && value.id !== "") ? String(value.id) : `${store.source}~${hashText(raw)}`;
        lines.push({ store: number, offset: store.inline ? index : offset, owner: `${store.source} ${id}`, record: recordOf(store, value, id) });
      }
      offset += raw.length + 1;
    });
  });
  return { lines, records, names };
}

/** As Latin-1, where a character is a byte. */
function splitLines(path: string): readonly string[] {
  try {
    const lines = readFileSync(path, "latin1").split("\n");
    return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
  } catch {
    return [];
  }
}

type Value = Readonly<Record<string, unknown>>;

function parse(text: string): Value | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Value) : null;
  } catch {
    return null;
  }
}

function recordOf({ derived, source }: StoreFile, value: Value, id: string): LoreRecord | null {
  if (derived) return typeof value.kind === "string" && typeof value.title === "string" ? (value as unknown as LoreRecord) : null;
  return ALL_SOURCES.find(({ name }) => name === source)?.parseLine(value, id) ?? null;
}

function fieldsOf(record: LoreRecord, keys: readonly string[]): Uint8Array {
  const best = new Map<string, number>([[record.id.toLowerCase(), 2]]);
  const note = (text: string, code: number): void =>
    tokenize(text, (key, _surface, _kind, parts) => {
      for (const each of [key, ...parts]) best.set(each, Math.max(best.get(each) ?? 0, code));
    });
  for (const [, text] of record.body) note(text, 1);
  for (const text of [...record.tags, ...record.entities, ...record.projects]) note(text, 2);
  note(record.title, 3);
  return Uint8Array.from(keys, (key) => best.get(key) ?? 0);
}

/** By a project's field if there is one, else by tags that are known to name projects. */
function affinityOf(record: LoreRecord, { name, slug, aliases }: Project, known: ReadonlySet<string>): Affinity {
  const own = [name, slug, ...aliases].flatMap((each) => (each === null ? [] : [each.toLowerCase()]));
  const names = (record.projects.length > 0 ? record.projects : record.tags).map((each) => each.toLowerCase());
  const isOwn = (each: string): boolean => own.includes(each) || (slug === null && own.includes(each.split("/").at(-1) ?? ""));
  if (names.some(isOwn)) return "own";
  if (record.projects.length > 0) return "other";
  return names.some((each) => known.has(each)) ? "other" : "neutral";
}
