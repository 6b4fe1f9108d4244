/** The hot path's entry: stdin → inject → stdout. Whatever happens, it exits 0 with valid JSON or nothing. */

import { writeSync } from "node:fs";
import { join } from "node:path";
import { clock } from "./clock.ts";
import type { StopwordLists } from "./config/stopwords.ts";
import { decodeUtf8, parseEvent } from "./event/parse-event.ts";
import { readStdin, sleep } from "./event/read-stdin.ts";
import { inject } from "./inject.ts";
import { openContext } from "./open-context.ts";
import type { prepareWorkspace } from "./prepare.ts";
import { renderHookOutput } from "./render/render-hook-output.ts";

declare const VERSION: string;

function runHook(): void {
  const read = readStdin();
  // Waiting for the client is not our own work.
  const startedAt = clock();
  const text = read.ok ? decodeUtf8(read.bytes) : null;
  const parsed = text === null ? null : parseEvent(text);
  if (parsed === null || !parsed.ok || parsed.event.name === "other") return;
  const { event } = parsed;
  const context = openContext({ cwd: event.cwd || process.cwd(), env: process.env, shippedDir: join(__dirname, ".."), version: VERSION, prepare });
  const injection = inject(event, context, { startedAt, explain: false });
  if (injection.text === "") return;
  print(renderHookOutput(event.name, injection.text));
  // The loader keeps the compiled code of a run that went all the way.
  module.exports.answered = true;
}

/** Loaded only when the cached settings no longer hold: it brings the YAML parser and the globs. */
const prepare: Parameters<typeof openContext>[0]["prepare"] = (request) => {
  const bundle = require("../dist/prepare.cjs") as { prepareWorkspace: typeof prepareWorkspace };
  return bundle.prepareWorkspace(request, { loadStopwords: () => require("../dist/stopwords.cjs") as StopwordLists });
};

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
process.exit(0);
