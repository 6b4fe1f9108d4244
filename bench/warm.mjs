/**
 * What a prompt waits for in the real client: without a hook, with the MCP server that answers it (`install --warm`), and with
 * the hook started for it. Three clients in homes of their own, one store, prompts in turn; measured from the prompt to the
 * request that reaches the (stubbed) model. Usage: npm run bench:warm [-- --records 100k --rounds 60 --out bench/RESULTS.md]
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installClient } from "../e2e/claude/install-client.mjs";
import { World } from "../e2e/claude/world.mjs";
import { openHome } from "./lib/home.mjs";
import { median } from "./lib/measure.mjs";
import { announce } from "./lib/progress.mjs";
import { publish, table } from "./lib/report.mjs";
import { parseSizes, showSize } from "./lib/sizes.mjs";

const { values } = parseArgs({ options: { records: { type: "string", default: "100k" }, rounds: { type: "string", default: "60" }, out: { type: "string" } } });
const [records] = parseSizes(values.records);
const rounds = Number(values.rounds);
const client = installClient();
if ("fault" in client) {
  console.log(`the client could not be installed: ${client.fault}`);
  process.exit(0);
}
delete process.env.NODE_EXTRA_CA_CERTS;
/** Rounds that are not counted: caches fill, code is compiled. */
const WARM_UP = 8;
const bareTimes = [];

announce(`${showSize(records)} records`);
const store = openHome(records);
const prompts = store.prompts.typicalPrompts(rounds);
const cases = [];
for (const [name, args] of [
  ["no hook", null],
  ["warm: MCP server", ["--warm", "--no-capture", "--events", "UserPromptSubmit"]],
  ["cold: hook", ["--no-capture", "--events", "UserPromptSubmit"]],
])
  cases.push(await openCase(name, args));

for (let round = 0; round < rounds + WARM_UP; round++) {
  // Each begins in turn, so that none always follows the same one.
  for (let at = 0; at < cases.length; at++) await measure(cases[(round + at) % cases.length], round);
  const startedAt = performance.now();
  spawnSync(process.execPath, ["-e", "0"], { env: { PATH: process.env.PATH } });
  if (round >= WARM_UP) bareTimes.push(performance.now() - startedAt);
}

const base = median(cases[0].times);
const rows = [...cases, { name: "node -e 0, alone", times: bareTimes, answered: null }];
const markdown = [
  `Real client ${client.version}, ${showSize(records)} records, ${rounds} prompts each in turn; milliseconds from the prompt to the model's request.`,
  "",
  table(
    ["", "p50", "p95", "p50 above no hook", "prompts with context"],
    rows.map(({ name, times, answered }) => {
      const above = name === "no hook" || answered === null ? "" : (median(times) - base).toFixed(1);
      return [name, median(times).toFixed(1), quantile(times, 0.95).toFixed(1), above, answered ?? ""];
    }),
  ),
].join("\n");
publish({
  section: "bench:warm",
  markdown,
  numbers: { records, rounds, times: rows.map(({ name, times }) => ({ name, p50: median(times) })) },
  out: values.out,
});
for (const { session, world } of cases) {
  await session.end().catch(() => {});
  await world.dispose();
}
store.remove();
process.exit(0);

async function openCase(name, args) {
  const world = await new World({ client: client.command, registration: "none", sabotage: null }).make();
  world.project = store.project;
  world.configure(`data_dir: ${store.store}\nindex: { background: false }\ndeadline_ms: 10000\n`);
  if (args !== null) world.lore(["install", "--yes", "--no-setup", ...args]);
  world.lore(["index", "rebuild", "--cwd", join(store.project)]);
  return { name, world, session: world.open(), times: [], answered: 0 };
}

async function measure(each, round) {
  const { world, session } = each;
  let arrivedAt = 0;
  let text = "";
  world.stub.play((body) => {
    arrivedAt ||= performance.now();
    text = JSON.stringify(body.messages.slice(-2));
    return "ok";
  });
  const startedAt = performance.now();
  await world.turn(session, prompts[round % prompts.length]);
  if (round < WARM_UP) return;
  each.times.push(arrivedAt - startedAt);
  if (text.includes("Lore Context")) each.answered++;
}

function quantile(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
