/** The tables of bench:peers. Pure: numbers in, Markdown out. */
import { digits, environmentLine, table } from "./report.mjs";
import { showSize } from "./sizes.mjs";

const MEGABYTE = 1024 * 1024;

export function renderPeersReport(results, { names, rounds, skipped }) {
  const sizes = results.map(({ records }) => showSize(records));
  const command = `npm run bench:peers -- --sizes ${sizes.join(",").toLowerCase()} --rounds ${rounds}`;
  return [
    "## Beside the alternatives",
    `\`${command}\`: ${environmentLine(`at most ${rounds} interleaved rounds`)}.`,
    "Cells: × `node -e 0` (p50 in ms), a fresh process for each prompt. The peers find lines and rank them by their terms; they know nothing of projects, age, retired records or when to stay silent. node:sqlite is compared with the bare start of the Node that has it.",
    "### Typical prompts",
    costTable(results, names, "typical", sizes),
    "### Very common words only",
    costTable(results, names, "common", sizes),
    "### Their indexes",
    "Cells: seconds to build (MB on disk).",
    buildTable(results, names, sizes),
    ...(skipped.length > 0 ? [`Left out: ${skipped.join("; ")}.`] : []),
  ].join("\n\n");
}

function costTable(results, names, kind, sizes) {
  const cell = (entry) => (entry ? `${digits(entry.ratio, entry.ratio < 10 ? 2 : 1)} (${digits(entry.p50, entry.p50 < 1000 ? 1 : 0)})` : null);
  return table(
    ["what", ...sizes],
    ["node -e 0", ...names].map((name) => [name === "node -e 0" ? `\`${name}\`` : name, ...results.map((result) => cell(result[kind][name]))]),
  );
}

function buildTable(results, names, sizes) {
  const built = names.filter((name) => results.some((result) => result.built[name]));
  const cell = (entry) => (entry ? `${digits(entry.seconds, 1)} (${digits(entry.bytes / MEGABYTE, 1)})` : null);
  return table(
    ["what", ...sizes],
    built.map((name) => [name, ...results.map((result) => cell(result.built[name]))]),
  );
}
