/** Reads every place where the client looks for hooks, settings files and plugins, and what of it is ours. */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { Node } from "jsonc-parser";
import type { Environment } from "../config/environment.ts";
import type { Command } from "../install/command-for.ts";
import { findLooseJson, findRegistrations, handlersOf, hooksAreOff, parseSettings, type Registration } from "../install/find-registrations.ts";
import { memberOf } from "../install/json-edit.ts";
import { recognizeEntry } from "../install/recognize-entry.ts";
import { type SettingsFile, type SettingsPlace, settingsFiles } from "../install/settings-files.ts";
import { UNLESS_WARM } from "../install/warm-entries.ts";
import { readSettings, SettingsError } from "../install/write-settings.ts";
import { findOnPath } from "../launch/find-runtimes.ts";
import type { Problem } from "../types.ts";
import { readPlugins } from "./read-plugins.ts";

type Scope = SettingsFile["scope"];

/** One of our entries, and what a look at the disk says about it. */
export interface Entry extends Registration {
  readonly scope: Scope | "plugin";
  /** The file it stands in. */
  readonly file: string;
  /** `name@marketplace`; null in a settings file. */
  readonly plugin: string | null;
  readonly pluginRoot: string | null;
  /** What it starts and is not there. */
  readonly missing: string | null;
  /** It has an `if`, with which the client never runs a hook on UserPromptSubmit. */
  readonly isConditional: boolean;
  /** Of the package that it starts; null when that cannot be told. */
  readonly version: string | null;
}

export interface HookPlace {
  readonly scope: Scope | "plugin";
  readonly file: string;
  readonly plugin: string | null;
  readonly exists: boolean;
  readonly entries: readonly Entry[];
  /** Why nothing in it could be read. */
  readonly problem: Problem | null;
  /** Why the client ignores it, though we can read it. */
  readonly loose: Problem | null;
  /** The setting in it that keeps hooks from running. */
  readonly isOffBy: string | null;
}

export interface ReadRequest extends SettingsPlace {
  /** What would be registered now. */
  readonly command: Command | null;
}

export function readRegistrations(request: ReadRequest): readonly HookPlace[] {
  const files = settingsFiles(request).map(({ scope, path }) => ({ scope, path, read: readText(path) }));
  const settings = files.map(({ scope, path, read }) => readPlace({ scope, file: path, plugin: null, root: null }, read, request));
  const plugins = readPlugins(
    files.map(({ path, read }) => ({ path, text: read.text ?? "" })),
    dirname(files.find(({ scope }) => scope === "user")?.path ?? ""),
    request.projectRoot,
  );
  return [
    ...settings,
    ...plugins.map(({ name, root, hooks }) => readPlace({ scope: "plugin", file: hooks, plugin: name, root }, root === null ? GONE : readText(hooks), request)),
  ];
}

interface ReadText {
  readonly text: string | null;
  readonly problem: Problem | null;
}

const GONE: ReadText = { text: null, problem: null };

function readText(path: string): ReadText {
  try {
    // A pipe would never end.
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && !stat.isFile()) return { text: null, problem: { where: path, what: "is not a regular file", hint: "move it away" } };
    return { text: readSettings(path).text, problem: null };
  } catch (error) {
    const problem = error instanceof SettingsError ? error.problem : { where: path, what: `cannot be read: ${(error as Error).message}` };
    return { text: null, problem };
  }
}

interface PlaceName {
  readonly scope: Scope | "plugin";
  readonly file: string;
  readonly plugin: string | null;
  readonly root: string | null;
}

function readPlace({ scope, file, plugin, root }: PlaceName, { text, problem }: ReadText, { command, env }: ReadRequest): HookPlace {
  const place = { scope, file, plugin, exists: text !== null || problem !== null };
  if (text === null) return { ...place, entries: [], problem, loose: null, isOffBy: null };
  const parsed = parseSettings(text.replace(/^\uFEFF/, ""), file);
  const found = parsed.ok ? findRegistrations(text, { command, exists: existsSync }) : [];
  return {
    ...place,
    entries: found.map((entry) => ({ ...toEntry(entry, { scope, file, plugin, root }, env), isConditional: parsed.ok && hasCondition(entry, parsed.root) })),
    problem: parsed.ok ? null : parsed.problem,
    loose: parsed.ok && text.trim() !== "" ? findLooseJson(text, file) : null,
    isOffBy: parsed.ok ? offBy(text, scope) : null,
  };
}

function hasCondition({ event, group, index }: Registration, root: Node | null): boolean {
  const handlers = root === null ? [] : handlersOf(root);
  const own = handlers.find((each) => each.event === event && each.group === group && each.index === index);
  return own !== undefined && memberOf(own.node, "if") !== undefined;
}

/** Only an administrator can leave nothing but his own hooks. */
function offBy(text: string, scope: PlaceName["scope"]): string | null {
  const name = hooksAreOff(text);
  return name === "allowManagedHooksOnly" && scope !== "managed" ? null : name;
}

function toEntry(entry: Registration, { scope, file, plugin, root }: PlaceName, env: Environment): Omit<Entry, "isConditional"> {
  const fill = (word: string): string => (root === null ? word : word.replaceAll(`\${CLAUDE_PLUGIN_ROOT}`, root));
  const command = fill(entry.command);
  const args = entry.args?.map(fill) ?? null;
  const program = recognizeEntry(command, args)?.program ?? null;
  const isThere = isAbsolute(program ?? "") ? existsSync(program ?? "") : true;
  return {
    ...{ ...entry, command, args, scope, file, plugin, pluginRoot: root },
    missing: isThere ? missingStart(command, args, program, env) : program,
    version: program === null || !isThere ? null : versionOf(program, env),
  };
}

/** Of what stands before the script: a runtime by its path, or by a name that must be on the PATH. */
function missingStart(command: string, args: readonly string[] | null, program: string | null, env: Environment): string | null {
  // A shell has its own ways of finding things: the self-test tells.
  if (args === null) return null;
  const words = [command, ...args];
  const before = words.slice(0, program === null ? 1 : Math.max(1, words.indexOf(program)));
  // The folder in which a server leaves its mark is there when one did.
  const isMarks = (at: number): boolean => (before[at - 1] ?? "").endsWith(UNLESS_WARM);
  const gone = before.find((word, at) => isAbsolute(word) && !isMarks(at) && !existsSync(word));
  if (gone !== undefined) return gone;
  return /[\\/]/.test(command) || findOnPath(command, env) !== null || process.platform === "win32" ? null : command;
}

function versionOf(program: string, env: Environment): string | null {
  try {
    const path = isAbsolute(program) ? program : findOnPath(program, env);
    if (path === null) return null;
    const manifest: unknown = JSON.parse(readFileSync(join(dirname(dirname(realpathSync(path))), "package.json"), "utf8"));
    const { name, version } = Object(manifest) as Readonly<Record<string, unknown>>;
    return name === "lore-inject" && typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}
