/** `trust`: lets the records of this repository's own stores in, as they are now; or takes that back. */
import type { Context } from "../open-context.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { attempt, Refusal } from "../refusal.ts";
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import { lineId, parseObject } from "../store/parse-line.ts";
import { countLines, findProjectStores, type ProjectStore } from "../store/project-stores.ts";
import { parserOf } from "../store/store-file.ts";
import { noteTrust, readTrust, type TrustEntry, trustedHashes } from "../store/trust-file.ts";
import type { LoreRecord } from "../types.ts";
import { print, printJson } from "./runtime.ts";

export interface TrustOptions extends CommonOptions {
  readonly show?: boolean;
  readonly revoke?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
}

export function trust({ show = false, revoke = false, list = false, json = false, ...options }: TrustOptions): void {
  const context = openForCommand(options);
  const stateDir = stateDirOf(context);
  const known = attempt(() => readTrust(stateDir));
  if (list) return printTrusted(known, json);
  const stores = ownStores(context, known);
  if (show && json) return printJson(stores.map((store) => ({ path: store.path, hash: store.hash, trusted: store.isTrusted, records: recordsOf(store) })));
  if (show) return print(stores.flatMap((store) => [headOf(store), ...recordsOf(store).flatMap(showRecord)]));
  const wanted = stores.filter(({ isTrusted, bytes }) => isTrusted === revoke && bytes.length > 0);
  const at = new Date(context.now).toISOString();
  const hashes = new Map(wanted.map(({ hash, path }) => [hash, path]));
  // Nor in any form that it had before.
  if (revoke) for (const { hash, path } of known) if (wanted.some((store) => store.path === path)) hashes.set(hash, path);
  for (const [hash, path] of hashes) attempt(() => noteTrust(stateDir, { hash, path, at, trusted: !revoke }));
  if (json) return printJson(wanted.map(({ path, hash, bytes }) => ({ path, hash, lines: countLines(bytes), trusted: !revoke })));
  if (wanted.length === 0) return print([revoke ? "none of them was trusted" : "nothing to do: all of it is trusted as it is"]);
  print(wanted.flatMap((store) => describe(store, revoke)));
}

function stateDirOf({ locations: { stateDir } }: Context): string {
  if (stateDir === null) throw new Refusal("there is no folder to keep it in", "set HOME or XDG_STATE_HOME");
  return stateDir;
}

function ownStores({ workspace }: Context, known: readonly TrustEntry[]): readonly ProjectStore[] {
  const { stores, problems } = findProjectStores(workspace, trustedHashes(known));
  for (const { where, what, hint } of problems) process.stderr.write(`${where}: ${what}${hint === undefined ? "" : ` (${hint})`}\n`);
  if (stores.length > 0) return stores;
  throw new Refusal(`no .lore/*.jsonl in ${workspace.gitTop ?? workspace.cwd}`, "lore-inject init makes them");
}

/** Enough to see what one lets in. */
const SHOWN = 10;
const WIDTH = 110;

function describe(store: ProjectStore, revoke: boolean): readonly string[] {
  const lines = countLines(store.bytes);
  const head = `${revoke ? "no longer trusted" : "trusted"}: ${store.path}, ${lines} line${lines === 1 ? "" : "s"}`;
  if (revoke) return [head];
  const titles = titlesOf(store);
  const rest = titles.length - SHOWN;
  return [head, ...titles.slice(0, SHOWN).map((title) => `  ${title}`), `  ${rest > 0 ? `and ${rest} more: ` : ""}all of it with lore-inject trust --show`];
}

function headOf({ path, isTrusted, bytes }: ProjectStore): string {
  return `${path}: ${bytes.length === 0 ? "empty" : isTrusted ? "trusted" : "not trusted"}`;
}

/** The newest first, as they would be shown. */
function titlesOf(store: ProjectStore): readonly string[] {
  return recordsOf(store)
    .reverse()
    .map(({ id, title }) => `${neutralizeLine(id)}  ${shorten(neutralizeLine(title), WIDTH)}`);
}

/** All that the agent would read of it. */
function showRecord({ id, title, body }: LoreRecord): readonly string[] {
  return [
    `  ${neutralizeLine(id)}  ${neutralizeLine(title)}`,
    ...body.map(([label, text]) => `    ${label === "" ? "" : `${label}: `}${neutralizeLine(text)}`),
  ];
}

function recordsOf({ source, path, bytes }: ProjectStore): LoreRecord[] {
  const parse = parserOf({ source, path, derived: false, shownAs: path });
  return bytes
    .toString("utf8")
    .split("\n")
    .flatMap((line) => {
      const value = parseObject(line);
      return value === null ? [] : (parse(value, lineId(value, source, line)) ?? []);
    });
}

function printTrusted(known: readonly TrustEntry[], json: boolean): void {
  const trusted = known.filter((entry) => entry.trusted);
  if (json) return printJson(trusted);
  print(trusted.length === 0 ? ["nothing is trusted"] : trusted.map(({ hash, path, at }) => `${at.slice(0, 10)}  ${hash.slice(0, 12)}  ${path}`));
}
