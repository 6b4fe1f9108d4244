/** A Bun single executable, where bun is found: the hook and the bundles as bytecode. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export async function buildBunExecutable({ folder, bundles }, file) {
  const bun = process.env.LORE_BUN || "bun";
  const help = spawnSync(bun, ["build", "--help"], { encoding: "utf8" });
  if (help.status !== 0) throw new Error("bun is not on the PATH: install Bun (npm has it as `bun`), or name it in LORE_BUN.");
  // Else the executable would run what the bunfig.toml of a cloned repository says, and believe its .env.
  const safe = ["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"];
  if (!safe.every((flag) => `${help.stdout}${help.stderr}`.includes(flag))) throw new Error(`This Bun is too old: it does not know ${safe.join(" and ")}.`);
  // The bundler must see the hook as code, not as text, to compile it ahead.
  writeFileSync(join(folder, "hook-function.cjs"), `module.exports = ${readFileSync(join(folder, "hook.cjs"), "utf8")}`);
  writeFileSync(join(folder, "parts.cjs"), renderParts(bundles));
  const { status, stderr } = spawnSync(
    bun,
    ["build", "--compile", "--bytecode", "--minify", "--target=bun", ...safe, `--outfile=${file}`, join(folder, "main.cjs")],
    { cwd: folder, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`bun build failed: ${stderr.trim()}`);
}

function renderParts(bundles) {
  return [
    'exports.loadHook = () => require("./hook-function.cjs");',
    'exports.loadTexts = () => require("./texts.json");',
    `const bundles = { ${bundles.map((name) => `"${name}": () => require("./${name}")`).join(", ")} };`,
    "exports.loadBundle = (name) => bundles[name]();",
  ].join("\n");
}
