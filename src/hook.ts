/** The hot path's entry: stdin → inject → stdout. Whatever happens, it exits 0 with valid JSON or nothing. */

import { writeSync } from "node:fs";
import { dirname } from "node:path";
import { clock } from "./clock.ts";
import type { StopwordLists } from "./config/stopwords.ts";
import { decodeUtf8, parseEvent } from "./event/parse-event.ts";
import { readStdin, sleep } from "./event/read-stdin.ts";
import { inject } from "./inject.ts";
import { openContext } from "./open-context.ts";
import type { prepareWorkspace } from "./prepare.ts";
import { renderHookOutput } from "./render/render-hook-output.ts";
import { tidy } from "./store/locations.ts";

declare const VERSION: string;

function runHook(): void {
  const read = readStdin();
  // Waiting for the client is not our own work.
  const startedAt = clock();
  const text = read.ok ? decodeUtf8(read.bytes) : null;
  const parsed = text === null ? null : parseEvent(text);
  if (parsed === null || !parsed.ok || parsed.event.name === "other") return;
  const { event } = parsed;
  const context = openContext({ cwd: event.cwd || process.cwd(), env: process.env, shippedDir: SHIPPED, version: VERSION, prepare, loadScanner });
  const injection = inject(event, context, { startedAt, explain: false });
  if (injection.text !== "") print(renderHookOutput(event.name, injection.text));
  if (injection.trace.due !== null && context.config.index.background && context.index !== null)
    loadScanner().startRefresh({ place: context.index, shippedDir: SHIPPED, cwd: tidy(event.cwd || process.cwd()), dataRoot: context.dataRoot.path });
  // The loader keeps the compiled code of the run that went furthest.
  const { reports } = injection.trace;
  const fromIndex = reports.some(({ indexed }) => indexed > 0);
  module.exports.onEnd?.(
    injection.text === "" ? 0 : fromIndex ? 2 : 1,
    reports.some(({ scanned }) => scanned > 0),
  );
}

const SHIPPED = dirname(__dirname);

/** Loaded only when the cached settings no longer hold: it brings the YAML parser and the globs. */
const prepare: Parameters<typeof openContext>[0]["prepare"] = (request) => {
  const bundle = require("../dist/prepare.cjs") as { prepareWorkspace: typeof prepareWorkspace };
  return bundle.prepareWorkspace(request, { loadStopwords: () => require("../dist/stopwords.cjs") as StopwordLists });
};

const loadScanner: Parameters<typeof openContext>[0]["loadScanner"] = () => require("../dist/scan.cjs") as ReturnType<typeof loadScanner>;

/** All of it or, if the pipe is gone, whatever: half an object would reach the model as text. */
function print(text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(1, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      sleep(1);
    }
  }
}

try {
  runHook();
} catch {
  // Never in the way: `lore-inject --debug` and LORE_CONTEXT_DEBUG=1 show what went wrong.
}
// What process.exit does beside this, nobody here waits for.
(process as { reallyExit?: (code: number) => never }).reallyExit?.(0);
process.exit(0);
