/**
 * `npm run e2e:opencode`: the real OpenCode with the built plugin, against a stub of a model; what the plugin says is looked for in
 * the bodies of the requests. Says so and ends with 0 where OpenCode cannot be installed (with --require: 1). --only <text> chooses,
 * --plugin <file> takes another build.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installClient } from "./install-client.mjs";
import { SCENARIOS as COMPACTIONS } from "./scenarios/compactions.mjs";
import { SCENARIOS as FAULTS } from "./scenarios/faults.mjs";
import { SCENARIOS as INSTALL } from "./scenarios/install.mjs";
import { SCENARIOS as PROMPTS } from "./scenarios/prompts.mjs";
import { SCENARIOS as TOOLS } from "./scenarios/tools.mjs";
import { ROOT, World } from "./world.mjs";

const { values } = parseArgs({ options: { require: { type: "boolean" }, only: { type: "string" }, plugin: { type: "string" } } });
const plugin = resolve(values.plugin ?? join(ROOT, "dist", "opencode.mjs"));
if (!existsSync(plugin)) {
  console.log(`${plugin} is not there: npm run build makes it`);
  process.exit(1);
}
const client = installClient();
if ("fault" in client) {
  console.log(`OpenCode could not be installed: ${client.fault}; the e2e suite was not run`);
  process.exit(values.require ? 1 : 0);
}
const startedAt = performance.now();
const chosen = [...PROMPTS, ...TOOLS, ...COMPACTIONS, ...FAULTS, ...INSTALL].filter(({ name }) => name.includes(values.only ?? ""));
let [checks, failed] = [0, 0];
for (const scenario of chosen) {
  const { results, ms } = await runOne(scenario);
  console.log(`${scenario.name}, ${(ms / 1000).toFixed(1)} s`);
  for (const { name, isMet, evidence } of results) console.log(`  ${isMet ? "PASS" : "FAIL"} ${name}${isMet ? "" : `: ${evidence}`}`);
  checks += results.length;
  failed += results.filter(({ isMet }) => !isMet).length;
}
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(`${chosen.length} scenarios, ${checks} checks, ${failed} failed, OpenCode ${client.version}, ${seconds} s`);
process.exitCode = failed === 0 && checks > 0 ? 0 : 1;

async function runOne({ run }) {
  const from = performance.now();
  const world = new World({ client: client.command, version: client.version, plugin });
  try {
    await world.make();
    await run(world);
  } catch (error) {
    world.check("the scenario runs to its end", false, error.stack);
  } finally {
    await world.dispose();
  }
  return { results: world.checks, ms: performance.now() - from };
}
