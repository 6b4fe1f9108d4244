/**
 * Single-file executables of the hook, for this machine's system and processor, in dist-standalone/: one made of
 * the running Node, one of Bun where it is found. Each is then run and compared with the normal hook.
 * Usage: npm run build:standalone   (LORE_BUN names a bun that is not on the PATH)
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./bundles.mjs";
import { buildBunExecutable } from "./standalone/bun-executable.mjs";
import { checkExecutable } from "./standalone/check-executable.mjs";
import { buildNodeExecutable } from "./standalone/node-executable.mjs";
import { collectParts } from "./standalone/parts.mjs";

const output = join(root, "dist-standalone");
const kinds = [
  ["node", buildNodeExecutable],
  ["bun", buildBunExecutable],
];

const folder = mkdtempSync(join(tmpdir(), "lore-standalone-"));
let built = 0;
try {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output);
  const parts = await collectParts(folder);
  for (const [kind, build] of kinds) {
    const name = `lore-inject-hook-${kind}-${process.platform}-${process.arch}${process.platform === "win32" ? ".exe" : ""}`;
    const file = join(output, name);
    try {
      await build(parts, file);
      const { ratio, hook } = checkExecutable(file);
      built++;
      console.log(
        `${name}: ${(statSync(file).size / 1e6).toFixed(0)} MB, answers as the hook does; start ${ratio.toFixed(2)} of node -e 0 (hook ${hook.toFixed(2)})`,
      );
    } catch (error) {
      // One that could not be checked must not be used.
      rmSync(file, { force: true });
      console.error(`${name}: not built. ${error.message}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = built > 0 ? 0 : 1;
