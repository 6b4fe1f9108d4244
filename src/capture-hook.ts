/** The capture hook's entry: stdin → a record, or nothing. Registered with `async` beside the hook, so that nobody waits for it; always exits 0. */
import { dirname } from "node:path";
import { captureEvent } from "./capture/capture-event.ts";
import type { StopwordLists } from "./config/stopwords.ts";
import { openContext } from "./open-context.ts";
import * as scanner from "./scan.ts";

declare const VERSION: string;

const loadPrepare = () => require("../dist/prepare.cjs") as typeof import("./prepare.ts");
const loadEvents = (): never => {
  throw new Error("the capture hook answers nothing");
};

captureEvent((cwd) =>
  openContext({
    cwd,
    env: process.env,
    shippedDir: dirname(__dirname),
    version: VERSION,
    prepare: (request) => loadPrepare().prepareWorkspace(request, { loadStopwords: () => require("../dist/stopwords.cjs") as StopwordLists }),
    lookAround: (request) => loadPrepare().prepareSurroundings(request),
    // How common words are is looked up. Its own bundle is made for the hook's loader: to require it as it is gives nothing.
    loadScanner: () => scanner,
    loadEvents,
  }),
);
process.exit(0);
