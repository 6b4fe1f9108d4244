/** Starts a registration as the client does: without a shell or through one, with the variables that the client sets. */
import type { Environment } from "../config/environment.ts";
import type { Start } from "../launch/measure-starts.ts";
import type { Entry } from "./read-registrations.ts";

export interface ClientPlace {
  readonly env: Environment;
  /** Where the client was started. */
  readonly projectDir: string;
}

export function startOf(entry: Pick<Entry, "command" | "args" | "pluginRoot">, { env, projectDir }: ClientPlace): Start {
  const own = { ...env, CLAUDE_PROJECT_DIR: projectDir, ...(entry.pluginRoot === null ? {} : { CLAUDE_PLUGIN_ROOT: entry.pluginRoot }) };
  const label = "hook";
  if (entry.args !== null) {
    const fill = (word: string): string => word.replaceAll(`\${CLAUDE_PROJECT_DIR}`, projectDir);
    return { label, command: fill(entry.command), args: entry.args.map(fill), env: own };
  }
  if (process.platform === "win32") return { label, command: env.ComSpec ?? "cmd.exe", args: ["/d", "/s", "/c", entry.command], env: own };
  return { label, command: "sh", args: ["-c", entry.command], env: own };
}

/**
 * A settings file in a repository may be anybody's, and the client asks before it runs what stands there; we do not ask, so
 * of those we start only what we would have registered ourselves. A line with other programs in it is never started.
 */
export function whyNotRun({ scope, isCurrent, isMixed, missing }: Entry): string | null {
  if (missing !== null) return "what it starts is not there";
  if (isMixed) return "it starts other programs too";
  return (scope === "project" || scope === "local") && !isCurrent ? "it stands in the project's settings, and is not what lore-inject install writes" : null;
}
