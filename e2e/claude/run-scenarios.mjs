/** Runs scenarios, two at a time, each in a world of its own, and tells how they went. */
import { World } from "./world.mjs";

const AT_ONCE = 2;

export async function runAll(scenarios, { client, sabotage }) {
  const waiting = scenarios.flatMap((scenario) => scenario.registrations.map((registration) => ({ scenario, registration })));
  const runs = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) runs.push(await runOne(next, { client, sabotage }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return runs;
}

/** What failed is tried once more, alone: a machine under load makes the client give up on hooks that are fine. */
export async function runAgain(runs, scenarios, { client }) {
  const second = [];
  for (const run of runs) {
    const scenario = scenarios.find(({ name }) => name === run.name);
    if (isPassed(run)) second.push(run);
    else {
      reportRuns([run], false);
      console.log(`     once more: ${run.name} (${run.registration})`);
      second.push(await runOne({ scenario, registration: run.registration }, { client, sabotage: null }));
    }
  }
  return second;
}

async function runOne({ scenario, registration }, { client, sabotage }) {
  const startedAt = performance.now();
  const world = new World({ client, registration, sabotage });
  let fault = null;
  try {
    await world.make();
    await scenario.run(world);
  } catch (error) {
    fault = error.stack;
  } finally {
    await world.dispose();
  }
  return { name: scenario.name, registration, checks: world.checks, fault, ms: performance.now() - startedAt };
}

const isPassed = ({ checks, fault }) => fault === null && checks.length > 0 && checks.every(({ isMet }) => isMet);

/** @returns how many failed */
export function reportRuns(runs, isVerbose) {
  for (const run of runs) {
    console.log(`${isPassed(run) ? "ok  " : "FAIL"} ${run.name} (${run.registration}), ${run.checks.length} checks, ${(run.ms / 1000).toFixed(1)} s`);
    for (const { name, isMet, evidence } of run.checks)
      if (!isMet || isVerbose) console.log(`     ${isMet ? "ok  " : "FAIL"} ${name}${isMet ? "" : `: ${evidence}`}`);
    if (run.fault !== null) console.log(`     ${run.fault.replaceAll("\n", "\n     ")}`);
  }
  return runs.filter((run) => !isPassed(run)).length;
}
