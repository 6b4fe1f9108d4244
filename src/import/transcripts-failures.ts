/** Failures of many sessions, one for each signature and project: how often, when last, and what helped. */
import { createHash } from "node:crypto";
import { type Step, stepOf } from "../capture/find-steps.ts";
import { isNoise } from "../capture/is-noise.ts";
import { linkFix } from "../capture/link-fix.ts";
import { type NormalFailure, normalizeFailure } from "../capture/normalize-failure.ts";
import type { ToolTurn } from "../capture/parse-transcript.ts";
import { cleanText } from "../privacy/clean.ts";
import { textOf } from "../sources/fields.ts";
import type { EpochMs } from "../types.ts";
import { stamp } from "../write/compose-record.ts";
import type { Foreign } from "./importer.ts";
import type { SessionProject } from "./transcripts-projects.ts";

export interface ToolContext {
  readonly projectOf: (turn: ToolTurn) => SessionProject;
  /** Where a turn stands, to tell it. */
  readonly placeOf: (turn: ToolTurn) => string;
}

interface Failure {
  readonly project: string | null;
  normal: NormalFailure;
  tool: string;
  command: string;
  session: string;
  from: string;
  lastAt: EpochMs;
  fix: { readonly text: string; readonly at: EpochMs } | null;
  /** A resumed session repeats its lines in another file: an occurrence is known by its time. */
  readonly times: Set<EpochMs | string>;
}

const MAX_COMMAND = 300;
/** What happened once and was never mended says nothing about the next time; twice, and it is worth a warning. */
const MIN_TIMES = 2;
const WITHOUT_MESSAGE = /^(?:exit code -?\d+|failed without a message)$/;

export class FailureTally {
  private readonly failures = new Map<string, Failure>();

  /** The tools of one transcript, in order. */
  addSession(turns: readonly ToolTurn[], context: ToolContext): void {
    const steps: Step[] = [];
    const broken = new Set<string>();
    for (const raw of turns) {
      const { isIgnored, name } = context.projectOf(raw);
      if (isIgnored !== null && namesIgnored(raw, isIgnored)) continue;
      const turn = cleanTool(raw);
      const step = stepOf(turn);
      if (step !== null) steps.push(step);
      if (step?.kind === "run" && step.outcome === "passed" && broken.delete(step.key)) this.addFixes(steps, name, raw.at ?? 0);
      if (!hasFailed(turn, step)) continue;
      if (step?.kind === "run") broken.add(step.key);
      this.add(turn, name, context.placeOf(raw));
    }
  }

  /** Those worth remembering; `skip` is told of each other one. */
  *worthKeeping(skip: (why: string) => void): Generator<Foreign> {
    for (const failure of this.failures.values()) {
      if (WITHOUT_MESSAGE.test(failure.normal.message)) skip("a failure without a message");
      else if (failure.fix === null && failure.times.size < MIN_TIMES) skip("failed once, and no remedy is known");
      else yield render(failure);
    }
  }

  private add({ tool, input, result, at, session }: ToolTurn, project: string | null, from: string): void {
    const normal = normalizeFailure(result?.text ?? "");
    const key = keyOf(project, normal.signature);
    const latest = { normal, tool, command: textOf(input.command), session, from, lastAt: at ?? 0 };
    const known = this.failures.get(key);
    if (known === undefined) this.failures.set(key, { project, ...latest, fix: null, times: new Set([at ?? from]) });
    else {
      known.times.add(at ?? from);
      if (latest.lastAt >= known.lastAt) Object.assign(known, latest);
    }
  }

  /** What helped last is what still helps. */
  private addFixes(steps: readonly Step[], project: string | null, at: EpochMs): void {
    for (const { signature, text } of linkFix(steps)) {
      const known = this.failures.get(keyOf(project, signature));
      if (known !== undefined && (known.fix === null || at >= known.fix.at)) known.fix = { text, at };
    }
  }
}

function keyOf(project: string | null, signature: string): string {
  return `${project ?? ""}\0${signature}`;
}

/** Most outputs are of what went well, and are never told: only the others are cleaned, which costs more than all the rest. */
function cleanTool(raw: ToolTurn): ToolTurn {
  const command = textOf(raw.input.command);
  const turn = command === "" ? raw : { ...raw, input: { ...raw.input, command: cleanText(command) } };
  const step = stepOf(turn);
  const isTold = turn.result?.failed === true || (step?.kind === "run" && step.outcome === "failed");
  return turn.result === null || !isTold ? turn : { ...turn, result: { ...turn.result, text: cleanText(turn.result.text) } };
}

function namesIgnored({ input }: ToolTurn, isIgnored: (path: string) => boolean): boolean {
  return isIgnored(textOf(input.file_path)) || isIgnored(textOf(input.notebook_path)) || textOf(input.command).split(/\s+/).some(isIgnored);
}

function hasFailed({ tool, result }: ToolTurn, step: Step | null): boolean {
  if (step?.kind === "run") return step.outcome === "failed" && !step.noise;
  return result?.failed === true && tool !== "Bash" && !isNoise({ tool, command: null, error: result.text, interrupted: result.interrupted });
}

function render({ project, normal, tool, command, session, from, lastAt, fix, times }: Failure): Foreign {
  const { type, message, signature } = normal;
  return {
    kind: "failure",
    // Of what makes it the same failure, so that a later import with another count does not write it again.
    id: `fail-${createHash("sha256").update(keyOf(project, signature)).digest("hex").slice(0, 12)}`,
    said: {
      // The type stands before the message wherever it is shown.
      text: message.startsWith(`${type}: `) ? message.slice(type.length + 2) : message,
      type,
      tool,
      command: command.slice(0, MAX_COMMAND),
      fix: fix?.text,
    },
    // As the hook writes them, so that it goes on counting.
    fields: { signature, count: times.size, ...(lastAt > 0 ? { last_seen: stamp(new Date(lastAt)) } : {}) },
    at: lastAt > 0 ? lastAt : null,
    project,
    ...(session === "" ? {} : { sessionId: session }),
    from,
  };
}
