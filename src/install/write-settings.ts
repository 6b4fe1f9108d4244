/**
 * Reads a settings file and puts another text in its place: backup beside it, aside, fsync, rename. A link is followed, as
 * dotfile managers make them, and nothing is written over what somebody else changed meanwhile.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { syncFolder } from "../store/writer/rewrite-store.ts";
import type { Problem } from "../types.ts";

export interface ReadFile {
  /** Null when there is none. */
  readonly text: string | null;
  readonly hash: string | null;
}

const ABSENT: ReadFile = { text: null, hash: null };

/** An expected failure: what it is about and a way out. */
export class SettingsError extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.where} ${problem.what}`);
  }
}

export function readSettings(path: string): ReadFile {
  try {
    // Reading a pipe would never end.
    if (!statSync(path).isFile()) throw new Error("it is not a regular file");
    const bytes = readFileSync(path);
    return { text: decode(bytes, path), hash: hashOf(bytes) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return ABSENT;
    throw error instanceof SettingsError
      ? error
      : new SettingsError({ where: path, what: `cannot be read: ${(error as Error).message}`, hint: "nothing was written" });
  }
}

/** Anything else would come back with other bytes than it had. */
function decode(bytes: Buffer, path: string): string {
  const text = bytes.toString("utf8");
  if (Buffer.from(text, "utf8").equals(bytes)) return text;
  throw new SettingsError({ where: path, what: "is not UTF-8", hint: "save it as UTF-8, then try again; nothing was written" });
}

export function hashOf(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** More links than a system follows are a circle. */
const MAX_LINKS = 40;

/** Where a link leads, even if nothing is there yet. */
export function followLink(path: string, depth = 0): string {
  try {
    return realpathSync(path);
  } catch {
    const target = depth < MAX_LINKS ? targetOf(path) : null;
    return target === null ? path : followLink(target, depth + 1);
  }
}

function targetOf(path: string): string | null {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return null;
  }
}

/** Throws when it may not or cannot be written; then nothing has changed. */
export function checkWritable(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile()) throw new SettingsError({ where: path, what: "is not a file", hint: "nothing was written" });
  // By its mode, not by trying: a rename would replace it all the same, and whoever made it read-only meant it.
  if (stat !== undefined && (stat.mode & 0o200) === 0)
    throw new SettingsError({ where: path, what: "is read-only", hint: "make it writable, or add by hand what --dry-run shows; nothing was written" });
}

export interface WriteRequest {
  readonly path: string;
  readonly text: string;
  /** Of the content that the new text was made from. */
  readonly expected: string | null;
}

/** False when the file is no longer what was expected. The folder must be there. */
export function writeSettings({ path, text, expected }: WriteRequest): boolean {
  const file = followLink(path);
  const aside = `${file}.${process.pid}.tmp`;
  try {
    writeAside(aside, text, file);
    if (readSettings(file).hash !== expected) return false;
    renameSync(aside, file);
    syncFolder(dirname(file));
    return true;
  } catch (error) {
    throw error instanceof SettingsError
      ? error
      : new SettingsError({ where: path, what: `cannot be written: ${(error as Error).message}`, hint: "nothing was changed" });
  } finally {
    removeAside(aside);
  }
}

function removeAside(aside: string): void {
  try {
    rmSync(aside, { force: true });
  } catch {
    // What kept it from being made is told already.
  }
}

/** Settings may hold keys, so a new file is the person's alone; an old one keeps its mode and owner. */
function writeAside(aside: string, text: string, file: string): void {
  removeAside(aside);
  const old = statSync(file, { throwIfNoEntry: false });
  const fd = openSync(aside, "wx", 0o600);
  try {
    const bytes = Buffer.from(text, "utf8");
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    if (old !== undefined) {
      if (process.getuid !== undefined && old.uid !== process.getuid()) fchownSync(fd, old.uid, old.gid);
      fchmodSync(fd, old.mode & 0o777);
    }
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Beside the name that the person knows, not in the folder that a link leads to. An older backup stays. */
export function writeBackup(path: string, now: Date): string {
  const plain = `${path}.lore-inject-backup`;
  const dated = `${plain}-${now.toISOString().slice(0, 19).replaceAll(":", "-")}`;
  const names = [plain, dated, ...Array.from({ length: 99 }, (_none, index) => `${dated}-${index + 2}`)];
  const free = names.find((name) => !existsSync(name)) ?? plain;
  try {
    copyFileSync(path, free, constants.COPYFILE_EXCL);
    return free;
  } catch (error) {
    throw new SettingsError({ where: free, what: `cannot be written: ${(error as Error).message}`, hint: "without a backup nothing is changed" });
  }
}

/** The outermost folder that had to be made, null if all were there. Its mode is the umask's, as the client makes it. */
export function makeFolder(folder: string): string | null {
  try {
    return mkdirSync(folder, { recursive: true }) ?? null;
  } catch (error) {
    throw new SettingsError({ where: folder, what: `cannot be made: ${(error as Error).message}`, hint: "nothing was written" });
  }
}

/** From the inside out, as long as they are empty. */
export function removeEmptyFolders(from: string, to: string): void {
  try {
    for (let folder = from; folder.startsWith(to); folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // Somebody else's files are in it.
  }
}
