/** Tells hooks that a server answers the prompts of its client: `warm/<client's process id>` in the state folder holds the server's. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function warmFolder<State extends string | null>(stateDir: State): State {
  return (stateDir === null ? null : join(stateDir, "warm")) as State;
}

/** Returns what takes the mark away again. A folder that cannot be written leaves prompts to the hook. */
export function markWarm(stateDir: string, { client = process.ppid, server = process.pid } = {}): () => void {
  const file = join(warmFolder(stateDir), String(client));
  try {
    mkdirSync(warmFolder(stateDir), { recursive: true, mode: 0o700 });
    removeDead(warmFolder(stateDir));
    writeFileSync(file, `${server}\n`, { mode: 0o600 });
  } catch {
    return () => {};
  }
  return () => {
    // Another server of the same client may have come after us.
    if (readNumber(file) === server) rmSync(file, { force: true });
  };
}

/** What killed servers left. */
function removeDead(folder: string): void {
  for (const name of readdirSync(folder)) {
    const server = readNumber(join(folder, name));
    if (server === null || !isAlive(server)) rmSync(join(folder, name), { force: true });
  }
}

function readNumber(file: string): number | null {
  try {
    const number = Number.parseInt(readFileSync(file, "utf8"), 10);
    return number > 0 ? number : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
