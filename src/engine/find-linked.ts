/** From one record to those that it is linked with: named by id on either side, or about the same files and names. */
import { findIdLine } from "../store/find-id-line.ts";
import type { StoreFile } from "../store/store-file.ts";
import type { LoreRecord, SourceName } from "../types.ts";
import type { StoreQuestions } from "./ask-stores.ts";
import type { Entity } from "./entity.ts";
import { toEntity } from "./to-entity.ts";

/** A link by id is meant; the same file is a hint. */
const BY_ID = 1;
const BY_ENTITY = 0.8;
/** Each step further away counts so much of the one before. */
const PER_STEP = 0.7;
const MAX_DEPTH = 3;
/** Of each step so many are followed. */
const FOLLOWED = 8;
/** Fields of lore's lines that hold the ids of others. */
const LINKS = ["related_decisions", "supersedes", "superseded_by", "related", "grounded_by", "promoted_to", "promoted_from", "fixes", "fixed_by"] as const;
const RECORD_ID = /\b[a-z]{2,8}-(?:[0-9a-f]{6,}|\d{4,})(?:-[0-9a-f]+)*\b/g;

export function findLinked(stores: StoreQuestions, id: string, depth: number): readonly Entity[] {
  const found = new Map<string, Entity>();
  const seen = new Set([id]);
  let step = [id];
  let share = 1;
  for (let at = 0; at < Math.min(Math.max(1, depth), MAX_DEPTH) && step.length > 0; at++) {
    const next: string[] = [];
    for (const from of step) {
      for (const { record, relevance } of neighboursOf(stores, from)) {
        if (seen.has(record.id)) continue;
        seen.add(record.id);
        found.set(record.id, toEntity(record, relevance * share));
        if (next.length < FOLLOWED) next.push(record.id);
      }
    }
    step = next;
    share *= PER_STEP;
  }
  return [...found.values()].sort((a, b) => b.relevance - a.relevance);
}

interface Linked {
  readonly record: LoreRecord;
  readonly relevance: number;
}

function neighboursOf(stores: StoreQuestions, id: string): readonly Linked[] {
  return stores.once(`links ${id}`, () => {
    const origin = originOf(stores, id);
    if (origin === null) return [];
    // Asked one by one: beside a record that is named by its id, one that shares a file would not be looked at.
    const texts = [[id], [...origin.ids], [...origin.entities]].map((names) => names.join("\n")).filter((text) => text !== "");
    const records = new Map(texts.flatMap((text) => stores.searchNames(text)).map(({ record }) => [`${record.source}:${record.id}`, record]));
    const links = [...records.values()].map((record) => ({ record, relevance: linkOf(record, id, origin) }));
    return links.filter(({ record, relevance }) => relevance > 0 && record.id !== id).sort((a, b) => b.relevance - a.relevance);
  });
}

interface Origin {
  /** Ids that it names. */
  readonly ids: ReadonlySet<string>;
  /** In lower case. */
  readonly entities: ReadonlySet<string>;
}

/** The line as it is stored, as not every field of it becomes part of the record. */
function originOf(stores: StoreQuestions, id: string): Origin | null {
  const value = findIdLine(id, likelyLast(stores.open().stores, id));
  if (value === null) return null;
  const said = JSON.stringify([
    value.decision,
    value.title,
    value.rationale,
    value.lesson_learned,
    value.fix,
    value.content,
    value.message,
    value.body,
    ...LINKS.map((name) => value[name]),
  ]);
  const entities = Array.isArray(value.entities) ? value.entities.filter((entity) => typeof entity === "string") : [];
  return { ids: new Set(said.match(RECORD_ID) ?? []), entities: new Set(entities.map((entity) => entity.toLowerCase())) };
}

const BEGINNINGS: Readonly<Record<string, SourceName>> = {
  dec: "journal",
  fail: "failures",
  pat: "patterns",
  anti: "patterns",
  hand: "transfer",
  sig: "inbox",
  obs: "inbox",
  evi: "evidence",
  goal: "goals",
};

/** The last is looked at first, and an id tells where it most likely stands. */
function likelyLast(stores: readonly StoreFile[], id: string): readonly StoreFile[] {
  const source = BEGINNINGS[id.slice(0, Math.max(0, id.indexOf("-")))];
  return [...stores.filter((store) => store.source !== source), ...stores.filter((store) => store.source === source)];
}

function linkOf({ id, title, body, entities }: LoreRecord, from: string, origin: Origin): number {
  if (origin.ids.has(id) || [title, ...body.map(([, text]) => text)].some((text) => text.includes(from))) return BY_ID;
  return entities.some((entity) => origin.entities.has(entity.toLowerCase())) ? BY_ENTITY : 0;
}
