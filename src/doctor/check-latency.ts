/** What a prompt waits for: the registered command on the person's own stores, against a Node that does nothing. */
import { measureStarts, type Start } from "../launch/measure-starts.ts";
import type { Entry } from "./read-registrations.ts";
import { type ClientPlace, startOf, whyNotRun } from "./run-entry.ts";
import type { Finding, Section } from "./section.ts";

export interface LatencyRequest extends ClientPlace {
  readonly entries: readonly Entry[];
  readonly node: string;
  readonly script: string;
  readonly prompt: string;
  readonly rounds: number;
  /** Whether the hook's cached settings serve; asked after the runs. */
  readonly isSettled: () => boolean;
}

/** People notice a pause of this length. */
const SLOW_MS = 500;

export function checkLatency(request: LatencyRequest): Omit<Section, "title"> {
  const { rounds, projectDir, prompt } = request;
  if (rounds === 0) return { lines: ["not measured"], findings: [], facts: null };
  const entry = request.entries.find((each) => each.event === "UserPromptSubmit" && each.role === "inject" && whyNotRun(each) === null);
  const { hook, nothing } = startsOf(request, entry);
  const input = JSON.stringify({ cwd: projectDir, hook_event_name: "UserPromptSubmit", transcript_path: "", prompt });
  const [base, own] = measureStarts([nothing, hook], { rounds, cwd: projectDir, input });
  const ms = own?.ms ?? 0;
  const ratio = own?.ratio ?? 0;
  const isSettled = request.isSettled();
  const who = entry === undefined ? "this program, as nothing registered could be run," : "the registered command";
  return {
    lines: [
      `${who} ${ms.toFixed(0)} ms, node -e 0 ${(base?.ms ?? 0).toFixed(0)} ms: ${ratio.toFixed(2)} times (median of ${rounds})${isSettled ? "" : "; slower than usual, as settings or documents had to be read anew"}`,
    ],
    findings: ms > SLOW_MS && isSettled ? [slow(ms)] : [],
    facts: { registered: entry !== undefined, rounds, hookMs: ms, nodeMs: base?.ms ?? 0, ratio, isSettled },
  };
}

/** The idle Node always without NODE_EXTRA_CA_CERTS, so that its cost shows. */
function startsOf({ node, script, env, projectDir }: LatencyRequest, entry: Entry | undefined): { readonly hook: Start; readonly nothing: Start } {
  const { NODE_EXTRA_CA_CERTS: _certificates, ...plain } = env;
  return {
    nothing: { label: "node -e 0", command: node, args: ["-e", "0"], env: plain },
    hook: startOf(entry ?? { command: node, args: [script], pluginRoot: null }, { env, projectDir }),
  };
}

function slow(ms: number): Finding {
  const what = `each prompt waits ${ms.toFixed(0)} ms for the hook`;
  return {
    severity: "warning",
    code: "slow",
    what,
    remedy: "lore-inject index refresh; lore-inject runtime compares ways to start; LORE_CONTEXT_DEBUG=1 shows each step",
  };
}
