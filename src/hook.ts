/** The hot path's entry: stdin → inject → stdout. Whatever happens, it exits 0 with valid JSON or nothing. */

import { writeSync } from "node:fs";
import { dirname } from "node:path";
import { clock } from "./clock.ts";
import type { StopwordLists } from "./config/stopwords.ts";
import { decodeUtf8, parseEvent } from "./event/parse-event.ts";
import { readStdin, sleep } from "./event/read-stdin.ts";
import { inject } from "./inject.ts";
import { composeMetric } from "./metrics/compose-metric.ts";
import { type OpenRequest, openContext } from "./open-context.ts";
import { ANSWERED, renderAnswer, renderNotice } from "./render/render-hook-output.ts";
import { tidy } from "./store/locations.ts";
import { appendMetric } from "./store/metrics-file.ts";

declare const VERSION: string;

function runHook(): void {
  const read = readStdin();
  // Waiting for the client is not our own work.
  const startedAt = clock();
  const text = read.ok ? decodeUtf8(read.bytes) : null;
  const parsed = text === null ? null : parseEvent(text);
  if (parsed === null || !parsed.ok) return;
  const { event } = parsed;
  const name = event.name === "other" ? event.hookEventName : event.name;
  if (!ANSWERED.includes(name)) return;
  const context = openContext({
    cwd: event.cwd || process.cwd(),
    env: process.env,
    shippedDir: SHIPPED,
    version: VERSION,
    prepare,
    lookAround,
    loadScanner,
    loadEvents,
  });
  const injection = inject(event, context, { startedAt, explain: false });
  const { selection, warning } = injection.trace;
  if (injection.text !== "" || warning !== null)
    print(renderAnswer(name, injection.text, warning ?? (context.config.notify ? renderNotice(name, selection) : undefined)));
  const { config, locations, project, now } = context;
  // After the answer is out: the client may go on with it.
  if (config.metrics.enabled && locations.stateDir !== null)
    appendMetric(
      locations.stateDir,
      composeMetric(event, injection, {
        at: now,
        ms: process.uptime() * 1000,
        project: project.name,
        keepsPrompt: config.metrics.prompts,
        withheld: injection.trace.withheld,
      }),
    );
  if (injection.trace.due !== null && context.config.index.background && context.index !== null)
    loadScanner().startRefresh({ place: context.index, shippedDir: SHIPPED, cwd: tidy(event.cwd || process.cwd()), dataRoot: context.dataRoot.path });
  // The loader keeps the compiled code of the run that went furthest.
  const { isIndexed, isScanned } = injection.trace;
  module.exports.onEnd?.(injection.text === "" || event.name === "other" ? 0 : isIndexed ? 2 : 1, isScanned);
}

const SHIPPED = dirname(__dirname);

/** Loaded only when the cached settings no longer hold: it brings the YAML parser and the globs. */
const prepare: OpenRequest["prepare"] = (request) =>
  loadPrepare().prepareWorkspace(request, { loadStopwords: () => require("../dist/stopwords.cjs") as StopwordLists });
const lookAround: OpenRequest["lookAround"] = (request) => loadPrepare().prepareSurroundings(request);

const loadPrepare = () => require("../dist/prepare.cjs") as typeof import("./prepare.ts");
const loadScanner: OpenRequest["loadScanner"] = () => require("../dist/scan.cjs") as ReturnType<typeof loadScanner>;
const loadEvents: OpenRequest["loadEvents"] = () => require("../dist/events.cjs") as ReturnType<typeof loadEvents>;

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
