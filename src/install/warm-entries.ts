/** What makes prompts warm: a hook that calls the MCP server, and the usual command beside it for when there is no server. Pure. */
import { dirname, join } from "node:path";
import type { Command } from "./command-for.ts";

/** The name under which the client knows the server. */
export const SERVER = "lore-inject";
const TOOL = "hook_prompt";
export const WARM_EVENT = "UserPromptSubmit";
/** The script that starts the usual command only if no server answers. */
export const UNLESS_WARM = "unless-warm.sh";

/** The client puts the event's own fields in the place of these. */
const FIELDS = ["hook_event_name", "session_id", "transcript_path", "cwd", "agent_id", "prompt"];
const INPUT: Readonly<Record<string, string>> = Object.fromEntries(FIELDS.map((name) => [name, `\${${name}}`]));
const SECONDS = 5;

/** How to fall back: the script, and the folder in which servers leave their marks. */
export interface Fallback {
  readonly script: string;
  readonly folder: string;
}

/** `folder`: where servers leave their marks. Null where no script can stand in: no such folder, or no shell. */
export function fallbackOf({ args }: Command, folder: string | null, platform: NodeJS.Platform = process.platform): Fallback | null {
  const program = args.find((word) => word.endsWith("lore-inject.js"));
  if (program === undefined || folder === null || platform === "win32") return null;
  return { script: join(dirname(program), UNLESS_WARM), folder };
}

export function warmHandler(): Readonly<Record<string, unknown>> {
  return { type: "mcp_tool", server: SERVER, tool: TOOL, input: INPUT, timeout: SECONDS };
}

/** Whether a hook of a settings file is the one that calls our server. */
export function isWarmHandler({ type, server, tool }: Readonly<Record<string, unknown>>): boolean {
  return type === "mcp_tool" && server === SERVER && tool === TOOL;
}

export function serverEntry({ command, args }: Command): Readonly<Record<string, unknown>> {
  return { type: "stdio", command, args: [...args, "mcp"], env: {} };
}
