/** Whether a client loads an AGENTS.md by itself. What it has reported as loaded is asked for elsewhere. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { findImports } from "./find-imports.ts";
import { isWithin, readInside } from "./read-inside.ts";
import type { Client } from "./surroundings.ts";

export interface ClientRelease {
  readonly client: Client;
  /** Null when it is not known. */
  readonly clientVersion: string | null;
}

/** From this release on Claude Code reads AGENTS.md where no CLAUDE.md speaks. */
const READS_AGENTS: readonly number[] = [2, 1, 277];

export function isNativeAgents(file: string, root: string, { client, clientVersion }: ClientRelease): boolean {
  if (client === "opencode") return true;
  const folder = dirname(file);
  if (claudeLeadsTo(file, folder, root)) return true;
  // Of an unknown release we assume the older behaviour: a text shown twice costs less than one that nobody shows.
  return clientVersion !== null && isAtLeast(clientVersion, READS_AGENTS) && !claudeSpeaks(folder, root);
}

/** A CLAUDE.md beside it, which the client loads, is a link to it or imports it. */
function claudeLeadsTo(file: string, folder: string, root: string): boolean {
  return [join(folder, "CLAUDE.md"), join(folder, ".claude", "CLAUDE.md")].some((claude) => {
    try {
      return (
        existsSync(claude) && (realpathSync(claude) === realpathSync(file) || findImports(readInside(claude, [root]), dirname(claude), null).includes(file))
      );
    } catch {
      return false;
    }
  });
}

/** Above the root only a CLAUDE.md counts: a `.claude` there may be that of the person. */
function claudeSpeaks(folder: string, root: string): boolean {
  if (existsSync(join(folder, "CLAUDE.md"))) return true;
  if (isWithin(folder, root) && existsSync(join(folder, ".claude", "CLAUDE.md"))) return true;
  const parent = dirname(folder);
  return parent !== folder && claudeSpeaks(parent, root);
}

function isAtLeast(version: string, wanted: readonly number[]): boolean {
  const parts = (/\d+(?:\.\d+)*/.exec(version)?.[0] ?? "").split(".").map(Number);
  const differing = wanted.findIndex((part, index) => (parts[index] ?? 0) !== part);
  return differing < 0 || (parts[differing] ?? 0) > (wanted[differing] ?? 0);
}
