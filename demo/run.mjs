/**
 * Pipes real events through the built hook, in a temporary home with the sample store beside this file,
 * and shows what the agent would see and what it cost.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const hook = fileURLToPath(new URL("../bin/lore-inject.js", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "lore-demo-"));
const project = join(home, "dev", "storefront");
mkdirSync(project, { recursive: true });
cpSync(fileURLToPath(new URL("store", import.meta.url)), join(home, "store"), { recursive: true, preserveTimestamps: true });
age(join(home, "store"));
const env = { PATH: process.env.PATH, HOME: home, LORE_DATA_DIR: join(home, "store"), LORE_CONTEXT_NOW: "2026-11-16" };

const scenes = [
  {
    title: "A prompt that the store can answer",
    event: {
      hook_event_name: "UserPromptSubmit",
      prompt: "Some customers got charged twice when they clicked the pay button again, which idempotency key do we send to PayBridge?",
    },
    expect: true,
  },
  {
    title: "Asked again in the same session: the agent has it already",
    event: {
      hook_event_name: "UserPromptSubmit",
      prompt: "so which idempotency key do we send to PayBridge when customers click the pay button again and got charged twice?",
    },
    expect: false,
  },
  { title: "A new session", event: { hook_event_name: "SessionStart", source: "startup", session_id: "next" }, expect: true },
  { title: "A prompt that it cannot answer", event: { hook_event_name: "UserPromptSubmit", prompt: "Add a dark mode toggle to the header" }, expect: false },
  { title: "Small talk", event: { hook_event_name: "UserPromptSubmit", prompt: "thanks, looks good, commit it" }, expect: false },
];

let failed = false;
try {
  // The first run prepares the cache, as the first prompt after an installation does.
  send({ hook_event_name: "UserPromptSubmit", prompt: "warm up the checkout retry", session_id: "warm-up" });
  const nodeMs = Math.min(...Array.from({ length: 5 }, nodeStart));
  for (const { title, event, expect } of scenes) {
    const { stdout, ms } = send(event);
    const context = stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;
    failed ||= (context !== "") !== expect;
    console.log(`\n━━ ${title}`);
    console.log(`   ${event.hook_event_name}${event.prompt ? `: "${event.prompt}"` : ` in ${project.slice(home.length + 1)}`}\n`);
    console.log(context === "" ? "   (nothing is injected: the agent sees only your prompt)" : context.replace(/^/gm, "   │ "));
    console.log(`\n   ${ms.toFixed(0)} ms in all, of which Node's own start is about ${nodeMs.toFixed(0)}; ${context === "" ? 0 : cost(event)} tokens`);
  }
  console.log(`\nWhy a record was chosen, or not:  lore-inject explain "your prompt"\n`);
} finally {
  rmSync(home, { recursive: true, force: true });
}
if (failed) {
  console.error("the demo did not do what it is meant to show");
  process.exitCode = 1;
}

function send(event) {
  const input = JSON.stringify({ session_id: "demo", cwd: project, ...event });
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(process.execPath, [hook], { input, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`the hook failed: ${stderr}`);
  return { stdout, ms: Number(process.hrtime.bigint() - start) / 1e6 };
}

/** Folders made this second are looked at anew on each prompt until they have settled; a person's are older. */
function age(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) age(join(folder, entry.name));
  utimesSync(folder, 1_780_000_000, 1_780_000_000);
}

/** The debug report says how many tokens of the budget were used. */
function cost(event) {
  const { stderr } = spawnSync(process.execPath, [hook, "--debug"], {
    input: JSON.stringify({ cwd: project, ...event, session_id: undefined }),
    env,
    encoding: "utf8",
  });
  return /(\d+) of \d+ tokens/.exec(stderr)?.[1] ?? "0";
}

function nodeStart() {
  const start = process.hrtime.bigint();
  spawnSync(process.execPath, ["-e", "0"], { env });
  return Number(process.hrtime.bigint() - start) / 1e6;
}
