/** A failed tool → a failure in the store: counted when it is known, with its remedy once the same command passes. */
import { cleanFields, cleanText } from "../privacy/clean.ts";
import { type IsIgnored, namesIgnored } from "../privacy/lore-ignore.ts";
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
  return step.outcome === "passed" ? captureFix(event, step, { store, origin, isIgnored }) : "interrupted";
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
  if (isIgnored(textOf(input.file_path)) || namesIgnored(command ?? "", isIgnored)) return "in .loreignore";
  const { type, message, signature } = normalizeFailure(cleanText(error));
  const id = makeId("failure", origin.now.getTime());
  // The type stands before the message wherever it is shown.
  const text = message.startsWith(`${type}: `) ? message.slice(type.length + 2) : message;
  const said = { text, type, tool, command: command === null ? undefined : cleanText(command).slice(0, MAX_COMMAND) };
  const written = store.addOrChange("failure", {
    find: (current) => current.findLast((version) => isFailure(version, signature, origin.project)) ?? null,
    change: ({ count }) => ({ count: (numberOf(count) ?? 1) + 1, last_seen: stamp(origin.now) }),
    make: () => cleanFields({ ...composeRecord("failure", id, said, origin), signature, count: 1 }) as StoredFields,
  });
  return written.id === id ? `${id}: ${type}` : `${String(written.id)}: seen ${String(written.count)} times`;
}

/** When a command passes that failed before in this session, what was done in between is the remedy. */
function captureFix({ transcript }: OtherEvent, passed: RunStep, { store, origin: { project }, isIgnored }: Keeping): string {
  const text = transcript === "" ? null : readTranscript(transcript);
  if (text === null) return "no transcript";
  const isSecret = (step: Step): boolean => (step.kind === "edit" ? isIgnored(step.file) : namesIgnored(step.command, isIgnored));
  const steps = findSteps(parseTranscript(text, cleanText)).filter((step) => !isSecret(step));
  const fixes = isSecret(passed) ? [] : linkFix([...stepsBefore(steps, passed), passed]);
  const linked = fixes.flatMap(({ signature, text: fix }) => {
    const known = findFailure(store, signature, project);
    if (known === null || textOf(known.fields.fix) !== "") return [];
    store.addVersion(known, { fix: cleanText(fix) });
    return [String(known.fields.id)];
  });
  return linked.length === 0 ? "no failure is mended by it" : `remedy of ${linked.join(", ")}`;
}

interface Keeping {
  readonly store: RecordStore;
  readonly origin: Origin;
  readonly isIgnored: IsIgnored;
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

/** Among the person's own: what a team shares is not written to behind its back. */
function findFailure(store: RecordStore, signature: string, project: string | null): Version | null {
  const own = store.current((source) => source === "failures").filter(({ file }) => !store.isShared(file));
  return own.findLast((version) => isFailure(version, signature, project)) ?? null;
}

function isFailure({ fields }: Version, signature: string, project: string | null): boolean {
  return fields.signature === signature && (project === null || fields.project === undefined || fields.project === project);
}
