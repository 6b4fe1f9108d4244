/** `sources`: what is read, how much of it is live, and every problem with file and line. */

import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { renderProblems } from "../render/render-report.ts";
import { readRecords } from "../store/read-records.ts";
import type { Problem } from "../types.ts";
import { locateProblem, makeProgress, print, printJson } from "./runtime.ts";

export interface SourcesOptions extends CommonOptions {
  readonly json?: boolean;
}

export function sources(options: SourcesOptions): void {
  const context = openForCommand(options);
  const progress = makeProgress("reading the stores");
  const { stores, problems: found } = readRecords(context.stores, progress.tick);
  progress.done();
  const problems: readonly Problem[] = [...context.problems, ...found];
  const rows = stores.map(({ store, lines, records }) => ({
    source: store.source,
    path: store.shownAs,
    lines,
    live: records.length,
    weight: context.config.sources[store.source].weight,
  }));
  if (options.json)
    return printJson({
      project: context.project,
      dataRoot: context.dataRoot,
      stores: rows,
      problems: problems.map((problem) => ({ ...problem, where: locateProblem(problem) })),
    });
  const live = rows.reduce((sum, row) => sum + row.live, 0);
  print([
    `data       ${context.dataRoot.path ?? "none"} (${context.dataRoot.foundBy})`,
    `project    ${context.project.name ?? "none"}, by ${context.project.foundBy}`,
    "",
    "source      weight    lines   live  file",
    ...rows.map(
      (row) => `${row.source.padEnd(12)}${row.weight.toFixed(1).padStart(5)} ${String(row.lines).padStart(8)} ${String(row.live).padStart(6)}  ${row.path}`,
    ),
    ...(context.stores.some(({ inline }) => inline) ? ["(YAML and JSON documents are parsed anew each time: the cache folder cannot be written)"] : []),
    `${live} live records`,
    ...(problems.length === 0 ? ["no problems"] : ["", ...renderProblems(problems, locateProblem)]),
  ]);
}
