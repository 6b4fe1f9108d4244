/** The tables of claude-mem, from a database or an export, → records. Knows which tables there are in which version, and how rows belong together. */
import { type Fields, textOf } from "../../sources/fields.ts";
import type { Foreign } from "../importer.ts";
import { mapObservation, type RowOrigin } from "./map-observation.ts";
import { mapSummary } from "./map-summary.ts";
import { plainText, projectOf, timeOf } from "./row-texts.ts";

export interface TableRow {
  readonly fields: Fields;
  readonly from: string;
}
/** Nothing for a table that is not there. */
export type RowsOf = (table: string) => Iterable<TableRow>;

/** In which claude-mem observes itself. */
const OWN_PROJECT = "observer-sessions";

/** `skip` is told each row that becomes no record. */
export function* mapTables(rowsOf: RowsOf, skip: (why: string) => void): Generator<Foreign> {
  const sessions = mapSessions(rowsOf("sdk_sessions"));
  const originOf = ({ fields, from }: TableRow): RowOrigin => ({ from, sessionId: sessionOf(fields, sessions) });
  for (const table of ["observations", "memories", "directives"])
    for (const row of rowsOf(table)) {
      if (projectOf(row.fields) === OWN_PROJECT) continue;
      const mapped = table === "directives" ? mapDirective(row) : mapObservation(row.fields, originOf(row));
      if (mapped === null) skip("says nothing");
      else yield mapped;
    }
  for (const table of ["session_summaries", "overviews"])
    for (const row of lastOfSessions(rowsOf(table), skip)) {
      const mapped = mapSummary(row.fields, originOf(row));
      if (mapped === null) skip("says nothing");
      else yield mapped;
    }
}

/** claude-mem's own session → the client's. The columns were renamed twice. */
function mapSessions(rows: Iterable<TableRow>): ReadonlyMap<string, string> {
  const sessions = new Map<string, string>();
  for (const { fields } of rows) {
    const own = textOf(fields.memory_session_id) || textOf(fields.sdk_session_id);
    const ofClient = textOf(fields.content_session_id) || textOf(fields.claude_session_id);
    if (own !== "" && ofClient !== "") sessions.set(own, ofClient);
  }
  return sessions;
}

function sessionOf(fields: Fields, sessions: ReadonlyMap<string, string>): string | null {
  const own = textOf(fields.memory_session_id) || textOf(fields.sdk_session_id);
  // In the first versions there was only the client's.
  return sessions.get(own) ?? (textOf(fields.session_id) || null);
}

/** There is one after each answer, and each says how far the session is by then: only the last one is still to be handed over. */
function lastOfSessions(rows: Iterable<TableRow>, skip: (why: string) => void): Iterable<TableRow> {
  const last = new Map<string, TableRow>();
  for (const row of rows) {
    if (projectOf(row.fields) === OWN_PROJECT) continue;
    const session = textOf(row.fields.memory_session_id) || textOf(row.fields.sdk_session_id) || textOf(row.fields.session_id) || row.from;
    const known = last.get(session);
    if (known !== undefined) skip("an earlier summary of a session");
    if (known === undefined || (timeOf(row.fields) ?? 0) >= (timeOf(known.fields) ?? 0)) last.set(session, row);
  }
  return last.values();
}

/** A rule that its user set for every session. */
function mapDirective({ fields, from }: TableRow): Foreign | null {
  const text = plainText(fields.content);
  if (text === "") return null;
  const status = textOf(fields.status).toLowerCase();
  return {
    kind: "decision",
    said: { text, type: "rule" },
    at: timeOf(fields),
    project: textOf(fields.scope).toLowerCase() === "global" ? null : projectOf(fields),
    isOfNoProject: true,
    ...(status === "" || status === "active" ? {} : { isRetired: true as const }),
    from,
  };
}
