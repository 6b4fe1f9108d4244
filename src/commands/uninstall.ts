/** `uninstall`: takes the hooks out of the client's settings again. Records stay, unless --purge is confirmed. */
import { existsSync } from "node:fs";
import { applyUninstall, foreseeUninstall, type Removal } from "../install/apply-uninstall.ts";
import { askAt, askNobody } from "../install/ask.ts";
import { findPurgeFolders, type PurgeFolder, removePurgeFolders } from "../install/purge-folders.ts";
import { renderDiff } from "../install/render-diff.ts";
import { isOurServer, readServer, registerServer, type ServerPlace, serverPlace } from "../install/server-file.ts";
import { type SettingsPlace, settingsFiles, type WritableScope } from "../install/settings-files.ts";
import { findSettings, isRegistered } from "../install/survey.ts";
import type { Context } from "../open-context.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { orThrow } from "./install.ts";
import { print, printJson } from "./runtime.ts";

export interface UninstallOptions extends CommonOptions {
  readonly scope: WritableScope;
  readonly dryRun?: boolean;
  readonly purge?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export async function uninstall(options: UninstallOptions): Promise<void> {
  const context = openForCommand(options);
  const { stateDir } = context.locations;
  const file = fileOf(options.scope, context);
  const folders = options.purge ? foldersOf(context) : [];
  const server = findServer(options.scope, context);
  if (options.dryRun) {
    const servers = server === null ? [] : [server.file];
    return reportDryRun({ file, folders, servers, removal: orThrow(() => foreseeUninstall(file, stateDir)) }, options);
  }
  const isConfirmed = await confirmPurge(folders, options);
  const removal = orThrow(() => applyUninstall(file, stateDir));
  const servers = server !== null && orThrow(() => registerServer(server, null)) ? [server.file] : [];
  const purged = isConfirmed ? folders : [];
  removePurgeFolders(purged, { dataRoot: context.dataRoot.path });
  if (options.json)
    return printJson({ file, kind: removal.kind, removed: removal.removed, isFileRemoved: isGone(removal), left: removal.left, servers, purged });
  print([
    ...describeRemoval(file, removal),
    ...servers.map((path) => `removed    the MCP server from ${path}`),
    ...describeOthers(file, context),
    ...describeData(purged, context),
  ]);
}

/** Null where the client does not know ours. One that the person registered under the same name, but otherwise, stays. */
function findServer(scope: WritableScope, context: Context): ServerPlace | null {
  const place = serverPlace(scope, placeOf(context));
  return place !== null && isOurServer(readServer(place)) ? place : null;
}

function fileOf(scope: WritableScope, context: Context): string {
  const files = settingsFiles(placeOf(context));
  const file = files.find((each) => each.scope === scope) ?? (scope === "user" ? undefined : files[0]);
  if (file === undefined) throw new Refusal("there is no home folder for the settings", "set HOME or CLAUDE_CONFIG_DIR, or choose --scope project");
  return file.path;
}

function foldersOf({ dataRoot, locations: { stateDir, cacheDir } }: Context): readonly PurgeFolder[] {
  return findPurgeFolders({ dataRoot: dataRoot.path, stateDir, cacheDir });
}

/** Before anything is changed: who says no has changed nothing but the settings. Nobody there to ask is no yes. */
async function confirmPurge(folders: readonly PurgeFolder[], { purge, yes, json }: UninstallOptions): Promise<boolean> {
  if (!purge || folders.length === 0) return false;
  if (yes) return true;
  const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true && !json;
  if (!isInteractive) throw new Refusal("--purge asks before it removes records, and nobody is here to answer", "--yes means it; nothing was changed");
  const ask = isInteractive ? askAt({ input: process.stdin, output: process.stdout }) : askNobody;
  print(["These would be removed for good, with everything that you or the lore command wrote there:", ...folders.map(describeFolder)]);
  try {
    return await ask.confirm("Remove them?", false);
  } finally {
    ask.close();
  }
}

function describeFolder({ what, path, files, bytes }: PurgeFolder): string {
  const size = bytes < 10_000 ? `${bytes} bytes` : bytes < 10_000_000 ? `${Math.round(bytes / 1000)} kB` : `${Math.round(bytes / 1_000_000)} MB`;
  return `  ${what.padEnd(6)} ${path}: ${files} ${files === 1 ? "file" : "files"}, ${size}`;
}

function isGone({ kind, after }: Removal): boolean {
  return kind !== "none" && after === null;
}

function describeRemoval(file: string, removal: Removal): readonly string[] {
  const { kind, removed, left, backup } = removal;
  const kept = kind === "edited" && backup !== null && existsSync(backup) ? [`backup     ${backup}, from before install, stays`] : [];
  return [describeKind(file, removal), ...kept, ...left.map((line) => `left       ${line}: it does more than start lore-inject, so change it by hand`)].map(
    (line) => line.replace("{n}", `${removed} ${removed === 1 ? "entry" : "entries"}`),
  );
}

function describeKind(file: string, removal: Removal): string {
  if (removal.kind === "none") return `nothing of lore-inject is registered in ${file}`;
  if (isGone(removal)) return `removed    ${file}: install had made it`;
  return removal.kind === "restored" ? `restored   ${file}, byte for byte as it was before` : `removed    {n} from ${file}; what else changed since is kept`;
}

/** It may stand in several files; each is taken back by itself. */
function describeOthers(file: string, context: Context): readonly string[] {
  return findSettings(placeOf(context))
    .filter((other) => other.path !== file && isRegistered(other))
    .map(({ path, scope, plugins }) =>
      plugins.length > 0 ? `still      by the plugin ${plugins[0]}, enabled in ${path}` : `still      in ${path}: lore-inject uninstall --scope ${scope}`,
    );
}

function placeOf({ locations: { home }, workspace: { gitTop, cwd } }: Context): SettingsPlace {
  return { env: process.env, home, projectRoot: gitTop ?? cwd, platform: process.platform };
}

function describeData(purged: readonly PurgeFolder[], { dataRoot, locations: { userConfigDir } }: Context): readonly string[] {
  if (purged.length === 0)
    return dataRoot.path !== null && existsSync(dataRoot.path) ? [`kept       your records in ${dataRoot.path} (--purge removes them)`] : [];
  const config = userConfigDir !== null && existsSync(userConfigDir) ? [`kept       your settings in ${userConfigDir}`] : [];
  return ["purged", ...purged.map(describeFolder), ...config];
}

interface Foreseen {
  readonly file: string;
  readonly removal: Removal;
  readonly folders: readonly PurgeFolder[];
  /** Lists of MCP servers that ours would be taken out of. */
  readonly servers: readonly string[];
}

function reportDryRun({ file, removal, folders, servers }: Foreseen, { json }: UninstallOptions): void {
  const diff = removal.kind === "none" ? [] : renderDiff(removal.before, removal.after, file);
  if (json) return printJson({ file, kind: removal.kind, diff: diff.join("\n"), servers, folders });
  print([
    ...(diff.length === 0 ? [`nothing of lore-inject is registered in ${file}`] : diff),
    ...servers.map((path) => `would remove the MCP server from ${path}`),
    ...folders.map((folder) => `would remove${describeFolder(folder)}`),
  ]);
}
