/**
 * `npm run e2e:mcp`: the official inspector's command line against the built server, in both eras of the protocol. Says so and ends
 * with 0 where the inspector cannot be installed (with --require: 1). --server "<command>" tests another server than the built one.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installInspector } from "./install-inspector.mjs";

const ROOT = join(import.meta.dirname, "..", "..");
const RECORD = "dec-2b0228d0";
const TOOLS = ["search", "get", "timeline", "context", "remember", "learn", "fail", "handoff", "feedback", "hook_prompt"];
const RUN_MS = 60_000;

const { values } = parseArgs({
  options: { require: { type: "boolean" }, server: { type: "string", default: `${process.execPath} ${join(ROOT, "bin", "lore-inject.js")} mcp` } },
});
const inspector = installInspector();
if ("fault" in inspector) {
  console.log(`the inspector could not be installed: ${inspector.fault}; nothing was tested`);
  process.exit(values.require ? 1 : 0);
}

const home = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-mcp-")));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));
const project = join(home, "dev", "storefront");
const env = { HOME: home, LORE_DATA_DIR: join(home, "lore"), LORE_CONTEXT_NOW: "2026-11-16" };
cpSync(join(ROOT, "demo", "store"), env.LORE_DATA_DIR, { recursive: true });
mkdirSync(join(project, ".git"), { recursive: true });
mkdirSync(join(home, ".config", "lore-inject"), { recursive: true });
writeFileSync(join(home, ".config", "lore-inject", "config.yaml"), "deadline_ms: 10000\nindex: { background: false }\n");

let failed = 0;
for (const era of ["legacy", "modern"]) checkEra(era);
console.log(`${failed === 0 ? "all passed" : `${failed} failed`}, inspector ${inspector.version}`);
process.exitCode = failed === 0 ? 0 : 1;

function checkEra(era) {
  const ask = (...args) => inspect(era, args);
  const read = (uri) => ask("--method", "resources/read", "--uri", uri);
  const call = (name, args) => ask("--method", "tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(args));
  const check = (name, isMet, evidence) => report(`${era}: ${name}`, isMet, evidence);

  const tools = ask("--method", "tools/list", "--strict");
  check("tools/list names every tool", JSON.stringify(tools.result?.tools?.map(({ name }) => name)) === JSON.stringify(TOOLS), tools);
  check("tools/list has no problem of portability", tools.status === 0 && !/^(?:Warning|Error)/m.test(tools.stderr), tools.stderr);
  const resources = ask("--method", "resources/list");
  check("resources/list has both schemes", resources.result?.resources?.length === 4, resources);
  const templates = ask("--method", "resources/templates/list");
  check("resources/templates/list has both schemes", templates.result?.resourceTemplates?.length === 4, templates);

  const record = read(`lore://record/${RECORD}`);
  check("resources/read gives a record", textOf(record).includes("webhook_events"), record);
  const session = read("ctx-sys://context/session");
  check("resources/read gives the session's context", textOf(session).includes("[handoff]"), session);
  const auto = read("lore://context/auto");
  check("resources/read gives the automatic context", textOf(auto).length > 0, auto);
  const file = read("lore://context/file/src/none.ts");
  check("resources/read gives a file's context", textOf(file).includes("src/none.ts"), file);
  const outside = read("lore://context/file/..%2f..%2f.config/lore-inject/config.yaml");
  check("resources/read refuses a path that leads out", outside.status !== 0 && !JSON.stringify(outside).includes("deadline_ms"), outside);

  const found = call("search", { query: "PayBridge webhooks", limit: 5 });
  check(
    "tools/call search finds",
    found.result?.structuredContent?.records?.some(({ id }) => id === RECORD),
    found,
  );
  const got = call("get", { ids: [RECORD] });
  check("tools/call get gives it whole", got.result?.structuredContent?.records?.[0]?.text?.includes("webhook_events"), got);
  const written = call("remember", { decision: `The ${era} inspector writes decisions of its own`, force: true });
  check("tools/call remember writes", /^dec-/.test(written.result?.structuredContent?.id ?? ""), written);
  const judged = call("feedback", { id: RECORD, verdict: "helped" });
  check("tools/call feedback is kept", judged.result?.structuredContent?.key === `journal:${RECORD}`, judged);
  const hooked = call("hook_prompt", { prompt: "how do we acknowledge PayBridge webhooks?", session_id: era, cwd: project });
  check("tools/call hook_prompt gives the hook's JSON", parse(textOf(hooked))?.hookSpecificOutput?.hookEventName === "UserPromptSubmit", hooked);
  const unknown = call("fly", {});
  check("tools/call of no such tool is an error", unknown.status !== 0, unknown);
}

function inspect(era, args) {
  const server = values.server.split(" ");
  const given = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const all = [inspector.command, "--cli", ...server, ...given, "--cwd", project, "--protocol-era", era, "--format", "json", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { env: { PATH: process.env.PATH, ...env }, encoding: "utf8", timeout: RUN_MS });
  const parsed = parse(stdout);
  return { status, stdout, stderr, result: parsed?.result ?? parsed };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf({ result }) {
  return (result?.contents ?? result?.content)?.[0]?.text ?? "";
}

function report(name, isMet, evidence) {
  console.log(`${isMet ? "PASS" : "FAIL"} ${name}`);
  if (isMet) return;
  failed++;
  console.log(`  ${(typeof evidence === "string" ? evidence : JSON.stringify(evidence)).slice(0, 600)}`);
}
