/** `install --client opencode` and its uninstall: our plugin in OpenCode's settings. Records are not touched. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Applied, addPlugin, foreseeAdd, foreseeRemove, type Removed, removePlugin } from "../install/opencode/apply-plugin.ts";
import { findPluginAddress, type OpenCodeScope, openCodeFiles, type PluginAddress } from "../install/opencode/opencode-files.ts";
import type { PlanRequest } from "../install/opencode/plan-plugin.ts";
import { renderDiff } from "../install/render-diff.ts";
import type { Context } from "../open-context.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { orThrow } from "./install.ts";
import { print, printJson } from "./runtime.ts";

export interface OpenCodeOptions extends CommonOptions {
  /** `local` is a scope of another client. */
  readonly scope: OpenCodeScope | "local";
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export async function installOpenCode(options: OpenCodeOptions): Promise<void> {
  const context = openForCommand(options);
  const address = findPluginAddress(join(__dirname, ".."));
  if (!existsSync(address.file))
    throw new Refusal(`${address.file} is not there`, "npm install -g lore-inject brings it; in a checkout, npm run build makes it");
  const files = filesOf(options, context);
  // One that has it already is the one to bring up to date.
  const file = files.find((each) => orThrow(() => foreseeRemove({ file: each, url: address.url }, null)).change !== "none") ?? files[0] ?? "";
  const request: PlanRequest = { file, url: address.url };
  if (options.dryRun)
    return reportDryRun(
      request,
      orThrow(() => foreseeAdd(request)),
      options,
    );
  const applied = orThrow(() => addPlugin(request, { stateDir: context.locations.stateDir, now: new Date(context.now) }));
  const fault = await tryPlugin(address.url);
  report({ options, address, file, applied, fault });
  if (fault !== null) process.exitCode = 1;
}

export async function uninstallOpenCode(options: OpenCodeOptions): Promise<void> {
  const context = openForCommand(options);
  const { url } = findPluginAddress(join(__dirname, ".."));
  const { stateDir } = context.locations;
  const requests = filesOf(options, context).map((file) => ({ file, url }));
  if (options.dryRun) {
    const foreseen = requests.map((request) => ({ request, removed: orThrow(() => foreseeRemove(request, stateDir)) }));
    const { request, removed } = foreseen.find((each) => each.removed.change !== "none") ?? foreseen[0] ?? noHome();
    return reportDryRun(request, removed, options);
  }
  const done = requests.map(({ file }) => ({ file, removed: orThrow(() => removePlugin({ file, url }, stateDir)) }));
  if (options.json) return printJson(done.map(({ file, removed }) => ({ file, change: removed.change, isRestored: removed.isRestored })));
  const changed = done.filter(({ removed }) => removed.change !== "none");
  print(changed.length === 0 ? [`nothing of lore-inject is registered in ${requests[0]?.file}`] : changed.flatMap(describeRemoval));
}

function filesOf({ scope }: OpenCodeOptions, { locations: { home }, workspace: { gitTop, cwd } }: Context): readonly string[] {
  if (scope === "local") throw new Refusal("OpenCode has no settings of a person for one project", "--scope user, or --scope project");
  const files = openCodeFiles({ scope, env: process.env, home, projectRoot: gitTop ?? cwd });
  return files.length === 0 ? noHome() : files;
}

function noHome(): never {
  throw new Refusal("there is no home folder for the settings", "set HOME or XDG_CONFIG_HOME, or choose --scope project");
}

/** OpenCode says nothing when a plugin cannot be loaded, so it is loaded here. */
async function tryPlugin(url: string): Promise<string | null> {
  try {
    const { default: plugin, ...others } = (await import(url)) as Readonly<Record<string, unknown>>;
    if (Object.keys(others).length > 0) return `it exports more than a plugin: ${Object.keys(others).join(", ")}`;
    return typeof plugin === "function" ? null : "it exports no plugin";
  } catch (error) {
    return (error as Error).message;
  }
}

interface Outcome {
  readonly options: OpenCodeOptions;
  readonly address: PluginAddress;
  readonly file: string;
  readonly applied: Applied;
  readonly fault: string | null;
}

function report({ options, address, file, applied, fault }: Outcome): void {
  const { change, backup } = applied;
  const shared = options.scope === "project" ? [`${file} is usually committed, and this path holds on this machine alone`] : [];
  const warnings = [...address.warnings, ...shared];
  if (options.json)
    return printJson({
      client: "opencode",
      file,
      isChanged: change !== "none",
      change,
      backup,
      plugin: address.url,
      warnings,
      check: { ok: fault === null, fault },
    });
  print([
    ...(change === "none" ? [`already installed in ${file}: nothing was changed`] : [`settings   ${file}`, `${change.padEnd(10)} ${address.url}`]),
    ...(backup === null ? [] : [`backup     ${backup}`]),
    `check      ${fault === null ? "the plugin can be loaded" : `FAILED: ${fault}`}`,
    ...warnings.map((warning) => `warning    ${warning}`),
    ...(change === "none"
      ? []
      : [
          `OpenCode uses it when it is started next. lore-inject uninstall --client opencode${options.scope === "project" ? " --scope project" : ""} takes it back.`,
        ]),
  ]);
}

function describeRemoval({ file, removed }: { readonly file: string; readonly removed: Removed }): readonly string[] {
  if (removed.after === null) return [`removed    ${file}: install had made it`];
  if (removed.isRestored) return [`restored   ${file}, byte for byte as it was before`];
  const kept = removed.backup !== null && existsSync(removed.backup) ? [`backup     ${removed.backup}, from before install, stays`] : [];
  return [`removed    the plugin from ${file}; what else changed since is kept`, ...kept];
}

function reportDryRun({ file }: PlanRequest, { before, after, change }: Pick<Applied, "before" | "after" | "change">, { json }: OpenCodeOptions): void {
  const diff = renderDiff(before, after, file);
  if (json) return printJson({ client: "opencode", file, isChanged: false, change, diff: diff.join("\n") });
  print(diff.length === 0 ? [`nothing would change in ${file}`] : diff);
}
