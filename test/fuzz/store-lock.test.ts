/** The lock of a store under contention, with holders that die all the time: never two at once, and none loses it. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, expect, it } from "vitest";
import { ROOT } from "../e2e/run-hook.ts";

const folder = mkdtempSync(join(tmpdir(), "lore-lock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

buildSync({
  entryPoints: [join(ROOT, "src/store/writer/store-lock.ts")],
  outfile: join(folder, "store-lock.cjs"),
  bundle: true,
  platform: "node",
  format: "cjs",
});
// Every third time it gives its lock the name of a dead process before it leaves, as if it had been killed there: more deaths than real kills could bring.
writeFileSync(
  join(folder, "holder.cjs"),
  `const { withLock, holdsLock } = require("./store-lock.cjs");
const fs = require("node:fs");
const [file, name, count] = process.argv.slice(2);
const inside = file + ".inside";
const fault = (what) => fs.appendFileSync(file + ".faults", name + " " + what + "\\n");
for (let i = 0; i < Number(count); i++) {
  withLock(file, () => {
    try { fs.mkdirSync(inside); } catch { return fault("is not alone"); }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * 2);
    if (!holdsLock(file)) fault("lost it");
    fs.rmdirSync(inside);
    if (Math.random() < 0.33) for (const own of fs.readdirSync(file + ".lock")) fs.renameSync(file + ".lock/" + own, file + ".lock/" + own.replace(/^\\d+/, "999999999"));
  });
}`,
);

function hold(file: string, name: string): Promise<number | null> {
  const child = spawn(process.execPath, [join(folder, "holder.cjs"), file, name, "60"], { stdio: ["ignore", "ignore", "inherit"] });
  return new Promise((resolve) => child.on("close", resolve));
}

it("twelve holders of 60 turns each, a third of which end in a death", async () => {
  mkdirSync(join(folder, "data"));
  const file = join(folder, "data", "store");
  const ended = await Promise.all(Array.from({ length: 12 }, (_, index) => hold(file, `h${index}`)));
  expect(ended).toEqual(Array.from({ length: 12 }, () => 0));
  expect(existsSync(`${file}.faults`) ? readFileSync(`${file}.faults`, "utf8") : "").toBe("");
  expect(readdirSync(join(folder, "data")).filter((name) => name !== "store.lock")).toEqual([]);
}, 120_000);
