/** A failed tool → a failure in the store: counted when it is known, with its remedy once the same command passes. */
import { cleanFields, cleanText } from "../privacy/clean.ts";
import type { IsIgnored } from "../privacy/lore-ignore.ts";
import { fieldsOf, numberOf, textOf } from "../sources/fields.ts";
import type { OtherEvent } from "../types.ts";
import { composeRecord, stamp } from "../write/compose-record.ts";
import { makeId } from "../write/make-id.ts";
import type { RecordStore, Version } from "../write/record-store.ts";
import type { Origin, StoredFields } from "../write/writable.ts";
import { findSteps, type RunStep, type Step, stepOf } from "./find-steps.ts";
import { isNoise } from "./is-noise.ts";
import { linkFix } from "./link-fix.ts";
import { normalizeFailure } from "./normalize-failure.ts";
import { parseTranscript, type ToolResult } from "./parse-transcript.ts";
import { readTranscript } from "./read-transcript.ts";

const MAX_COMMAND = 300;

/** `isIgnored` knows paths as the client gives them. */
export function captureFailure({ fields }: OtherEvent, store: RecordStore, origin: Origin, isIgnored: IsIgnored): string {
  const input = fieldsOf(fields.tool_input);
  const tool = textOf(fields.tool_name);
  const command = textOf(input.command) || null;
  const error = textOf(fields.error);
  if (isNoise({ tool, command, error, interrupted: fields.is_interrupt === true })) return "noise";
  if (isIgnored(textOf(input.file_path)) || (command?.split(/\s+/).some(isIgnored) ?? false)) return "in .loreignore";
  const { type, message, signature } = normalizeFailure(cleanText(error));
  const known = findFailure(store, signature, origin.project);
  if (known !== null) {
    const count = (numberOf(known.fields.count) ?? 1) + 1;
    store.addVersion(known, { count, last_seen: stamp(origin.now) });
    return `${String(known.fields.id)}: seen ${count} times`;
  }
  const id = makeId("failure", origin.now.getTime());
  // The type stands before the message wherever it is shown.
  const text = message.startsWith(`${type}: `) ? message.slice(type.length + 2) : message;
  const said = { text, type, tool, command: command === null ? undefined : cleanText(command).slice(0, MAX_COMMAND) };
  store.add("failure", cleanFields({ ...composeRecord("failure", id, said, origin), signature, count: 1 }) as StoredFields);
  return `${id}: ${type}`;
}

/** When a command passes that failed before in this session, what was done in between is the remedy. */
export function captureFix({ fields, transcript, cwd }: OtherEvent, store: RecordStore, { project }: Origin): string {
  if (textOf(fields.tool_name) !== "Bash") return "no command";
  const text = transcript === "" ? null : readTranscript(transcript);
  const passed = stepOf({ tool: "Bash", input: fieldsOf(fields.tool_input), result: resultOf(fields.tool_response), cwd });
  if (text === null || passed?.kind !== "run") return "no transcript";
  const fixes = linkFix([...stepsBefore(findSteps(parseTranscript(text, cleanText)), passed), passed]);
  const linked = fixes.flatMap(({ signature, text: fix }) => {
    const known = findFailure(store, signature, project);
    if (known === null || textOf(known.fields.fix) !== "") return [];
    store.addVersion(known, { fix: cleanText(fix) });
    return [String(known.fields.id)];
  });
  return linked.length === 0 ? "no failure is mended by it" : `remedy of ${linked.join(", ")}`;
}

function resultOf(response: unknown): ToolResult {
  const { stdout, stderr } = fieldsOf(response);
  return { text: cleanText(`${textOf(stdout)}\n${textOf(stderr)}`), failed: false, interrupted: false };
}

/** The transcript may not have this run yet, or may have gone on since. */
function stepsBefore(steps: readonly Step[], passed: RunStep): readonly Step[] {
  const runs = steps.map((step) => (step.kind === "run" && step.key === passed.key ? step.outcome : null));
  const lastPass = runs.lastIndexOf("passed");
  return lastPass > runs.lastIndexOf("failed") ? steps.slice(0, lastPass) : steps;
}

function findFailure(store: RecordStore, signature: string, project: string | null): Version | null {
  const isIt = ({ fields }: Version): boolean =>
    fields.signature === signature && (project === null || fields.project === undefined || fields.project === project);
  return store.current((source) => source === "failures").findLast(isIt) ?? null;
}
