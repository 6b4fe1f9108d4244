/** How `stats` is run: the built program, or, as long as that does not know the command, a bundle of the command's own. */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildOptions, root } from "../../scripts/bundles.mjs";

const BIN = join(root, "bin", "lore-inject.js");

/** @returns {Promise<(flags: Record<string, unknown>, options: { env: Record<string, string>, cwd: string }) => string>} */
export async function statsCommand(folder) {
  if (spawnSync(process.execPath, [BIN, "stats", "--help"], { encoding: "utf8" }).stdout.includes("--html")) {
    return (flags, options) => run([BIN, "stats", ...toArguments(flags)], options);
  }
  const script = await bundle(folder);
  return (flags, options) => run([script, JSON.stringify(flags)], options);
}

function run(args, { env, cwd }) {
  return execFileSync(process.execPath, args, { env, cwd, encoding: "utf8", maxBuffer: 1 << 26 });
}

function toArguments(flags) {
  return Object.entries(flags).flatMap(([name, value]) => (value === true ? [`--${name}`] : [`--${name}`, String(value)]));
}

/** Beside copies of the files that it looks for beside itself. */
async function bundle(folder) {
  const { build } = await import("esbuild");
  const dist = join(folder, "dist");
  mkdirSync(dist, { recursive: true });
  for (const name of ["config.yaml", "keyword-synonyms.yaml"]) copyFileSync(join(root, name), join(folder, name));
  copyFileSync(join(root, "dist", "stopwords.cjs"), join(dist, "stopwords.cjs"));
  const contents = 'import { stats } from "./src/commands/stats.ts"; stats(JSON.parse(process.argv[2]));';
  const { entryPoints, outdir, outExtension, metafile, ...options } = buildOptions({ name: "stats" });
  const outfile = join(dist, "stats.cjs");
  await build({ ...options, stdin: { contents, resolveDir: root, loader: "ts" }, outfile });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  return outfile;
}
