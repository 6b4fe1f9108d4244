/** Packs, installs the tarball into an empty folder without network or scripts, and runs the hook from there. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./bundles.mjs";

/** As another program would use it; also checked against the types. */
const LIBRARY = `import { ContextCollector, history, registerContext, remember } from "lore-inject";
const collector = new ContextCollector();
collector.register("s", { source: "x", id: "1", content: "a" });
collector.register("s", { source: "x", id: "2", content: "b", priority: "high" });
registerContext({ session: "other", source: "x", id: "1", text: "done" });
const { id } = remember("Parcels are weighed twice before dispatch", { rationale: "the first scale drifts" });
if (history(id)[0]?.fields.decision !== "Parcels are weighed twice before dispatch") throw new Error("what was written is not there");
export const merged = collector.consume("s").merged.toUpperCase();
`;

const folder = mkdtempSync(join(tmpdir(), "lore-package-"));
try {
  const [packed] = JSON.parse(run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], root));
  const files = packed.files.map(({ path }) => path);
  const unwanted = files.filter((file) => /\.map$|^(?:src|test|bench|demo|scripts)\/|(?<!\.d)\.ts$/.test(file));
  if (unwanted.length > 0) throw new Error(`the package holds ${unwanted.join(", ")}`);
  for (const needed of [
    "bin/lore-inject.js",
    "bin/package.json",
    "bin/start.js",
    "dist/terms.cjs",
    "dist/hook.cjs",
    "dist/cli.cjs",
    "dist/mcp.cjs",
    "dist/opencode.mjs",
    "bin/unless-warm.sh",
    "config.yaml",
    "keyword-synonyms.yaml",
    "hooks/hooks.json",
    "README.md",
    "LICENSE",
  ]) {
    if (!files.includes(needed)) throw new Error(`the package lacks ${needed}`);
  }
  const app = join(folder, "app");
  const home = join(folder, "home");
  mkdirSync(app);
  mkdirSync(join(home, "dev", "storefront"), { recursive: true });
  cpSync(join(root, "demo", "store"), join(folder, "store"), { recursive: true });
  run(
    "npm",
    [
      "install",
      "--offline",
      "--ignore-scripts",
      "--no-save",
      "--prefix",
      app,
      join(
        folder,
        readdirSync(folder).find((file) => file.endsWith(".tgz")),
      ),
    ],
    app,
  );
  const env = { PATH: process.env.PATH, HOME: home, LORE_DATA_DIR: join(folder, "store"), LORE_CONTEXT_NOW: "2026-11-16" };
  const prompt = "staging deploy is flaky again, pods crash because PAYBRIDGE_WEBHOOK_SECRET is not set";
  const event = JSON.stringify({ session_id: "s", cwd: join(home, "dev", "storefront"), hook_event_name: "UserPromptSubmit", prompt });
  const hook = join(app, "node_modules", ".bin", "lore-inject");
  const answer = JSON.parse(run(hook, [], app, { env, input: event })).hookSpecificOutput.additionalContext;
  if (!answer.includes("fail-081914da")) throw new Error(`the installed hook answered ${answer}`);
  writeFileSync(join(app, "uses.mjs"), `${LIBRARY}process.stdout.write(merged);`);
  if (run(process.execPath, ["uses.mjs"], app, { env }).trim() !== "B\n\n---\n\nA") throw new Error("the library does not do what it says");
  writeFileSync(join(app, "uses.mts"), LIBRARY);
  run(
    process.execPath,
    [join(root, "node_modules", "typescript", "bin", "tsc"), "--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "uses.mts"],
    app,
  );
  if (!run(hook, ["--version"], app, { env }).includes(packed.version)) throw new Error("--version is wrong");
  console.log(`package: ${files.length} files, ${packed.size} bytes packed; installed and answered from an empty folder`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command, args, cwd, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${stderr || stdout}`);
  return stdout;
}
