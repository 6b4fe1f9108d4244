/**
 * `npm run e2e:claude`: the real client against a stub of its API, scenario by scenario. Says so and ends with 0 where the client
 * cannot be installed (with --require: 1). --only <text> chooses; --sabotage breaks things on purpose, in all ways or in --ways a,b,
 * and names each check that nothing made fail.
 */
import { parseArgs } from "node:util";
import { installClient } from "./install-client.mjs";
import { reportRuns, runAgain, runAll } from "./run-scenarios.mjs";
import { sabotageAll } from "./sabotage.mjs";
import { SCENARIOS as FAULTS } from "./scenarios/faults.mjs";
import { SCENARIOS as HANDOFFS } from "./scenarios/handoffs.mjs";
import { SCENARIOS as HOSTILE } from "./scenarios/hostile-records.mjs";
import { SCENARIOS as PROMPTS } from "./scenarios/prompts.mjs";
import { SCENARIOS as REGISTRATIONS } from "./scenarios/registrations.mjs";
import { SCENARIOS as STARTS } from "./scenarios/session-starts.mjs";
import { SCENARIOS as SUBAGENTS } from "./scenarios/subagents.mjs";
import { SCENARIOS as TOOLS } from "./scenarios/tools.mjs";
import { SCENARIOS as USEFULNESS } from "./scenarios/usefulness.mjs";
import { SCENARIOS as WARM } from "./scenarios/warm.mjs";

const { values } = parseArgs({
  options: { require: { type: "boolean" }, sabotage: { type: "boolean" }, only: { type: "string" }, ways: { type: "string" }, verbose: { type: "boolean" } },
});
const client = installClient();
if ("fault" in client) {
  console.log(`client could not be installed: ${client.fault}; the e2e suite was not run`);
  process.exit(values.require ? 1 : 0);
}
const chosen = [...PROMPTS, ...STARTS, ...SUBAGENTS, ...TOOLS, ...HANDOFFS, ...FAULTS, ...HOSTILE, ...REGISTRATIONS, ...WARM, ...USEFULNESS].filter(
  ({ name }) => name.includes(values.only ?? ""),
);
const startedAt = performance.now();
const seconds = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
if (values.sabotage) {
  const unnoticed = await sabotageAll(chosen, client.command, values.ways?.split(","));
  console.log(`${unnoticed} checks that no sabotage made fail, client ${client.version}, ${seconds()}`);
  process.exitCode = unnoticed === 0 ? 0 : 1;
} else {
  const runs = await runAgain(await runAll(chosen, { client: client.command, sabotage: null }), chosen, { client: client.command });
  const failed = reportRuns(runs, values.verbose === true);
  console.log(`${runs.length} scenarios, ${failed} failed, client ${client.version}, ${seconds()}`);
  process.exitCode = failed === 0 && runs.length > 0 ? 0 : 1;
}
