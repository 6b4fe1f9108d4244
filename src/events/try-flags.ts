/** Prompts are started with flags of Node's, sessions without: an update may bring a Node that refuses them, and here it can still be told. */
import { noteTried, registeredFlags, wasTaken } from "../store/launch-file.ts";

/** Node comes up in a twentieth of it. */
const TIMEOUT_MS = 2000;

/** What to tell the person; null while prompts can be started. Costs a small file, and a start of Node for each version once. */
export function tryFlags(stateDir: string | null): string | null {
  if (stateDir === null || process.versions.bun !== undefined) return null;
  const flags = registeredFlags(stateDir);
  const { node } = process.versions;
  if (flags.length === 0 || isTaken(stateDir, node, flags)) return null;
  return `lore-inject: prompts get no context, as Node ${node} refuses ${flags.join(" ")}. Run: lore-inject install`;
}

function isTaken(stateDir: string, node: string, flags: readonly string[]): boolean {
  const known = wasTaken(stateDir, node, flags);
  if (known !== null) return known;
  const { spawnSync } = require("node:child_process") as typeof import("node:child_process");
  const { status } = spawnSync(process.execPath, [...flags, "-e", "0"], { stdio: "ignore", timeout: TIMEOUT_MS });
  // Too busy to tell is no answer.
  if (status !== null) noteTried(stateDir, node, flags, status === 0);
  return status === null || status === 0;
}
