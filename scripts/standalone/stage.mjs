/** A temporary home over a copy of the demo's stores, with an event that they answer, in a folder that tries to get its own code run. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../bundles.mjs";

export function openStage() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "lore-stage-")));
  const cwd = join(home, "dev", "storefront");
  mkdirSync(cwd, { recursive: true });
  cpSync(join(root, "demo", "store"), join(home, "store"), { recursive: true });
  mkdirSync(join(home, ".config", "lore-inject"), { recursive: true });
  writeFileSync(join(home, ".config", "lore-inject", "config.yaml"), "deadline_ms: 10000\n");
  writeFileSync(join(cwd, "hostile.js"), 'process.stdout.write("the folder ran its own code");');
  writeFileSync(join(cwd, "bunfig.toml"), 'preload = ["./hostile.js"]\n');
  writeFileSync(join(cwd, ".env"), "LORE_CONTEXT_DISABLED=1\n");
  writeFileSync(join(cwd, "tsconfig.json"), JSON.stringify({ compilerOptions: { baseUrl: ".", paths: { "*": ["./hostile.js"] } } }));
  // What was written just now is never taken from the cache.
  const then = Date.now() / 1000 - 600;
  for (const entry of readdirSync(home, { recursive: true })) utimesSync(join(home, entry), then, then);
  return {
    home,
    cwd,
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, HOME: home, LORE_DATA_DIR: join(home, "store"), LORE_CONTEXT_NOW: "2026-11-16" },
    event: JSON.stringify({
      cwd,
      hook_event_name: "UserPromptSubmit",
      prompt: "staging deploy is flaky again, pods crash because PAYBRIDGE_WEBHOOK_SECRET is not set",
    }),
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}
