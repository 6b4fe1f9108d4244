/** What install did to which settings file, so that uninstall can undo exactly that. A small file in the state folder; without it, entries are edited out. */
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface InstallRecord {
  /** Of the bytes that install wrote: still the same means that nobody else has changed the file. */
  readonly hash: string;
  /** What was there before. A backup that holds entries of ours, from an older registration, is not put back. */
  readonly before: { readonly kind: "backup"; readonly path: string } | { readonly kind: "absent" };
  /** The outermost folder that was made for it. */
  readonly madeFolder: string | null;
  /** Objects and lists that were made in it. */
  readonly containers: readonly string[];
}

const VERSION = 1;

type Records = Readonly<Record<string, InstallRecord>>;

function fileIn(stateDir: string): string {
  return join(stateDir, "installed.json");
}

export function readRecord(stateDir: string | null, settings: string): InstallRecord | null {
  return stateDir === null ? null : (readAll(stateDir)[settings] ?? null);
}

/** A damaged file counts as none: then nothing is put back, and our entries are edited out. */
function readAll(stateDir: string): Records {
  try {
    const stored = JSON.parse(readFileSync(fileIn(stateDir), "utf8")) as { readonly version?: unknown; readonly files?: unknown };
    if (stored.version !== VERSION || typeof stored.files !== "object" || stored.files === null) return {};
    return Object.fromEntries(Object.entries(stored.files).filter((entry): entry is [string, InstallRecord] => isRecord(entry[1])));
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is InstallRecord {
  const { hash, before, madeFolder, containers } = Object(value) as Readonly<Record<string, unknown>>;
  const { kind, path } = Object(before) as Readonly<Record<string, unknown>>;
  const isKnown = (kind === "backup" && typeof path === "string") || kind === "absent";
  return typeof hash === "string" && isKnown && (madeFolder === null || typeof madeFolder === "string") && Array.isArray(containers);
}

/** Null takes the record of this file away. */
export function writeRecord(stateDir: string | null, settings: string, record: InstallRecord | null): void {
  if (stateDir === null) return;
  const { [settings]: _old, ...others } = readAll(stateDir);
  const files = record === null ? others : { ...others, [settings]: record };
  if (Object.keys(files).length === 0) return removeAll(stateDir);
  const aside = `${fileIn(stateDir)}.${process.pid}.tmp`;
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  writeFileSync(aside, `${JSON.stringify({ version: VERSION, files }, null, 2)}\n`, { mode: 0o600 });
  renameSync(aside, fileIn(stateDir));
}

function removeAll(stateDir: string): void {
  rmSync(fileIn(stateDir), { force: true });
  try {
    rmdirSync(stateDir);
  } catch {
    // Sessions are remembered in it, or there never was one.
  }
}
