/** The whole program as a few loops over whole files: what every index, scan and shortcut must agree with. Shares with them only what a record and a term are. */
import { readFileSync } from "node:fs";
import { tokenize } from "../../../../src/analyze/tokenize.ts";
import type { Config } from "../../../../src/config/config.ts";
import { unitOf } from "../../../../src/score/confidence.ts";
import { rankCandidates } from "../../../../src/score/rank.ts";
import { Scorer } from "../../../../src/score/score-candidates.ts";
import { weighTerms } from "../../../../src/score/terms.ts";
import { trimRanking } from "../../../../src/score/trim-ranking.ts";
import { ALL_SOURCES } from "../../../../src/sources/all-sources.ts";
import { textsOf } from "../../../../src/sources/fields.ts";
import { hashText } from "../../../../src/store/identity.ts";
import type { StoreFile } from "../../../../src/store/store-file.ts";
import type { Affinity, Judge, Judged, Keyword, LoreRecord, Neighbour, Project, Scored } from "../../../../src/types.ts";
import { byEstimate, makeEvidence, TODAY } from "../../builders.ts";

export interface Asked {
  readonly stores: readonly StoreFile[];
  readonly keywords: readonly Keyword[];
  readonly pairs: readonly (readonly [string, string])[];
  readonly project: Project;
  readonly knownProjects: readonly string[];
  readonly config: Config;
  readonly thorough: boolean;
}

/** Everything about an answer that anybody could see. */
export interface Answer {
  readonly records: number;
  readonly frequencies: Readonly<Record<string, number>>;
  /** Current records that are candidates, best first. */
  readonly judged: readonly string[];
  readonly confidence: number;
  /** What would be shown, in order; where somebody wants to know, the others too. */
  readonly ranking: readonly string[];
}

interface Line {
  readonly store: number;
  readonly offset: number;
  /** Behind its last byte. */
  readonly end: number;
  readonly owner: string;
  readonly record: LoreRecord | null;
}

/** All that the stores say, which need not be read again while nothing happens to them. */
interface Read {
  readonly lines: readonly Line[];
  readonly records: number;
  readonly names: ReadonlySet<string>;
}

/** First the candidates, by what their hits tell; then what each of the best is worth, by its text. */
export function answerNaively(
  asked: Asked,
  read: Read = readNaively(asked.stores),
  { limit, leastShare } = { limit: Number.POSITIVE_INFINITY, leastShare: 0 },
): Answer {
  const { keywords, pairs, project, knownProjects, config, thorough } = asked;
  const { lines, records, names } = read;
  const last = new Map(lines.map((line) => [line.owner, line]));
  const keys = [...new Set(keywords.flatMap(({ key, synonyms }) => [key, ...synonyms]))];
  const hitsOf = new Map(lines.map((line) => [line, line.record === null ? null : fieldsOf(line.record, keys)]));
  const frequencies = new Map<string, number>();
  for (const hits of hitsOf.values()) {
    keys.forEach((key, column) => {
      if (hits !== null && hits[column] !== 0) frequencies.set(key, (frequencies.get(key) ?? 0) + 1);
    });
  }
  const terms = weighTerms(keywords, { records, documentFrequency: frequencies }, config);
  const genericWeight = config.keywords.generic_weight;
  const unit = unitOf(terms, records, genericWeight);
  const scorer = new Scorer({ keys, terms, unit, today: TODAY, config, thorough });
  const known = new Set([...names, ...knownProjects.map((name) => name.toLowerCase())]);
  const all = lines
    .flatMap((line, index) => {
      const { record, owner, store, offset } = line;
      const hits = hitsOf.get(line) ?? null;
      if (record === null || hits === null || last.get(owner) !== line) return [];
      const estimate = scorer.estimate(hits, 0);
      if (estimate === 0) return [];
      const { source, at } = record;
      const affinity = affinityOf(record, project, known);
      const neighbours = (): readonly Neighbour[] => neighboursOf(lines, index, last);
      return scorer.judge({ source, at, affinity, hits, place: placeOf(store, offset), read: () => record, isCurrent: () => true, neighbours }, estimate) ?? [];
    })
    .sort(byEstimate);
  const judged = all.filter(({ score }) => score >= leastShare * (all[0]?.score ?? 0)).slice(0, limit);
  const evidence = config.match === "coverage" ? null : makeEvidence(terms, pairs, genericWeight);
  const { scored, confidence, unfit } = trimRanking(rankCandidates(judged, { evidence, explain: true }), { config, unit, thorough });
  if (judged.length < all.length && unfit * 2 >= judged.length) return answerNaively(asked, read);
  return {
    records,
    frequencies: Object.fromEntries(frequencies),
    judged: judged.map((each) => describeJudged(each, scorer)),
    ...describeScored(scored, confidence),
  };
}

function placeOf(store: number, offset: number): number {
  return store * 2 ** 43 + offset;
}

/** Two lines before and two behind it, if they lie whole within two kilobytes. */
function neighboursOf(lines: readonly Line[], index: number, last: ReadonlyMap<string, Line>): readonly Neighbour[] {
  const own = lines[index] as Line;
  return [-1, -2, 1, 2].flatMap((step) => {
    const line = lines[index + step];
    if (line === undefined || line.store !== own.store || line.record === null) return [];
    const isNear = own.end === INLINE_END || (step < 0 ? line.offset > own.offset - 2048 || own.offset <= 2048 : line.end <= own.end + 2048);
    if (!isNear) return [];
    return [{ record: line.record, place: placeOf(line.store, line.offset), distance: Math.abs(step), isCurrent: () => last.get(line.owner) === line }];
  });
}

/** Keys that do not matter are not looked up. */
export function describeJudged({ candidate, score, weight, recency, affinity: factor }: Judged, { bounds }: Judge): string {
  const { source, place, affinity, at } = candidate;
  const hits = [...candidate.hits].map((code, column) => (bounds[column] === 0 ? 0 : code));
  return JSON.stringify([source, place, affinity, at, hits, score, weight, recency, factor]);
}

/** But for outdated lines, which some readers never meet. */
export function describeScored(all: readonly Scored[], confidence: number): Pick<Answer, "confidence" | "ranking"> {
  const ranking = all.flatMap(({ record, affinity, score, match, support, confidence: own, credits, rejected }) => {
    if (rejected?.by === "a later line of this id") return [];
    const { source, id, title } = record;
    const told = [...credits].map(([{ key }, { via, field, share }]) => [key, via, field, share]);
    return [JSON.stringify([source, id, title, affinity, score, match, support, own, told, rejected])];
  });
  return { confidence, ranking };
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
      const at = { store: number, offset: store.inline ? index : offset, end: store.inline ? INLINE_END : offset + raw.length };
      if (value !== null) {
        for (const name of [...textsOf(value.project), ...textsOf(value.projects)]) names.add(name.toLowerCase());
        const id = typeof value.id === "number" || (typeof value.id === "string" && value.id !== "") ? String(value.id) : `${store.source}~${hashText(raw)}`;
        lines.push({ ...at, owner: `${store.source} ${id}`, record: recordOf(store, value, id) });
      } else lines.push({ ...at, owner: `no record ${at.store} ${at.offset}`, record: null });
      offset += raw.length + 1;
    });
  });
  return { lines, records, names };
}

/** A record of an inline store has no place in any file. */
const INLINE_END = -1;

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
  note(record.title, record.untitled ? 1 : 3);
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
