/** A failed tool → a failure in the store: counted when it is known, with its remedy once the same command passes. */
import { cleanFields, cleanText } from "../privacy/clean.ts";
import type { IsIgnored } from "../privacy/lore-ignore.ts";
import { type Fields, fieldsOf, numberOf, textOf } from "../sources/fields.ts";
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
  return keepFailure({ ...fields, error: textOf(fields.error) }, store, origin, isIgnored);
}

/**
 * A command that the client takes for done: it may have failed all the same (a client that reports an exit code here, a check
 * whose status a pipe hides), or pass at last.
 */
export function captureCommand(event: OtherEvent, store: RecordStore, origin: Origin, isIgnored: IsIgnored): string {
  const { fields, cwd } = event;
  if (textOf(fields.tool_name) !== "Bash") return "no command";
  const result = resultOf(fields.tool_response);
  const step = stepOf({ tool: "Bash", input: fieldsOf(fields.tool_input), result, cwd });
  if (step?.kind !== "run") return "no command";
  if (step.outcome === "failed") return step.noise ? "noise" : keepFailure({ ...fields, error: result.text }, store, origin, isIgnored);
  return step.outcome === "passed" ? captureFix(event, step, store, origin) : "interrupted";
}

interface FailedTool extends Fields {
  readonly error: string;
}

function keepFailure(fields: FailedTool, store: RecordStore, origin: Origin, isIgnored: IsIgnored): string {
  const { error } = fields;
  const input = fieldsOf(fields.tool_input);
  const tool = textOf(fields.tool_name);
  const command = textOf(input.command) || null;
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
function captureFix({ transcript }: OtherEvent, passed: RunStep, store: RecordStore, { project }: Origin): string {
  const text = transcript === "" ? null : readTranscript(transcript);
  if (text === null) return "no transcript";
  const fixes = linkFix([...stepsBefore(findSteps(parseTranscript(text, cleanText)), passed), passed]);
  const linked = fixes.flatMap(({ signature, text: fix }) => {
    const known = findFailure(store, signature, project);
    if (known === null || textOf(known.fields.fix) !== "") return [];
    store.addVersion(known, { fix: cleanText(fix) });
    return [String(known.fields.id)];
  });
  return linked.length === 0 ? "no failure is mended by it" : `remedy of ${linked.join(", ")}`;
}

/** Clients differ: an object with both streams and perhaps a code, or the text alone. */
function resultOf(response: unknown): ToolResult {
  const { stdout, stderr, output, interrupted, is_error, exit_code, exitCode, code } = fieldsOf(response);
  const text = typeof response === "string" ? response : [stdout, output, stderr].map(textOf).join("\n");
  const status = numberOf(exit_code ?? exitCode ?? code);
  return { text: cleanText(text), failed: is_error === true || (status !== null && status !== 0), interrupted: interrupted === true };
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
