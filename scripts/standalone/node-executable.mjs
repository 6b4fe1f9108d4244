/**
 * A Node single executable application of the running Node. Node 25.5 and newer put it together themselves;
 * older ones need postject, which is still an alpha and therefore no dependency of ours.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../bundles.mjs";
import { openStage } from "./stage.mjs";

const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

export async function buildNodeExecutable({ folder, bundles }, file) {
  if (process.versions.bun) throw new Error("Start this script with Node.");
  if (!process.getBuiltinModule?.("node:sea")) throw new Error("Node 20.16, 22.3 or newer is needed for embedded files.");
  if (!readFileSync(process.execPath).includes(FUSE)) throw new Error("This Node is built without support for single executables; use an official build.");
  const direct = execFileSync(process.execPath, ["--help"], { encoding: "utf8" }).includes("--build-sea");
  const postject = direct ? null : findPostject();
  copyFileSync(join(root, "scripts", "standalone", "node-parts.cjs"), join(folder, "parts.cjs"));
  const main = join(folder, "sea-main.cjs");
  await build({ entryPoints: [join(folder, "main.cjs")], outfile: main, bundle: true, platform: "node", target: "node20", minify: true, logLevel: "warning" });
  makeCodeCache(folder);
  const assets = Object.fromEntries(["hook.cjs", "hook.cache", "texts.json", ...bundles].map((name) => [name, join(folder, name)]));
  const blob = join(folder, "sea.blob");
  const config = join(folder, "sea.json");
  writeFileSync(config, JSON.stringify({ main, output: direct ? file : blob, disableExperimentalSEAWarning: true, useCodeCache: true, assets }));
  if (direct) run(process.execPath, ["--build-sea", config]);
  else {
    run(process.execPath, ["--experimental-sea-config", config]);
    copyFileSync(process.execPath, file);
    chmodSync(file, 0o755);
    // Not tested here: on macOS a signature must go before and come after.
    if (process.platform === "darwin") run("codesign", ["--remove-signature", file]);
    const segment = process.platform === "darwin" ? ["--macho-segment-name", "NODE_SEA"] : [];
    run(process.execPath, [postject, file, "NODE_SEA_BLOB", blob, "--sentinel-fuse", FUSE, ...segment]);
  }
  if (process.platform === "darwin") run("codesign", ["--sign", "-", file]);
}

function findPostject() {
  const script = join(root, "node_modules", "postject", "dist", "cli.js");
  if (existsSync(script)) return script;
  throw new Error(`Node ${process.versions.node} needs postject: \`npm install --no-save postject\`, or run this with Node 25.5 or newer, which does not.`);
}

/** Twice: the first run prepares the settings, the second takes the way that every prompt takes. */
function makeCodeCache(folder) {
  const stage = openStage();
  try {
    for (let run = 0; run < 2; run++) {
      const args = [join(root, "scripts", "standalone", "make-code-cache.cjs"), folder, root];
      execFileSync(process.execPath, args, { env: stage.env, cwd: stage.cwd, input: stage.event });
    }
  } finally {
    stage.close();
  }
}

function run(command, args) {
  try {
    execFileSync(command, args, { stdio: "pipe", encoding: "utf8" });
  } catch (error) {
    throw new Error(`${command} failed: ${error.stderr || error.message}`);
  }
}
