/** The tables of bench:index. Pure: numbers in, Markdown out. */
import { digits, environmentLine, table } from "./report.mjs";
import { showSize } from "./sizes.mjs";

const MEGABYTE = 1024 * 1024;
const CASES = [
  ["typical", "typical prompt"],
  ["plain", "the same, without flags"],
  ["common", "very common words only"],
  ["unknown", "words that no record has"],
  ["silent", "nothing to look for"],
];
const APPENDS = [
  ["usual", "typical, nothing appended"],
  ["1", "typical, 1 record just appended"],
  ["1000", "typical, 1,000 records just appended"],
];

export function renderIndexReport(results, { rounds, prompts, indexed, callgrind }) {
  const command = `npm run bench:index -- --sizes ${results.map(({ records }) => showSize(records).toLowerCase()).join(",")} --rounds ${rounds}${indexed ? "" : " --without-index"}`;
  return [
    `## One prompt${indexed ? "" : ", without an index"}`,
    `\`${command}\`: ${environmentLine(`${rounds} interleaved rounds`, `${prompts} prompts in turn`)}.`,
    `Cells: × \`node -e 0\` (p50 / p95 in ms). The hook is started as \`lore-inject install\` registers it, ${flagsOf(results)}; \`node -e 0\` has no flags.`,
    costTable(results),
    answers(results),
    "Memory is the largest resident set over that of bare node; instructions are ratios to `node -e 0` under callgrind; cold is × a cold `node -e 0`.",
    resourceTable(results),
    ...missing(results, callgrind),
    ...(indexed ? ["### The index", buildTable(results)] : []),
  ].join("\n\n");
}

function flagsOf(results) {
  const flags = results.flatMap(({ flags: own }) => own);
  return flags.length === 0 ? "here without flags" : `with ${[...new Set(flags)].map((flag) => `\`${flag}\``).join(" ")}`;
}

function costTable(results) {
  const sizes = results.map(({ records }) => showSize(records));
  const cell = (entry) => (entry ? `${digits(entry.ratio, 2)} (${digits(entry.p50, 1)} / ${digits(entry.p95, 1)})` : null);
  const row = ([key, label], part) => [label, ...results.map((result) => cell(result[part]?.[key])), growth(results, part, key)];
  const floor = ["`node -e 0`", ...results.map(({ times }) => cell(times["node -e 0"])), ""];
  const rows = [floor, ...CASES.map((each) => row(each, "times")), ...APPENDS.map((each) => row(each, "appends"))];
  return table(["case", ...sizes, "10k → 1M"], rows);
}

function growth(results, part, key) {
  const ratioAt = (records) => results.find((result) => result.records === records)?.[part]?.[key]?.ratio;
  const [small, large] = [ratioAt(10_000), ratioAt(1_000_000)];
  return small && large ? `× ${digits(large / small, 2)}` : "n/a";
}

function answers(results) {
  const all = results.map(
    ({ records, answered, appends }) =>
      `${showSize(records)}: ${answered} typical prompts answered, a new record ${appends.found ? "found" : "NOT found"} at once`,
  );
  return `${all.join("; ")}.`;
}

function resourceTable(results) {
  const head = ["records", "MB, typical", "MB, common", "instructions, typical", "common", "silent", "cold, typical"];
  return table(
    head,
    results.map(({ records, memory, instructions, cold }) => [
      showSize(records),
      digits(memory.typical, 1),
      digits(memory.common, 1),
      digits(instructions?.typical, 3),
      digits(instructions?.common, 3),
      digits(instructions?.silent, 3),
      digits(cold?.typical.ratio, 2),
    ]),
  );
}

function missing(results, callgrind) {
  const notes = [];
  if (!callgrind) notes.push("valgrind was not installed or not asked for: no instruction counts.");
  if (results.some(({ cold }) => cold === null)) notes.push("The page cache could not be dropped (that takes root): no cold runs.");
  if (results.some(({ memory }) => Number.isNaN(memory.bare))) notes.push("GNU time was not installed: no memory figures.");
  return notes;
}

function buildTable(results) {
  const head = ["records", "data MB", "index MB", "index / data", "full build s", "records/s", "build MB", "1,000 appended, ms"];
  return table(
    head,
    results.map(({ records, built }) => [
      showSize(records),
      digits(built.dataBytes / MEGABYTE, 1),
      digits(built.bytes / MEGABYTE, 1),
      `${digits((100 * built.bytes) / built.dataBytes, 0)} %`,
      digits(built.seconds, 2),
      Math.round(built.recordsPerSecond).toLocaleString("en-US"),
      digits(built.memory, 0),
      digits(built.refreshMs, 0),
    ]),
  );
}
