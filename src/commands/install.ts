/** `install`: registers the hooks in the client's settings, and sets up what a first use needs. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ALL_IMPORTERS } from "../import/all-importers.ts";
import { type Applied, applyInstall, foreseeInstall } from "../install/apply-install.ts";
import { type Asker, askAt, askNobody } from "../install/ask.ts";
import { type Command, commandFor, guarded } from "../install/command-for.ts";
import { type FoundLaunch, findLaunch } from "../install/find-launch.ts";
import { findRegistrations } from "../install/find-registrations.ts";
import type { Change, InstallRequest } from "../install/plan-install.ts";
import { renderDiff } from "../install/render-diff.ts";
import { foreseeServer, registerServer, type ServerPlace, serverPlace } from "../install/server-file.ts";
import { type FoundImport, type SetUp, setUp, showInjection } from "../install/set-up.ts";
import type { SettingsPlace, WritableScope } from "../install/settings-files.ts";
import { findObstacles, findSettings, type SettingsContent } from "../install/survey.ts";
import { type Tried, tryTrial } from "../install/try-command.ts";
import { EVENTS, wantedEntries } from "../install/wanted-entries.ts";
import { fallbackOf, SERVER, serverEntry } from "../install/warm-entries.ts";
import { SettingsError } from "../install/write-settings.ts";
import type { Context } from "../open-context.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { warmFolder } from "../store/warm-marker.ts";
import { importFrom } from "./import.ts";
import { print, printJson } from "./runtime.ts";

export interface InstallOptions extends CommonOptions {
  readonly scope: WritableScope;
  readonly events?: readonly string[];
  readonly dryRun?: boolean;
  /** False with --no-capture. */
  readonly capture: boolean;
  /** False with --no-setup. */
  readonly setup: boolean;
  readonly import?: boolean;
  /** Prompts are answered by the MCP server: true, false with --no-warm, else as it is. */
  readonly warm?: boolean;
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

export async function install(options: InstallOptions): Promise<void> {
  if (options.json && options.import) throw new Refusal("--import prints a report of its own, which is no JSON", "lore-inject import all --json, afterwards");
  const context = openForCommand(options);
  const settings = readAll(context);
  const plugin = settings.find(({ plugins }) => plugins.length > 0);
  if (plugin !== undefined && !options.force) return reportPlugin(plugin, options);
  const launch = findLaunch({ env: process.env, packageDir: join(__dirname, ".."), setting: context.config.runtime, flags: context.config.node_flags });
  if (launch === null) throw new Refusal("there is neither Node nor a usable Bun here", "install Node 20 or newer");
  const { request, server } = composeRequest(options, settings, { launch, context });
  // Before the hooks are registered: one without the other would be half an installation.
  const isServerDue = server !== null && orThrow(() => foreseeServer(server, server.entry));
  if (options.dryRun) return reportDryRun(request, isServerDue ? server : null, options);
  await installWith({ options, context, settings, launch, request, server });
}

interface Work {
  readonly options: InstallOptions;
  readonly context: Context;
  readonly settings: readonly SettingsContent[];
  readonly launch: FoundLaunch;
  readonly request: InstallRequest;
  readonly server: ServerChange | null;
}

/** Of the client's list of MCP servers; without an entry, ours goes. */
interface ServerChange extends ServerPlace {
  readonly entry: Readonly<Record<string, unknown>> | null;
}

async function installWith(work: Work): Promise<void> {
  const { options, context, launch, request } = work;
  const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true && !options.yes && !options.json;
  const ask = isInteractive ? askAt({ input: process.stdin, output: process.stdout }) : askNobody;
  try {
    const { changes } = orThrow(() => foreseeInstall(request));
    if (changes.length > 0 && !(await ask.confirm(question(changes, request), true))) return print(["nothing was written"]);
    const applied = orThrow(() => applyInstall(request, { stateDir: context.locations.stateDir, now: new Date(context.now) }));
    const isServerChanged = work.server !== null && orThrow(() => registerServer(work.server as ServerChange, work.server?.entry ?? null));
    const trial = tryTrial(promptCommand(request), process.env);
    const isFirst = applied.changes.length > 0 && applied.changes.every(({ kind }) => kind === "added");
    const made = isFirst && options.setup ? await setUpFor(work, ask, isInteractive) : null;
    report(work, { applied, trial, made, isServerChanged });
    if (isInteractive && made !== null && trial.fault === null && (await ask.confirm("Show what a session that starts here would see?", true)))
      print(showInjection({ command: launch.command, cwd: context.workspace.cwd, env: process.env }));
    if (trial.fault !== null) process.exitCode = 1;
  } finally {
    ask.close();
  }
}

/** As prompts are registered, but for a server that may answer them. */
function promptCommand({ command }: InstallRequest): Command {
  return commandFor(command, { event: "UserPromptSubmit", role: "inject" }, null);
}

function settingsPlace({ locations: { home }, workspace: { gitTop, cwd } }: Context): SettingsPlace {
  return { env: process.env, home, projectRoot: gitTop ?? cwd, platform: process.platform };
}

function readAll(context: Context): readonly SettingsContent[] {
  return findSettings(settingsPlace(context));
}

interface Composed {
  readonly request: InstallRequest;
  readonly server: ServerChange | null;
}

function composeRequest(options: InstallOptions, settings: readonly SettingsContent[], found: Pick<Work, "launch" | "context">): Composed {
  const { command } = found.launch;
  const events = options.events?.flatMap((names) => names.split(",")).filter((name) => name !== "") ?? null;
  const unknown = events?.find((event) => !EVENTS.includes(event));
  if (unknown !== undefined) throw new Refusal(`there is nothing to do on ${unknown}`, `events: ${EVENTS.join(", ")}`);
  const file = settings.find(({ scope }) => scope === options.scope)?.path ?? (options.scope === "user" ? null : settings[0]?.path);
  if (file == null) throw new Refusal("there is no home folder for the settings", "set HOME or CLAUDE_CONFIG_DIR, or choose --scope project");
  const wasWarm = findRegistrations(settings.find(({ path }) => path === file)?.text ?? "", LOOK).some(({ role }) => role === "warm");
  const warm = options.warm ?? wasWarm;
  const fallback = warm ? fallbackOf(command, warmFolder(found.context.locations.stateDir)) : null;
  if (warm && fallback === null) throw new Refusal("prompts cannot be warm here", "it needs a shell (not Windows), Node and a state folder: leave out --warm");
  const wanted = wantedEntries({ events, capture: options.capture, warm });
  const place = warm || wasWarm ? serverPlace(options.scope, settingsPlace(found.context)) : null;
  return {
    request: { file, command: guarded(command, wanted), wanted, isExact: events !== null, dropsCapture: !options.capture, fallback },
    server: place === null ? null : { ...place, entry: warm ? serverEntry(command) : null },
  };
}

const LOOK = { command: null, exists: () => true };

/** What the disk or a file says becomes what the person reads. */
export function orThrow<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const { where, what, hint } = error.problem;
    throw new Refusal(`${where} ${what}`, hint);
  }
}

function setUpFor({ options, context }: Work, ask: Asker, isInteractive: boolean): Promise<SetUp> {
  const { workspace, locations, dataRoot } = context;
  const place = { home: locations.home, root: workspace.gitTop ?? workspace.cwd };
  const findImports = (): readonly FoundImport[] =>
    ALL_IMPORTERS.map(({ name, title, usualPlaces }) => ({ name, title, paths: usualPlaces(place).filter((path) => path !== dataRoot.path) })).filter(
      ({ paths }) => paths.length > 0,
    );
  const runImport = ({ name }: FoundImport): Promise<void> => importFrom(name, [], { ...(options.cwd === undefined ? {} : { cwd: options.cwd }) });
  return setUp({ ask, isInteractive, dataRoot: dataRoot.path, findImports, runImport, imports: options.import === true });
}

function question(changes: readonly Change[], { file }: InstallRequest): string {
  return `${describeChanges(changes)
    .map((line) => `${line}\n`)
    .join("")}${existsSync(file) ? "Change" : "Make"} ${file}?`;
}

const NAMES = { warm: "warm context", inject: "context", capture: "capture" };

function describeChanges(changes: readonly Change[]): readonly string[] {
  const kinds = ["added", "upgraded", "removed"] as const;
  return kinds.flatMap((kind) =>
    (["warm", "inject", "capture"] as const).flatMap((role) => {
      const events = changes.filter((change) => change.kind === kind && change.role === role).map(({ event }) => event);
      return events.length === 0 ? [] : [`${kind.padEnd(10)} ${NAMES[role]} on ${events.join(", ")}`];
    }),
  );
}

interface Outcome {
  readonly applied: Applied;
  readonly trial: Tried;
  readonly made: SetUp | null;
  readonly isServerChanged: boolean;
}

function report({ options, context, settings, launch, request, server }: Work, { applied, trial, made, isServerChanged }: Outcome): void {
  const warnings = [...launch.warnings, ...findObstacles(settings, request.file, options.scope)];
  const { changes, backup } = applied;
  const command = promptCommand(request);
  if (options.json)
    return printJson({
      ...{ file: request.file, scope: options.scope, isChanged: changes.length > 0, changes, backup },
      ...{ ...command, why: launch.why, warnings, dataRoot: context.dataRoot.path, dataFolder: made?.dataFolder ?? null },
      server: server === null ? null : { file: server.file, isRegistered: server.entry !== null, isChanged: isServerChanged },
      check: { ok: trial.fault === null, ms: Math.round(trial.ms), fault: trial.fault },
    });
  print([
    ...(changes.length === 0 ? [`already installed in ${request.file}: nothing was changed`] : [`settings   ${request.file}`, ...describeChanges(changes)]),
    ...(backup === null ? [] : [`backup     ${backup}`]),
    ...(server === null ? [] : [describeServer(server, isServerChanged)]),
    `command    ${[command.command, ...command.args].join(" ")}`,
    ...(changes.length === 0 ? [] : [`why        ${launch.why}`]),
    ...(made?.dataFolder === "made" ? [`records    ${context.dataRoot.path}, made`] : []),
    `check      ${trial.fault === null ? `the registered command answers a trial event, ${Math.round(trial.ms)} ms` : `FAILED: ${trial.fault}`}`,
    ...warnings.map((warning) => `warning    ${warning}`),
    ...(changes.length === 0 ? [] : ["Sessions that start from now on use it. lore-inject uninstall takes it back."]),
  ]);
}

function describeServer({ file, entry }: ServerChange, isChanged: boolean): string {
  if (entry === null) return `server     ${isChanged ? "taken out of" : "not in"} ${file}: prompts start the hook again`;
  return `server     ${isChanged ? "registered" : "already"} in ${file} as ${SERVER}: it answers prompts while it runs, else the hook does`;
}

function reportPlugin({ path, plugins }: SettingsContent, { json }: InstallOptions): void {
  if (json) return printJson({ isChanged: false, plugin: plugins[0], enabledIn: path });
  print([`the plugin ${plugins[0]} is enabled in ${path}, and registers these hooks itself: nothing was written`, "--force registers them all the same"]);
}

function reportDryRun(request: InstallRequest, server: ServerChange | null, { json }: InstallOptions): void {
  const { before, after, changes } = orThrow(() => foreseeInstall(request));
  const diff = renderDiff(before, after, request.file);
  const note =
    server === null ? [] : [`${server.entry === null ? "would be taken out of" : "would be registered in"} ${server.file}: the MCP server ${SERVER}`];
  if (json) return printJson({ file: request.file, isChanged: false, changes, diff: diff.join("\n"), server: server?.file ?? null });
  print([...(diff.length === 0 ? [`already installed in ${request.file}: nothing would change`] : diff), ...note]);
}
