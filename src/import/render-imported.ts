/** What an import did, or would do, in words. Pure. */
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import type { Imported } from "./import-records.ts";
import type { Importer } from "./importer.ts";

const MAX_PROBLEMS = 20;

/** Without a name: what there is, and how to import it. */
export function renderFound(results: readonly Imported[], importers: readonly Importer[]): readonly string[] {
  const missing = importers.filter(({ name }) => !results.some(({ importer }) => importer === name));
  const rows = results.map((result) => {
    const counts = `${String(result.read).padStart(7)} records ${String(countNew(result)).padStart(7)} new`;
    return `  ${result.importer.padEnd(12)}${counts}   ${neutralizeLine(result.path)}`;
  });
  return [
    results.length === 0 ? "Nothing found in the usual places." : "Found (nothing is written):",
    ...rows,
    ...(missing.length === 0 ? [] : ["Not found:", ...missing.map(({ name, title }) => `  ${name.padEnd(12)}${title}`)]),
    ...problemLines(results),
    "",
    ...(results.length === 0 ? [] : ["lore-inject import all              all that was found", "lore-inject import <name> --dry-run  look closer first"]),
    "lore-inject import <name> <path>     from somewhere else",
  ];
}

export function renderImported(results: readonly Imported[], isDry: boolean): readonly string[] {
  const total = results.reduce((sum, result) => sum + countNew(result), 0);
  const present = results.reduce((sum, { present: count }) => sum + count, 0);
  return [
    ...results.flatMap((result) => resultLines(result, isDry)),
    ...problemLines(results),
    `${isDry ? "would write" : "wrote"} ${total} ${total === 1 ? "record" : "records"}, ${present} there already${isDry ? " (nothing was written)" : ""}`,
  ];
}

function resultLines(result: Imported, isDry: boolean): readonly string[] {
  const { importer, path, written, retired, present, skipped, titles } = result;
  const kinds = [...written].map(([kind, count]) => `${kind} ${count}`).join(", ") || "none";
  return [
    `${importer}  ${neutralizeLine(path)}`,
    `  new        ${kinds}${retired === 0 ? "" : ` (${retired} of them retired: kept, never shown)`}`,
    ...(isDry ? titles.map((title) => `             ${shorten(neutralizeLine(title), 110)}`) : []),
    ...(present === 0 ? [] : [`  present    ${present}`]),
    ...[...skipped].map(([why, count]) => `  left out   ${count}: ${neutralizeLine(why)}`),
  ];
}

function countNew({ written }: Imported): number {
  return [...written.values()].reduce((sum, count) => sum + count, 0);
}

function problemLines(results: readonly Imported[]): readonly string[] {
  const problems = results.flatMap((result) => result.problems);
  const shown = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ where, what, hint }) => `  ${neutralizeLine(where)}: ${neutralizeLine(what)}${hint === undefined ? "" : ` (${hint})`}`);
  if (shown.length === 0) return [];
  return ["problems", ...shown, ...(problems.length > shown.length ? [`  and ${problems.length - shown.length} more: --json lists them`] : [])];
}
