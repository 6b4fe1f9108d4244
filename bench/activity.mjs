/**
 * From an editor's notification to a changed `lore://context/auto`: how long until the client hears of it, and until it has
 * read the new text, through the official client in both eras of the protocol, and from one server's client to another's.
 * Usage: node bench/activity.mjs [--records 1000] [--rounds 240] [--server "node bin/lore-inject.js mcp"]
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { age, generateStore } from "./generate.mjs";
import { shuffle } from "./lib/measure.mjs";

const BINARY = fileURLToPath(new URL("../bin/lore-inject.js", import.meta.url));
const { values } = parseArgs({
  options: {
    records: { type: "string", default: "1000" },
    rounds: { type: "string", default: "240" },
    server: { type: "string", default: `${process.execPath} ${BINARY} mcp` },
  },
});
const rounds = Number(values.rounds);
const AUTO = "lore://context/auto";
const P50_MS = 10;
const P95_MS = 50;
/** Beyond this nothing will come any more. */
const GIVE_UP_MS = 5000;

const folder = mkdtempSync(join(tmpdir(), "lore-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
// Without a listener an interrupt would end the process before the folder is removed.
process.on("SIGINT", () => process.exit(130));

const project = join(folder, "project7");
const env = { PATH: process.env.PATH, HOME: folder, LORE_DATA_DIR: join(folder, "lore") };
mkdirSync(join(project, ".git"), { recursive: true });
prepareStore();

const clients = { 2025: await connect("legacy"), 2026: await connect({ pin: "2026-07-28" }) };
const CASES = [
  { name: "own client, 2025", sender: "2025", hearer: "2025" },
  { name: "own client, 2026-07-28", sender: "2026", hearer: "2026" },
  { name: "another server's client", sender: "2025", hearer: "2026" },
];
const times = new Map(CASES.map(({ name }) => [name, { heard: [], read: [] }]));

// The first of each pays for compiling: it is not what a person waits for all day.
let file = 0;
for (const each of [...CASES, ...CASES]) await measure(each, file++);
for (let round = 0; round < Math.ceil(rounds / CASES.length); round++)
  for (const each of shuffle(CASES)) {
    const { heard, read } = await measure(each, file++);
    times.get(each.name).heard.push(heard);
    times.get(each.name).read.push(read);
  }
await Promise.all(Object.values(clients).map(({ client }) => client.close()));

console.log(`${values.records} records, ${file} notifications\n`);
console.log("| from a notification | update heard p50 ms | p95 | changed text read p50 ms | p95 | max |\n| --- | ---: | ---: | ---: | ---: | ---: |");
const all = [];
for (const [name, { heard, read }] of times) {
  all.push(...read);
  console.log(
    `| ${name} | ${[quantile(heard, 0.5), quantile(heard, 0.95), quantile(read, 0.5), quantile(read, 0.95), quantile(read, 1)].map((ms) => ms.toFixed(1)).join(" | ")} |`,
  );
}
const isMet = quantile(all, 0.5) <= P50_MS && quantile(all, 0.95) <= P95_MS;
console.log(
  `\n${isMet ? "met" : "MISSED"}: p50 ${quantile(all, 0.5).toFixed(1)} ms (at most ${P50_MS}), p95 ${quantile(all, 0.95).toFixed(1)} ms (at most ${P95_MS})`,
);
process.exitCode = isMet ? 0 : 1;

/** One record a file, so that each file brings a text that no other brings. */
function prepareStore() {
  const count = Number(values.records);
  if (count > 0) generateStore(env.LORE_DATA_DIR, count);
  const store = join(env.LORE_DATA_DIR, "failures", "data", "failures.jsonl");
  mkdirSync(join(store, ".."), { recursive: true });
  const lines = Array.from({ length: rounds + 20 }, (_, number) => JSON.stringify(failureOf(number)));
  appendFileSync(store, `${lines.join("\n")}\n`);
  mkdirSync(join(folder, ".config", "lore-inject"), { recursive: true });
  writeFileSync(join(folder, ".config", "lore-inject", "config.yaml"), "index: { background: false }\n");
  age(folder);
  execFileSync(process.execPath, [BINARY, "index", "rebuild"], { cwd: project, env, stdio: "ignore" });
}

/** No two alike: of records that say nearly the same, one is shown. */
function failureOf(number) {
  const words = Array.from({ length: 8 }, (_, index) => `w${((number + 1) * 7919 * (index + 3)).toString(36)}`);
  const message = `${words.slice(0, 4).join(" ")} does not build`;
  const fix = `${words.slice(4).join(" ")} ${marker(number)}`;
  return {
    id: `fail-bench${number}`,
    timestamp: "2026-11-01T10:00:00Z",
    error_type: "BuildError",
    error_message: message,
    fix,
    entities: [path(number)],
    project: "project7",
  };
}

function path(number) {
  return `src/module-${number}/main.ts`;
}

function marker(number) {
  return `marker-${number}-end`;
}

async function connect(mode) {
  const [command, ...args] = values.server.split(" ");
  const client = new Client({ name: "bench", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command, args, cwd: project, env, stderr: "inherit" }));
  const waiting = [];
  client.setNotificationHandler("notifications/resources/updated", () => {
    for (const resolve of waiting.splice(0)) resolve();
  });
  if (mode === "legacy") await client.subscribeResource({ uri: AUTO });
  else await client.listen({ resourceSubscriptions: [AUTO] });
  const next = () =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("no update came")), GIVE_UP_MS);
      waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  return { client, next };
}

async function measure({ sender, hearer }, number) {
  const { client, next } = clients[hearer];
  let update = next();
  const start = performance.now();
  await clients[sender].client.notification({ method: "ctx-sys/activity", params: { type: "file_edit", filePath: join(project, path(number)) } });
  // An update may still be one of the file before.
  for (;;) {
    await update;
    const heard = performance.now() - start;
    update = next();
    update.catch(() => {});
    const { contents } = await client.readResource({ uri: AUTO });
    const read = performance.now() - start;
    if (!contents[0].text.includes(marker(number))) continue;
    await new Promise((resolve) => setTimeout(resolve, 15));
    return { heard, read };
  }
}

function quantile(list, share) {
  return [...list].sort((a, b) => a - b)[Math.round((list.length - 1) * share)];
}
