/** Prompts are started with flags of Node's, sessions without: an update may bring a Node that refuses them, and here it can still be told. */
import { readLaunch, writeLaunch } from "../store/launch-file.ts";

/** Node comes up in a twentieth of it. */
const TIMEOUT_MS = 2000;

/** What to tell the person; null while prompts can be started. Costs a small file, and a start of Node for each version once. */
export function tryFlags(stateDir: string | null): string | null {
  const note = stateDir === null ? null : readLaunch(stateDir);
  const { node } = process.versions;
  if (stateDir === null || note === null || note.node === node || process.versions.bun !== undefined) return null;
  const { spawnSync } = require("node:child_process") as typeof import("node:child_process");
  const { status } = spawnSync(process.execPath, [...note.flags, "-e", "0"], { stdio: "ignore", timeout: TIMEOUT_MS });
  // Too busy to tell is no answer.
  if (status === null) return null;
  if (status === 0) writeLaunch(stateDir, { flags: note.flags, node });
  return status === 0 ? null : `lore-inject: prompts get no context, as Node ${node} refuses ${note.flags.join(" ")}. Run: lore-inject install`;
}
