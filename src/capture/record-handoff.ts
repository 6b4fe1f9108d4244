/** The end of a session, or its compaction → a handoff that says something, one for each session, the last one counts. */
import { cleanFields, cleanText } from "../privacy/clean.ts";
import { type IsIgnored, namesIgnored } from "../privacy/lore-ignore.ts";
import { textOf } from "../sources/fields.ts";
import type { OtherEvent } from "../types.ts";
import { compact } from "../write/compose-record.ts";
import type { RecordStore } from "../write/record-store.ts";
import type { Origin, StoredFields } from "../write/writable.ts";
import { buildHandoff } from "./build-handoff.ts";
import { parseTranscript } from "./parse-transcript.ts";
import { readTranscript } from "./read-transcript.ts";

export function captureHandoff({ transcript, sessionId }: OtherEvent, store: RecordStore, origin: Origin, isIgnored: IsIgnored): string {
  const text = transcript === "" ? null : readTranscript(transcript);
  if (text === null || sessionId === null) return "no transcript";
  const turns = parseTranscript(text, cleanText).filter(
    (turn) => turn.kind !== "tool" || !(isIgnored(textOf(turn.input.file_path)) || namesIgnored(textOf(turn.input.command), isIgnored)),
  );
  const built = buildHandoff(turns, { sessionId, now: origin.now.getTime() });
  if (built === null) return "nothing worth handing over";
  const { cwd: _cwd, ...handoff } = built;
  const project = origin.project ?? built.project;
  const fields = cleanFields(
    compact({
      ...handoff,
      project,
      tags: [project],
      branch: built.branch || origin.branch,
    }),
  ) as StoredFields;
  const before = store.versionsOf(built.id).at(-1);
  if (before !== undefined && isSame(before.fields, fields)) return `${built.id}: nothing new`;
  if (before === undefined) store.add("handoff", fields);
  else store.replaceVersion(before, fields);
  return `${built.id}: ${built.message.slice(0, 80)}`;
}

/** The time alone is no news. */
function isSame(before: StoredFields, now: StoredFields): boolean {
  return JSON.stringify({ ...before, timestamp: "" }) === JSON.stringify({ ...now, timestamp: "" });
}
