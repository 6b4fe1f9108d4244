/**
 * The product as a library for one prompt after the other: the shipped settings by its own loading code, records given
 * inline, and `inject` as the hook calls it. Bundled at run time by load-product.mjs.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { clock } from "../../src/clock.ts";
import { parseFlagSettings } from "../../src/config/build-config.ts";
import * as events from "../../src/events.ts";
import { inject } from "../../src/inject.ts";
import { type Context, openContext } from "../../src/open-context.ts";
import { prepareWorkspace } from "../../src/prepare.ts";
import { topicsOf } from "../../src/session/carry-over.ts";
import { ALL_SOURCES } from "../../src/sources/all-sources.ts";
import * as stopwordLists from "../../src/stopword-lists.ts";
import { ABSENT } from "../../src/store/identity.ts";
import { LedgerFile, sessionsFolder } from "../../src/store/ledger-file.ts";
import type { StoreFile } from "../../src/store/store-file.ts";
import type { Surroundings } from "../../src/surroundings/surroundings.ts";
import type { Trace } from "../../src/trace.ts";
import type { EpochMs, LoreRecord, Problem } from "../../src/types.ts";
import { rememberingScanner } from "./remembering-scanner.ts";

export { toRecord } from "./to-records.ts";

declare const VERSION: string;

export interface ProductRequest {
  readonly shippedDir: string;
  /** An empty folder: nobody's own settings may play a part. */
  readonly home: string;
  /** `key=value`, above what is shipped. */
  readonly settings: readonly string[];
}

export interface Prompt {
  readonly prompt: string;
  /** The prompt that came before it in its session, of which only the subject is left. */
  readonly before?: string;
  readonly project: string;
  readonly now: EpochMs;
}

export interface Answer {
  readonly ranked: readonly { readonly id: string; readonly score: number }[];
  readonly injected: readonly string[];
  /** Null when the product does not say. */
  readonly confidence: number | null;
}

const DAY_MS = 86_400_000;
/** The most that can be set: on a slow machine no answer may be cut short. */
const NO_HURRY = "deadline_ms=10000";
const MAX_RANKED = 200;
const NOTHING_AROUND: Surroundings = { rules: [], statements: [], problems: [] };

export function openProduct({ shippedDir, home, settings }: ProductRequest) {
  const flags = parseFlagSettings([NO_HURRY, ...settings]);
  const context = openContext({
    cwd: home,
    // Threads must not meet in one session.
    env: { HOME: home, LORE_DATA_DIR: home, XDG_STATE_HOME: join(home, `state-${threadId}`) },
    shippedDir,
    version: VERSION,
    fresh: true,
    loadScanner: () => rememberingScanner,
    loadEvents: () => events,
    lookAround: () => NOTHING_AROUND,
    prepare: (request) => prepareWorkspace(request, { flags: flags.settings, loadStopwords: () => stopwordLists }),
  });
  const problems: readonly Problem[] = [...flags.problems, ...context.problems];
  return { problems, ask: (prompt: Prompt, records: readonly LoreRecord[]) => ask(context, prompt, records) };
}

const SESSION = "eval";

function ask(settled: Context, { prompt, before, project, now }: Prompt, records: readonly LoreRecord[]): Answer {
  const stores = storesOf(records);
  const context: Context = {
    ...settled,
    project: { name: project, slug: null, aliases: [], foundBy: "eval" },
    stores,
    stamps: stores.map(() => ABSENT),
    index: null,
    today: Math.floor(now / DAY_MS),
  };
  const send = (text: string, sessionId: string | null) =>
    inject(
      { name: "UserPromptSubmit", prompt: text, sessionId, agent: null, transcript: "", cwd: "" },
      { ...context, now: Date.now() },
      { startedAt: clock(), explain: true },
    );
  const { text, trace } = before === undefined ? send(prompt, null) : within(context, topicsOf(send(before, null).trace.terms), () => send(prompt, SESSION));
  return {
    ranked: trace.scored.slice(0, MAX_RANKED).map(({ record, score }) => ({ id: record.id, score })),
    injected: text === "" ? [] : (trace.selection?.items ?? []).flatMap(({ offer }) => offer.scored?.record.id ?? []),
    confidence: confidenceOf(trace),
  };
}

/** In a session that was about these topics and has been shown nothing. */
function within<T>({ locations }: Context, topics: readonly string[], run: () => T): T {
  if (locations.stateDir === null) throw new Error("there is no home to keep a session in");
  const folder = sessionsFolder(locations.stateDir);
  rmSync(folder, { recursive: true, force: true });
  const file = new LedgerFile({ stateDir: locations.stateDir, sessionId: SESSION });
  file.append({ at: Date.now(), by: process.pid, event: "prompt", topics, fresh: true });
  file.close();
  return run();
}

function storesOf(records: readonly LoreRecord[]): readonly StoreFile[] {
  return ALL_SOURCES.map(({ name }): StoreFile => {
    const inline = records.filter(({ source }) => source === name);
    return { source: name, path: "", derived: true, shownAs: name, inline };
  }).filter(({ inline = [] }) => inline.length > 0);
}

function confidenceOf(trace: Trace): number | null {
  const confidence = "confidence" in trace ? trace.confidence : null;
  return typeof confidence === "number" && Number.isFinite(confidence) ? confidence : null;
}
