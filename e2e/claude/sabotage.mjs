/** Breaks the hook on purpose, in every way, and tells which checks noticed: one that nothing can make fail proves nothing. */
import { runAll } from "./run-scenarios.mjs";

/** The first break the hook (sabotage-hook.mjs), the last four what is around it (world.mjs). */
const WAYS = [
  "mute",
  "no-capture",
  "double",
  "chatty",
  "forgetful",
  "raw",
  "wrong-name",
  "twice-kept",
  "block",
  "noisy",
  "stays",
  "elsewhere",
  "mumble",
  "unclosed",
];
/** Registered by settings, as that is where the wrapper is put. */
const isBreakable = ({ registrations }) => registrations.includes("settings") || registrations.includes("none");

/** @returns how many checks no sabotage made fail */
export async function sabotageAll(scenarios, client, ways = WAYS) {
  const chosen = scenarios
    .filter(isBreakable)
    .map((scenario) => ({ ...scenario, registrations: [scenario.registrations.includes("settings") ? "settings" : "none"] }));
  /** @type {Map<string, Set<string>>} */
  const noticed = new Map();
  for (const way of ways) {
    for (const { name, checks, fault } of await runAll(chosen, { client, sabotage: way })) {
      for (const check of checks) note(noticed, `${name}: ${check.name}`, check.isMet ? null : way);
      if (fault !== null) note(noticed, `${name}: runs to its end`, way);
    }
  }
  for (const [check, ways] of [...noticed].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${ways.size === 0 ? "NEVER" : "seen "} ${check}: ${[...ways].join(", ")}`);
  return [...noticed.values()].filter((ways) => ways.size === 0).length;
}

function note(noticed, check, way) {
  const ways = noticed.get(check) ?? new Set();
  noticed.set(check, ways);
  if (way !== null) ways.add(way);
}
