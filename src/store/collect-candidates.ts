/** Asks every store for the records that hold at least one wanted key, and counts how common each key is. */
import { type OnToken, recordIdKey, tokenize, tokenizeAround } from "../analyze/tokenize.ts";
import type { Candidate, Corpus, Field, Hits, Keyword, LoreRecord, Problem } from "../types.ts";
import { prefilter } from "./prefilter.ts";
import { readStores, type StoreFile, type StoreRead } from "./read-stores.ts";

export interface CollectRequest {
  readonly stores: readonly StoreFile[];
  /** Records that could not be written to a derived file (read-only cache). */
  readonly inline: readonly LoreRecord[];
  readonly keywords: readonly Keyword[];
  readonly isLate: () => boolean;
}

export interface Collected {
  readonly candidates: readonly Candidate[];
  readonly corpus: Corpus;
  readonly reads: readonly StoreRead[];
  readonly problems: readonly Problem[];
  /** Whether no later line retires or replaces a record. Asked only of what is about to be shown. */
  readonly isCurrent: (record: LoreRecord) => boolean;
}

/** Memory bound; the newest part of each store comes first. */
const MAX_CANDIDATES = 20_000;

export function collectCandidates({ stores, inline, keywords, isLate }: CollectRequest): Collected {
  const wanted = new Set(keywords.flatMap(({ key, synonyms, parts }) => [key, ...synonyms, ...parts]));
  const { lines, texts } = prefilter(keywords);
  const candidates: Candidate[] = [];
  const frequency = new Map<string, number>();
  const consider = (record: LoreRecord): void => {
    const hits = findHits(record, wanted, texts);
    if (hits.size === 0 || candidates.length >= MAX_CANDIDATES) return;
    for (const key of hits.keys()) frequency.set(key, (frequency.get(key) ?? 0) + 1);
    candidates.push({ record, hits });
  };
  for (const record of inline) consider(record);
  const { reads, problems, isCurrent } = readStores(stores, { pattern: lines, isLate });
  for (const { live } of reads) for (const record of live) consider(record);
  const records = inline.length + reads.reduce((sum, read) => sum + read.records, 0);
  return { candidates, corpus: { records, documentFrequency: frequency }, reads, problems, isCurrent };
}

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
