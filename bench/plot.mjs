/**
 * Draws bench/cost.svg from the numbers that bench:index and bench:peers left: cost × `node -e 0` against
 * store size, both axes logarithmic. Usage: npm run bench:plot [-- --results bench/RESULTS.json --out bench/cost.svg]
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { renderPlot } from "./lib/svg.mjs";

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));
const { values } = parseArgs({
  options: { results: { type: "string", default: beside("RESULTS.json") }, out: { type: "string", default: beside("cost.svg") } },
});
if (!existsSync(values.results)) throw new Error("no results yet: run bench:index and bench:peers with --out first");
const { "bench:index": own, "bench:peers": peers } = JSON.parse(readFileSync(values.results, "utf8"));

/** Of the hook the numbers of bench:index, which has more rounds; else those beside the peers. */
const LINES = [
  { label: "hook, typical prompt", points: pointsOf(own, "times", "typical") ?? pointsOf(peers, "typical", "lore-inject") },
  { label: "hook, common words", points: pointsOf(own, "times", "common") ?? pointsOf(peers, "common", "lore-inject") },
  { label: "SQLite FTS5", points: pointsOf(peers, "typical", "FTS5, better-sqlite3") ?? pointsOf(peers, "typical", "FTS5, node:sqlite") },
  { label: "ripgrep, unranked", points: pointsOf(peers, "typical", "ripgrep, lines only") },
  { label: "naive scan", points: pointsOf(peers, "typical", "naive scan") },
  { label: "MiniSearch", points: pointsOf(peers, "typical", "MiniSearch") },
];

function pointsOf(section, part, name) {
  const points = (section?.results ?? []).flatMap((result) => (result[part]?.[name] ? [[result.records, result[part][name].ratio]] : []));
  return points.length > 0 ? points : null;
}

const drawn = LINES.map((line, slot) => ({ ...line, slot })).filter(({ points }) => points !== null);
writeFileSync(values.out, renderPlot(drawn, { x: "records in the stores", y: "cost of a prompt, × node -e 0" }));
console.log(`${drawn.length} lines: ${drawn.map(({ label }) => label).join(", ")}`);
