/** Permissions do not bind root, so where tests run as root the hook runs as somebody else. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync } from "node:fs";
import { join } from "node:path";
import { age, giveTo, type Home, ROOT } from "./run-hook.ts";

export const OTHER_UID = process.getuid?.() === 0 ? 65534 : undefined;
const canSwitch = OTHER_UID === undefined || spawnSync(process.execPath, ["-e", ""], { uid: OTHER_UID, gid: OTHER_UID }).status === 0;
export const WHY_NOT = canSwitch && process.platform !== "win32" ? "" : " (skipped: permissions cannot be made to bind here)";

/** A copy of the program: our own may lie where only we can read it. */
export function install(home: Home): string {
  for (const name of ["bin", "dist", "package.json", "config.yaml", "keyword-synonyms.yaml"]) {
    cpSync(join(ROOT, name), join(home.dir, "program", name), { recursive: true });
  }
  return join(home.dir, "program", "bin", "lore-inject.js");
}

export function hand(home: Home, uid = OTHER_UID): void {
  chmodSync(home.dir, 0o755);
  age(home.dir);
  if (uid !== undefined) giveTo(uid, home.dir);
}
