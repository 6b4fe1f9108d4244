/** The cache folder: whole files, written aside and renamed into place. Losing any of it loses nothing. */
import { mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";

export function readCacheFile(cacheDir: string | null, name: string): string | null {
  if (cacheDir === null) return null;
  try {
    return readFileSync(cacheDir + sep + name, "utf8");
  } catch {
    return null;
  }
}

/** With everything above it. Not mkdir's own way, which never returns below /proc. */
export function makeFolder(folder: string, isSecondTry = false): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || isSecondTry || dirname(folder) === folder) throw error;
    makeFolder(dirname(folder));
    makeFolder(folder, true);
  }
}

/** False when it could not be written (read-only folder, full disk): the caller goes on without. */
export function writeCacheFile(cacheDir: string | null, name: string, text: string): boolean {
  if (cacheDir === null) return false;
  const target = join(cacheDir, name);
  const aside = `${target}.${process.pid}.tmp`;
  try {
    makeFolder(cacheDir);
    writeFileSync(aside, text, { mode: 0o600 });
    renameSync(aside, target);
    return true;
  } catch {
    try {
      unlinkSync(aside);
    } catch {
      // It was never made.
    }
    return false;
  }
}
