/**
 * Brings the index up to date by a process of Node, which is looked for: inside OpenCode the runtime's own program is OpenCode, and
 * starting that once more would open a second one.
 */
import { spawn } from "node:child_process";
import { accessSync } from "node:fs";
import { basename, join } from "node:path";
import { findOnPath } from "../../launch/find-runtimes.ts";
import { startRefresh } from "../../scan.ts";

type StartRequest = Parameters<typeof startRefresh>[0];

/** One attempt in this time, whatever comes of it. */
const RETRY_MS = 60_000;
const triedAt = new Map<string, number>();

export function refreshIndex(request: StartRequest): void {
  const runtime = /^(?:node|bun)(?:\.exe)?$/i.test(basename(process.execPath)) ? process.execPath : null;
  if (runtime !== null) return startRefresh(request);
  const node = findOnPath("node", process.env);
  const { place, shippedDir, cwd, dataRoot } = request;
  // Without Node the stores are read directly, until a command refreshes the index.
  if (node === null || Date.now() - (triedAt.get(place.key) ?? 0) < RETRY_MS) return;
  triedAt.set(place.key, Date.now());
  try {
    const script = join(shippedDir, "bin", "lore-inject.js");
    accessSync(script);
    const env = dataRoot === null ? process.env : { ...process.env, LORE_DATA_DIR: dataRoot };
    const args = [script, "index", "refresh", "--background", "--cwd", cwd];
    const child = spawn(node, args, { cwd: shippedDir, env, detached: true, stdio: "ignore", windowsHide: true });
    child.on("error", () => {});
    child.unref();
  } catch {
    // The same: the stores are read directly.
  }
}
