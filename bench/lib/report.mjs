/**
 * Results as Markdown: printed, and with --out put into their own section of a file that other scripts
 * share. Their numbers go into a JSON file of the same name, from which the plot is drawn.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";

export function publish({ section, markdown, numbers, out }) {
  console.log(markdown);
  if (out === undefined) return;
  const before = existsSync(out) ? readFileSync(out, "utf8") : "# Benchmark results\n\nEach section is replaced by the command that it names.\n";
  writeFileSync(out, replaceSection(before, section, markdown));
  const json = numbersFile(out);
  const known = existsSync(json) ? JSON.parse(readFileSync(json, "utf8")) : {};
  writeFileSync(json, `${JSON.stringify({ ...known, [section]: numbers }, rounded, 2)}\n`);
}

function numbersFile(out) {
  return out.replace(/(?:\.md)?$/, ".json");
}

const rounded = (_key, value) => (typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value);

function replaceSection(text, name, markdown) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const section = `${open}\n\n${markdown.trim()}\n\n${close}`;
  const from = text.indexOf(open);
  const until = text.indexOf(close);
  if (from < 0 || until < from) return `${text.trimEnd()}\n\n${section}\n`;
  return text.slice(0, from) + section + text.slice(until + close.length);
}

/** Padded as people align tables, so that a formatter leaves them alone. The first column is text, the others are numbers. */
export function table(head, rows) {
  const texts = [head, ...rows].map((row) => row.map((cell) => String(cell ?? "n/a")));
  const widths = head.map((_, column) => Math.max(3, ...texts.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const pad = (row) => row.map((text, column) => (column === 0 ? text.padEnd(widths[column]) : text.padStart(widths[column])));
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(pad(texts[0])), line(rule), ...texts.slice(1).map((row) => line(pad(row)))].join("\n");
}

/** No date, path or host name: the same machine gives the same line. */
export function environmentLine(...more) {
  return [`Node ${process.version}`, `${process.platform} ${process.arch}`, `${availableParallelism()} cores`, ...more].join(", ");
}

export const digits = (value, count) => (value === null || value === undefined || Number.isNaN(value) ? null : value.toFixed(count));
