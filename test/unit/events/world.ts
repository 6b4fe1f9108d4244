/** A home with a project and stores, and the hook's own steps in this process: event after event of one session. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { clock } from "../../../src/clock.ts";
import { parseEvent } from "../../../src/event/parse-event.ts";
import * as events from "../../../src/events.ts";
import { inject } from "../../../src/inject.ts";
import { openContext } from "../../../src/open-context.ts";
import { prepareSurroundings, prepareWorkspace } from "../../../src/prepare.ts";
import * as scanner from "../../../src/scan.ts";
import type { LedgerLine } from "../../../src/session/ledger-line.ts";
import { ledgerName, sessionsFolder } from "../../../src/store/ledger-file.ts";
import type { Injection } from "../../../src/trace.ts";
import { makeTempDir, REPO_ROOT, writeFile } from "../builders.ts";

export interface World {
  readonly root: string;
  readonly ledgerPath: string;
  /** Writes a file below the project's root. */
  readonly write: (path: string, text: string) => void;
  /** Replaces a store's lines. */
  readonly store: (path: string, lines: readonly object[]) => void;
  readonly document: (path: string, text: string) => void;
  readonly configure: (yaml: string) => void;
  readonly send: (hook_event_name: string, fields?: object) => Injection;
  readonly prompt: (prompt: string) => string;
  readonly lines: () => readonly LedgerLine[];
}

const SESSION = "0b6c1e9a-50d2-4f0d-8a53-9a2f6a1f77c4";

export function makeWorld(config = ""): World {
  const home = makeTempDir();
  const root = join(home, "dev", "shop");
  const ledgerPath = join(sessionsFolder(join(home, ".local", "state", "lore-inject")), ledgerName(SESSION));
  writeFile(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  const configure = (yaml: string): void =>
    void writeFile(join(home, ".config", "lore-inject", "config.yaml"), `deadline_ms: 5000\nindex:\n  enabled: false\n${yaml}`);
  configure(config);
  const send = (hook_event_name: string, fields: object = {}): Injection => {
    const parsed = parseEvent(JSON.stringify({ session_id: SESSION, transcript_path: "", cwd: root, hook_event_name, ...fields }));
    if (!parsed.ok) throw new Error(parsed.reason);
    const context = openContext({
      cwd: parsed.event.cwd,
      env: { HOME: home, LORE_DATA_DIR: join(home, "lore"), LORE_CONTEXT_NOW: "2026-11-16" },
      shippedDir: REPO_ROOT,
      version: "test",
      prepare: (request) => prepareWorkspace(request, { loadStopwords: () => ({}) }),
      lookAround: prepareSurroundings,
      loadScanner: () => scanner,
      loadEvents: () => events,
      fresh: true,
    });
    return inject(parsed.event, context, { startedAt: clock(), explain: false });
  };
  return {
    root,
    ledgerPath,
    write: (path, text) => void writeFile(join(root, path), text),
    store: (path, lines) => void writeFile(join(home, "lore", path), lines.map((line) => `${JSON.stringify(line)}\n`).join("")),
    document: (path, text) => void writeFile(join(home, "lore", path), text),
    configure,
    send,
    prompt: (prompt) => send("UserPromptSubmit", { prompt }).text,
    lines: () =>
      existsSync(ledgerPath)
        ? readFileSync(ledgerPath, "utf8")
            .split("\n")
            .filter((line) => line !== "")
            .map((line) => JSON.parse(line))
        : [],
  };
}

export const REDIS = {
  id: "dec-add74502",
  timestamp: "2026-11-09T10:12:44Z",
  decision: "Keep shopper sessions in Redis with a sliding expiry",
  rationale: "Logging out is one key delete",
  entities: [],
  tags: ["shop"],
};
export const WEBHOOK = {
  id: "dec-f92a8193",
  timestamp: "2026-11-10T10:12:44Z",
  decision: "Verify webhook signatures before parsing the payload",
  rationale: "Unsigned payloads are hostile",
  entities: [],
  tags: ["shop"],
};
export const DECISIONS = "journal/data/decisions.jsonl";
export const FAILURES = "failures/data/failures.jsonl";
export const FAILURE = {
  id: "fail-768c683a",
  timestamp: "2026-11-08T16:40:11Z",
  error_type: "TypeError",
  error_message: "src/pay/client.ts(71,38): error TS2345: Argument of type 'string | undefined' is not assignable",
  tool: "tsc",
  fix: "Return 400 when the signature header is missing",
  project: "shop",
  tags: ["shop"],
};
