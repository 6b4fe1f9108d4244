/**
 * How fast past sessions are replayed: a generated store, 500 made-up transcripts of 20 prompts each, and the command's own
 * code in one process. Usage: node bench/replay.mjs [--records 5000] [--sessions 500] [--prompts 20] [--compare] [--check]
 * `--check` fails below 500 prompts a second.
 */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { buildOptions, root } from "../scripts/bundles.mjs";
import { openHome } from "./lib/home.mjs";

const LEAST = 500;
const START = Date.UTC(2025, 5, 1);
const SPAN = 480 * 86_400_000;
const TALK = ["yes, go on", "thanks, that looks right", "hm, and now?", "please run it again", "ok", "no, the other one"];
const MIXTURE = ["typical", "typical", "talk", "typical", "unknown", "typical", "typical", "common", "typical", "unknown"];

const { values } = parseArgs({
  options: {
    records: { type: "string", default: "5000" },
    sessions: { type: "string", default: "500" },
    prompts: { type: "string", default: "20" },
    compare: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    print: { type: "boolean", default: false },
  },
});
const [records, sessions, prompts] = [values.records, values.sessions, values.prompts].map(Number);

const home = openHome(records);
const folder = join(home.folder, "transcripts");
writeTranscripts();
const { replay } = await loadCommand();
Object.assign(process.env, home.env);
const rate = measure();
if (values.check && rate < LEAST) {
  console.error(`check: ${Math.round(rate)} prompts/s, at least ${LEAST} are wanted`);
  process.exitCode = 1;
}

/** Typical prompts mostly; some about what no record knows, some small talk, a few of very common words only. */
function writeTranscripts() {
  const typical = home.prompts.typicalPrompts(sessions * prompts);
  const common = home.prompts.commonPrompts(200);
  const unknown = home.prompts.unknownPrompts(200);
  mkdirSync(folder);
  for (let session = 0; session < sessions; session++) {
    const start = START + Math.floor((session / sessions) * SPAN);
    const id = `00000000-0000-4000-8000-${String(session).padStart(12, "0")}`;
    const lines = Array.from({ length: prompts }, (_none, number) => {
      const all = session * prompts + number;
      const kinds = { common: common[all % 200], unknown: unknown[all % 200], talk: TALK[all % TALK.length], typical: typical[all] };
      const text = kinds[MIXTURE[number % MIXTURE.length]];
      return turnLines(id, text, start + number * 300_000, number);
    });
    writeFileSync(join(folder, `${id}.jsonl`), lines.flat().join(""));
  }
}

function turnLines(sessionId, text, at, number) {
  const line = (offset, type, content) =>
    `${JSON.stringify({ type, uuid: `${sessionId}-${number}-${offset}`, sessionId, cwd: home.project, timestamp: new Date(at + offset * 1000).toISOString(), message: { role: type, content } })}\n`;
  const use = { type: "tool_use", id: `t${number}`, name: "Read", input: { file_path: join(home.project, `src/file${number}.ts`) } };
  return [
    line(0, "user", text),
    line(5, "assistant", [{ type: "text", text: `I look at ${text.slice(0, 80)} first.` }, use]),
    line(6, "user", [{ type: "tool_result", tool_use_id: `t${number}`, content: `${text}\n`.repeat(20) }]),
    line(20, "assistant", [{ type: "text", text: `Done. ${text.split(" ").reverse().join(" ")}` }]),
  ];
}

/** As it is built for the command line, in a package of its own beside the shipped settings. */
async function loadCommand() {
  const packageDir = join(home.folder, "package");
  mkdirSync(join(packageDir, "dist"), { recursive: true });
  for (const name of ["config.yaml", "keyword-synonyms.yaml"]) copyFileSync(join(root, name), join(packageDir, name));
  const entryPoints = { replay: "src/commands/replay.ts" };
  await build({ ...buildOptions({ name: "replay" }), entryPoints, outdir: join(packageDir, "dist") });
  return createRequire(import.meta.url)(join(packageDir, "dist", "replay.cjs"));
}

function measure() {
  const { write } = process.stdout;
  let text = "";
  process.stdout.write = (chunk) => {
    text += chunk;
    return true;
  };
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  replay([folder], { json: !values.print, ...(values.compare ? { config: ["current", "max_wrong=0.2"] } : {}) });
  const ms = performance.now() - startedAt;
  process.stdout.write = write;
  const { user, system } = process.cpuUsage(cpu);
  if (values.print) console.log(text);
  const rate = (sessions * prompts * 1000) / ms;
  const memory = Math.round(process.memoryUsage().rss / 1e6);
  console.log(
    `${records} records, ${sessions} × ${prompts} prompts: ${(ms / 1000).toFixed(1)} s, ${Math.round(rate)} prompts/s (${((user + system) / 1e6).toFixed(1)} s of processor time), ${memory} MB${values.compare ? ", two sets of settings" : ""}`,
  );
  return rate;
}
