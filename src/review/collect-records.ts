/** The records that a review looks at: the last line of each id that is in force or only proposed, and what documents hold. */
import type { Context } from "../open-context.ts";
import { matchProject, ownNames } from "../project/match-project.ts";
import { textOf, whenOf } from "../sources/fields.ts";
import { idText, type JsonObject } from "../store/parse-line.ts";
import { readRecords } from "../store/read-records.ts";
import { parserOf } from "../store/store-file.ts";
import type { LoreRecord, SourceName } from "../types.ts";
import type { Version } from "../write/record-store.ts";
import type { Records } from "../write/records.ts";
import { compareTexts, type ReviewRecord } from "./finding.ts";

/** Handoffs, goals and the registry are left out: only the newest of them speaks, or they have a life of their own. */
const REVIEWED: readonly SourceName[] = ["journal", "patterns", "failures", "inbox", "evidence"];
const IN_DOCUMENTS: readonly SourceName[] = ["patterns", "concepts"];
const PROPOSED = /^(?:proposed|draft|rfc)$/i;
/** As the importer of decision records writes it. */
const PROPOSED_NOTE = "Proposed, not decided:";

/** `all`: of every project; else those of this one and of none. In the order of their keys. */
export function collectRecords(records: Records, all: boolean): readonly ReviewRecord[] {
  const { context } = records;
  const make = maker(context);
  const versions = records.current();
  const lines = versions.filter(({ source }) => REVIEWED.includes(source)).flatMap((version) => make.line(version));
  const known = new Set(versions.map(({ source, fields }) => `${source}:${String(fields.id)}`));
  const documents = documentRecords(context).flatMap(([record, place]) => (known.has(`${record.source}:${record.id}`) ? [] : make.document(record, place)));
  return [...lines, ...documents].filter(({ affinity }) => all || affinity !== "other").sort((a, b) => compareTexts(a.key, b.key));
}

function documentRecords({ stores }: Context): readonly (readonly [LoreRecord, string])[] {
  const derived = stores.filter(({ derived, inline, source }) => (derived || inline !== undefined) && IN_DOCUMENTS.includes(source));
  return readRecords(derived, () => false).stores.flatMap(({ store, records }) => records.map((record) => [record, store.shownAs] as const));
}

function maker({ stores, project, knownProjects }: Context) {
  const matcher = matchProject(project, knownProjects);
  const own = new Set(ownNames(project));
  const known = new Set([...knownProjects].map((name) => name.toLowerCase()));
  const parsers = new Map(stores.map((store) => [store.path, parserOf(store)]));
  const around = (record: LoreRecord) => {
    const affinity = matcher.affinity(record);
    const named = record.projects.length > 0 ? record.projects : record.tags.filter((tag) => known.has(tag.toLowerCase()) || own.has(tag.toLowerCase()));
    const projects = affinity === "own" ? [project.name?.toLowerCase() ?? "."] : named.map((name) => name.toLowerCase()).sort();
    return { key: `${record.source}:${record.id}`, id: record.id, record, affinity, projects };
  };
  return {
    line({ file, fields }: Version): readonly ReviewRecord[] {
      const isProposed = PROPOSED.test(textOf(fields.status));
      const { status: _status, ...withoutStatus } = fields;
      const record = parsers.get(file)?.(isProposed ? withoutStatus : fields, idText(fields) ?? "") ?? null;
      if (record === null) return [];
      const isNote = record.source === "inbox" && record.title.startsWith(PROPOSED_NOTE);
      return [{ ...around(record), fields, document: null, isProposed: isProposed || isNote, changedAt: changedAt(fields, record) }];
    },
    document(record: LoreRecord, document: string): readonly ReviewRecord[] {
      return [{ ...around(record), fields: record as unknown as JsonObject, document, isProposed: false, changedAt: record.at }];
    },
  };
}

function changedAt({ edited_at }: JsonObject, { at }: LoreRecord): number | null {
  return whenOf(edited_at).at ?? at;
}
