/** The hook's own steps in this process, wrapped as src/hook.ts wraps them, and what must hold for every answer. */
import { clock } from "../../src/clock.ts";
import { decodeUtf8, parseEvent } from "../../src/event/parse-event.ts";
import * as events from "../../src/events.ts";
import { inject } from "../../src/inject.ts";
import { type Context, openContext } from "../../src/open-context.ts";
import { prepareSurroundings, prepareWorkspace } from "../../src/prepare.ts";
import { ANSWERED, renderAnswer } from "../../src/render/render-hook-output.ts";
import * as scanner from "../../src/scan.ts";
import type { PrepareRequest } from "../../src/store/prepared.ts";
import { type Home, isWellFormed, ROOT } from "../e2e/run-hook.ts";

export interface Answer {
  readonly output: string;
  /** What the hook's own catch would have swallowed. */
  readonly thrown: unknown;
  readonly ms: number;
}

/** What the hook would print. With a context, the stores are not looked for again. */
export function answer(bytes: Uint8Array, home: Home, context?: Context): Answer {
  const startedAt = clock();
  try {
    return { output: run(Buffer.from(bytes), home, startedAt, context), thrown: null, ms: clock() - startedAt };
  } catch (thrown) {
    return { output: "", thrown, ms: clock() - startedAt };
  }
}

function run(bytes: Buffer, home: Home, startedAt: number, opened: Context | undefined): string {
  const text = decodeUtf8(bytes);
  const parsed = text === null ? null : parseEvent(text);
  if (parsed === null || !parsed.ok) return "";
  const { event } = parsed;
  const name = event.name === "other" ? event.hookEventName : event.name;
  if (!ANSWERED.includes(name)) return "";
  const context = opened ?? open(home, event.cwd || home.dir, ROOT);
  const injection = inject(event, context, { startedAt, explain: false });
  return injection.text === "" ? "" : renderAnswer(name, injection.text);
}

/** `version`: an index of another one is not used. */
export function open(home: Home, cwd: string, shippedDir: string, version = "fuzz"): Context {
  const env = { HOME: home.dir, LORE_DATA_DIR: home.data, LORE_CONTEXT_NOW: "2026-11-16" };
  const prepare = (request: PrepareRequest) => prepareWorkspace(request, { loadStopwords: () => ({}) });
  return openContext({ cwd, env, shippedDir, version, prepare, lookAround: prepareSurroundings, loadScanner: () => scanner, loadEvents: () => events });
}

const END = "--- end lore context ---";
/** A line that could be taken for the client's or a model's own, or would reach a terminal as a command. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
const FORBIDDEN = /<\/?system-reminder|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e]/i;

/** Null when the answer is sound, else what is wrong with it. */
export function findFault(output: string): string | null {
  if (output === "") return null;
  if (output.length > 9500) return `${output.length} units long`;
  let text: string;
  try {
    const value = JSON.parse(output);
    text = value.hookSpecificOutput.additionalContext;
    if (typeof text !== "string" || typeof value.hookSpecificOutput.hookEventName !== "string") return "not the client's form";
  } catch {
    return "not JSON";
  }
  if (!isWellFormed(text)) return "a lone surrogate";
  const forbidden = FORBIDDEN.exec(text);
  if (forbidden) return `${JSON.stringify(forbidden[0])} in the text`;
  if (!text.startsWith("--- Lore Context (") || !text.endsWith(`\n${END}`)) return "no frame";
  return text.split(END).length === 2 ? null : "a second end marker";
}
