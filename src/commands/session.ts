/** `session`: what a session has been shown, what waits for it, what it was about; or a list of sessions. */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { Refusal } from "../refusal.ts";
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import { Ledger, type Shown } from "../session/ledger.ts";
import { ledgerName, sessionsFolder } from "../store/ledger-file.ts";
import { locate } from "../store/locations.ts";
import { print, printJson } from "./runtime.ts";

export interface SessionOptions {
  readonly forget?: boolean;
  readonly json?: boolean;
}

export function session(id: string | undefined, options: SessionOptions): void {
  const { stateDir } = locate(process.env);
  if (stateDir === null) throw new Refusal("there is no folder for session state", "set HOME or XDG_STATE_HOME");
  if (id === undefined) return list(stateDir, options);
  const path = pathOf(stateDir, id);
  if (path === null) throw new Refusal(`no session ${id}`, "lore-inject session lists those that are known");
  if (options.forget) {
    rmSync(path);
    return print([`forgot session ${id}: its next prompt starts afresh`]);
  }
  const ledger = readLedger(path);
  if (options.json) return printJson(asJson(id, ledger));
  print(describe(id, path, ledger));
}

/** By the client's id, or by the name of the file, which differs for ids that a file cannot be called by. */
function pathOf(stateDir: string, id: string): string | null {
  const paths = [ledgerName(id), `${basename(id)}.jsonl`].map((name) => join(sessionsFolder(stateDir), name));
  return paths.find((path) => statSync(path, { throwIfNoEntry: false }) !== undefined) ?? null;
}

function readLedger(path: string): Ledger {
  const ledger = new Ledger();
  ledger.read(readFileSync(path, "utf8"));
  return ledger;
}

function list(stateDir: string, { json }: SessionOptions): void {
  const folder = sessionsFolder(stateDir);
  const known = namesIn(folder).map((name) => {
    const id = name.slice(0, -".jsonl".length);
    const ledger = readLedger(join(folder, name));
    return { id, at: statSync(join(folder, name)).mtime.toISOString(), prompts: ledger.prompts, shown: ledger.shown(null).size, waiting: ledger.pending.size };
  });
  known.sort((a, b) => (a.at < b.at ? 1 : -1));
  if (json) return printJson(known);
  if (known.length === 0) return print([`no sessions in ${folder}`]);
  print([
    "last active           prompts   shown  waiting  session",
    ...known.map(({ id, at, prompts, shown, waiting }) => `${at.slice(0, 19).replace("T", " ")}   ${pad(prompts)} ${pad(shown)} ${pad(waiting)}  ${id}`),
  ]);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  } catch {
    return [];
  }
}

function pad(count: number): string {
  return String(count).padStart(7);
}

function describe(id: string, path: string, ledger: Ledger): readonly string[] {
  const topics = ledger.topics.slice(-3).map(({ texts, fresh }) => `  ${neutralizeLine(texts.join(", "))}${fresh ? "" : " (going on)"}`);
  return [
    `session    ${id}, ${ledger.prompts} prompts`,
    `file       ${path}`,
    ...section("shown", [...ledger.shown(null).values()].map(describeShown)),
    ...section("lost", [...ledger.lost.values()].map(describeShown)),
    ...section(
      "waiting",
      [...ledger.pending.values()].map(({ source, id: entry, priority, text }) => `  ${source}:${entry} (${priority}) ${shorten(neutralizeLine(text), 80)}`),
    ),
    ...section("topics", topics),
    ...section(
      "files",
      [...ledger.touched].slice(-10).map((file) => `  ${neutralizeLine(file)}`),
    ),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function describeShown({ key, form, prompt }: Shown): string {
  return `  ${neutralizeLine(key)} (${form}, ${prompt === 0 ? "before the first prompt" : `prompt ${prompt}`})`;
}

function asJson(id: string, ledger: Ledger): unknown {
  return {
    id,
    prompts: ledger.prompts,
    shown: [...ledger.shown(null).values()],
    lost: [...ledger.lost.values()],
    waiting: [...ledger.pending.values()],
    persistent: [...ledger.persistent.values()],
    topics: ledger.topics,
    files: [...ledger.touched],
    toolTokens: ledger.toolTokens,
  };
}
