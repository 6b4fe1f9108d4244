/** One try at putting another text in the place of a settings file: with a backup of what was there, unless install has left it so itself. */
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { type InstallRecord, readRecord } from "./install-record.ts";
import { followLink, makeFolder, type ReadFile, removeEmptyFolders, writeBackup, writeSettings } from "./write-settings.ts";

export interface ApplyPlace {
  readonly stateDir: string | null;
  readonly now: Date;
}

export interface Replaced {
  /** Of the registration before this one. */
  readonly old: InstallRecord | null;
  readonly backup: string | null;
  /** The outermost folder that had to be made. */
  readonly madeFolder: string | null;
  /** How the file was before us, for uninstall. */
  readonly before: InstallRecord["before"];
}

/** Null when the file changed between reading and writing: then what was made on the way is taken back. */
export function replaceSettings(file: string, read: ReadFile, text: string, { stateDir, now }: ApplyPlace): Replaced | null {
  const old = readRecord(stateDir, file);
  const untouched = old !== null && old.hash === read.hash ? old : null;
  const folder = dirname(followLink(file));
  const madeFolder = makeFolder(folder);
  const backup = read.text === null || untouched !== null ? null : writeBackup(file, now);
  let isWritten = false;
  try {
    isWritten = writeSettings({ path: file, text, expected: read.hash });
  } finally {
    if (!isWritten && backup !== null) rmSync(backup, { force: true });
    if (!isWritten && madeFolder !== null) removeEmptyFolders(folder, madeFolder);
  }
  if (!isWritten) return null;
  return { old, backup, madeFolder, before: untouched?.before ?? (backup === null ? { kind: "absent" } : { kind: "backup", path: backup }) };
}
