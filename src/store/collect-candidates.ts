/** Asks every store for the records that hold at least one wanted key, and counts how common each key is. */
import { FIRST_PIECE, MIN_INNER_HUMP, NAME_JOINTS, type OnToken, recordIdKey, tokenize, tokenizeAround } from "../analyze/tokenize.ts";
import { ALL_SOURCES } from "../sources/all-sources.ts";
import type { Candidate, Corpus, Field, Hits, Keyword, LoreRecord, Problem, SourceName } from "../types.ts";
import { hashText } from "./identity.ts";
import { type JsonObject, type LinePattern, scanJsonl } from "./scan-jsonl.ts";

/** A file of records. Derived files hold records in our own shape, made from YAML and JSON documents. */
export interface StoreFile {
  readonly source: SourceName;
  readonly path: string;
  readonly derived: boolean;
  /** What to call it before people: the documents that a derived file was made from. */
  readonly shownAs: string;
}

export interface CollectRequest {
  readonly stores: readonly StoreFile[];
  /** Records that could not be written to a derived file (read-only cache), by source. */
  readonly inline: readonly LoreRecord[];
  readonly keywords: readonly Keyword[];
  readonly isLate: () => boolean;
}

export interface Collected {
  readonly candidates: readonly Candidate[];
  readonly corpus: Corpus;
  readonly reads: readonly StoreRead[];
  readonly problems: readonly Problem[];
  /** Whether a record is the last of its id in its store. Asked only of what is about to be shown. */
  readonly isCurrent: (record: LoreRecord) => boolean;
}

/** Memory bound; the newest part of each store comes first. */
const MAX_CANDIDATES = 20_000;

export function collectCandidates({ stores, inline, keywords, isLate }: CollectRequest): Collected {
  const wanted = wantedKeys(keywords);
  const { lines, texts } = prefilter(keywords);
  const candidates: Candidate[] = [];
  const frequency = new Map<string, number>();
  const reads: StoreRead[] = [];
  const problems: Problem[] = [];
  const origins = new Map<LoreRecord, StoreRead>();
  const consider = (record: LoreRecord): boolean => {
    const hits = findHits(record, wanted, texts);
    if (hits.size === 0 || candidates.length >= MAX_CANDIDATES) return false;
    for (const key of hits.keys()) frequency.set(key, (frequency.get(key) ?? 0) + 1);
    candidates.push({ record, hits });
    return true;
  };
  for (const record of inline) consider(record);
  for (const store of stores) {
    const read = readStore(store, { pattern: lines, isLate, problems });
    reads.push(read);
    for (const record of read.live) if (consider(record)) origins.set(record, read);
  }
  const records = inline.length + reads.reduce((sum, read) => sum + read.records, 0);
  const isCurrent = (record: LoreRecord): boolean => origins.get(record)?.isCurrent(record) ?? true;
  return { candidates, corpus: { records, documentFrequency: frequency }, reads, problems, isCurrent };
}

export interface StoreRead {
  readonly store: StoreFile;
  readonly records: number;
  /** Live records among the lines that were looked at; with a pattern, a later line may retire one: see isCurrent. */
  readonly live: readonly LoreRecord[];
  readonly complete: boolean;
  readonly isCurrent: (record: LoreRecord) => boolean;
}

export interface ReadOptions {
  /** Null reads every line. */
  readonly pattern: LinePattern | null;
  readonly isLate: () => boolean;
  readonly problems: Problem[];
}

interface Line {
  readonly offset: number;
  /** Null: retired, or it says nothing. */
  readonly record: LoreRecord | null;
}

/** One store's records, the last line of each id that was looked at. What is wrong with the file becomes a problem. */
export function readStore(store: StoreFile, { pattern, isLate, problems }: ReadOptions): StoreRead {
  const empty: StoreRead = { store, records: 0, live: [], complete: false, isCurrent: () => true };
  if (isLate()) {
    problems.push({ where: store.shownAs, what: "not read: time was up", hint: "raise deadline_ms" });
    return empty;
  }
  const parse = store.derived ? asRecord : ALL_SOURCES.find(({ name }) => name === store.source)?.parseLine;
  const byId = new Map<string, Line>();
  const visit = (value: JsonObject, line: string, offset: number): void => {
    const id = lineId(value, store, line);
    if (offset >= (byId.get(id)?.offset ?? 0)) byId.set(id, { offset, record: parse?.(value, id) ?? null });
  };
  const reject = (offset: number, reason: string): void => {
    problems.push({ where: store.path, offset, what: reason, hint: "this line is skipped; the rest is used" });
  };
  try {
    const { lines, complete, bytes, isLast } = scanJsonl({ path: store.path, pattern, visit, reject, isLate });
    if (!complete) problems.push({ where: store.shownAs, what: `only the newest ${bytes} bytes were read: time was up`, hint: "raise deadline_ms" });
    const live = [...byId.values()].flatMap(({ record }) => record ?? []);
    const isCurrent = ({ id }: LoreRecord): boolean => store.derived || isLast(id, byId.get(id)?.offset ?? 0);
    // A derived file has a header and a footer line.
    return { store, records: store.derived ? lines - 2 : lines, live, complete, isCurrent };
  } catch (error) {
    problems.push({ where: store.shownAs, what: `cannot be read: ${(error as Error).message}` });
    return empty;
  }
}

/** A line without an id gets one from its content, so that it can be named and shown. */
function lineId(value: JsonObject, store: StoreFile, line: string): string {
  return typeof value.id === "string" && value.id !== "" ? value.id : `${store.source}-${hashText(line).slice(0, 8)}`;
}

/** A derived line was written by us from a parsed record; the header and footer lines are not records. */
function asRecord(value: JsonObject): LoreRecord | null {
  return typeof value.kind === "string" && typeof value.title === "string" && Array.isArray(value.body) ? (value as unknown as LoreRecord) : null;
}

function wantedKeys(keywords: readonly Keyword[]): ReadonlySet<string> {
  return new Set(keywords.flatMap(({ key, synonyms, parts }) => [key, ...synonyms, ...parts]));
}

export interface Prefilter {
  /** Over raw lines: holds for every line whose record could hold a wanted key. */
  readonly lines: LinePattern;
  /** The same stems, to find the tokens in a field's text. */
  readonly texts: RegExp;
}

/**
 * Text whose tokens cannot be told from its raw bytes: UTF-8 letters beyond ASCII, signs that fold to letters or
 * digits (², ™, ①), and JSON \\u escapes. Other punctuation and symbols (lead bytes 0xc2 and 0xe2) do not matter.
 */
const OPAQUE =
  "[\\xc3-\\xe1\\xe3-\\xf4]|\\xc2[\\xaa\\xb2\\xb3\\xb5\\xb9-\\xbe]|\\xe2(?:[\\x82\\x84\\x85\\x91-\\x93\\xb0-\\xb7\\xba\\xbb]|\\x81[\\xb0-\\xbf])|\\\\u";
const NEVER = /(?!)/g;

export function prefilter(keywords: readonly Keyword[]): Prefilter {
  // A compound contains its parts, so they stand for it.
  const terms = keywords.flatMap(({ key, synonyms, parts }) => [...(parts.length > 0 ? parts : [key]), ...synonyms]);
  const patterns = [...new Set(terms)].flatMap((stem) => loosePattern(stem) ?? []);
  if (patterns.length === 0) return { lines: { ascii: NEVER, any: () => new RegExp(OPAQUE, "g") }, texts: NEVER };
  const source = patterns.join("|");
  const texts = new RegExp(source, "gi");
  let any: RegExp | null = null;
  const makeAny = (): RegExp => {
    any ??= new RegExp(`${source}|${OPAQUE}`, "gi");
    return any;
  };
  return { lines: { ascii: texts, any: makeAny }, texts };
}

/** "frontend" also where a record writes front-end or front_end: both have one key. Null for what is not ASCII. */
function loosePattern(stem: string): string | null {
  // Two letters stand in every other word, but a token of two begins one. The letter of a JSON escape is no part of a word.
  // "parsing" has the key "parse".
  const length = stem.endsWith("se") ? stem.length - 1 : stem.length;
  let pattern = stem.length < MIN_INNER_HUMP ? "(?:^|[^a-z0-9]|\\\\[bfnrt])" : "";
  for (let i = 0; i < length; i++) {
    const code = stem.charCodeAt(i);
    if (code > 126) return null;
    const isWord = (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
    if (isWord && i >= FIRST_PIECE) pattern += `${NAME_JOINTS}*`;
    // "retries" has the key "retry".
    if (code === 0x79 && i > 1 && i === stem.length - 1) pattern += "[yi]";
    else pattern += isWord ? stem.charAt(i) : `\\${stem.charAt(i)}`;
  }
  // "fail" is not said by a line whose id is fail-e5f6a7b8.
  return ID_PREFIXES.includes(stem) ? `${pattern}(?!-[0-9a-f]{6,}")` : pattern;
}

const ID_PREFIXES = ["dec", "pat", "anti", "fail", "sig", "obs", "evi", "hand", "con", "goal", "session", "registry"];

/** Which wanted keys a record holds, each with the best field it stands in. Without a pattern every token is looked at. */
export function findHits(record: LoreRecord, wanted: ReadonlySet<string>, pattern: RegExp | null): Hits {
  const hits = new Map<string, Field>();
  let field: Field = "title";
  const note = (key: string): void => {
    if (wanted.has(key) && !hits.has(key)) hits.set(key, field);
  };
  const onToken: OnToken = (key, _surface, _kind, parts) => {
    note(key);
    for (const part of parts) note(part);
  };
  const read = (text: string): void => (pattern === null ? tokenize(text, onToken) : tokenizeAround(text, pattern, onToken));
  read(record.title);
  field = "tags";
  note(recordIdKey(record.id));
  read([...record.tags, ...record.entities, ...record.projects].join("\n"));
  field = "body";
  // Joined by what no token contains: one search instead of one a line.
  read(record.body.map(([, text]) => text).join("\n"));
  return hits;
}
