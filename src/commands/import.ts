/** `import`: what other tools wrote down becomes records. Without a name it only looks what there is. */
import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { ALL_IMPORTERS } from "../import/all-importers.ts";
import { BatchWriter } from "../import/batch-writer.ts";
import { type Imported, importRecords } from "../import/import-records.ts";
import type { Importer } from "../import/importer.ts";
import { collectKnownIds } from "../import/known-ids.ts";
import { bytesOf } from "../import/places.ts";
import { renderFound, renderImported } from "../import/render-imported.ts";
import type { Context } from "../open-context.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { attempt, Refusal } from "../refusal.ts";
import { expandHome } from "../store/locations.ts";
import { RecordStore } from "../write/record-store.ts";
import { makeProgress, makeProgressBar, print, printJson } from "./runtime.ts";

export interface ImportOptions extends CommonOptions {
  readonly project?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** One importer and one thing that it is to read. */
interface Job {
  readonly importer: Importer;
  readonly path: string;
}

export async function importFrom(name: string | undefined, paths: readonly string[], options: ImportOptions): Promise<void> {
  const context = openForCommand(options);
  const store = new RecordStore(context);
  const isLook = name === undefined;
  const jobs = name === undefined || name === "all" ? usualJobs(ALL_IMPORTERS, context) : namedJobs(name, paths, context);
  if (name === "all" && paths.length > 0)
    throw new Refusal("`import all` takes no path", `name what is there: lore-inject import <${names().join("|")}> ${paths[0]}`);
  const isDry = isLook || options.dryRun === true;
  const results = await run(jobs, { context, store: isDry ? null : store, options });
  if (options.json) return printJson({ dryRun: isDry, results });
  print(isLook ? renderFound(results, ALL_IMPORTERS) : renderImported(results, isDry));
}

function names(): readonly string[] {
  return ALL_IMPORTERS.map(({ name }) => name);
}

function usualJobs(importers: readonly Importer[], context: Context): readonly Job[] {
  const { workspace, locations } = context;
  const place = { home: locations.home, root: workspace.gitTop ?? workspace.cwd };
  return importers.flatMap((importer) =>
    importer
      .usualPlaces(place)
      .filter((path) => !isDataFolder(path, context))
      .map((path) => ({ importer, path })),
  );
}

function namedJobs(name: string, paths: readonly string[], context: Context): readonly Job[] {
  const importer = ALL_IMPORTERS.find((each) => each.name === name);
  if (importer === undefined) throw new Refusal(`there is no importer "${name}"`, `${names().join(", ")}, all${likely(name, context)}`);
  if (paths.length > 0) return paths.map((path) => ({ importer, path: checked(importer, path, context) }));
  const jobs = usualJobs([importer], context);
  if (jobs.length === 0) throw new Refusal(`${importer.title}: nothing in the usual places`, `name it: lore-inject import ${name} <path>`);
  return jobs;
}

/** Somebody gave a path where the name belongs. */
function likely(path: string, context: Context): string {
  const full = absolute(path, context);
  const fitting = existsSync(full) ? ALL_IMPORTERS.filter((importer) => importer.recognizes(full)) : [];
  return fitting.length === 0 ? "" : `; for this path: lore-inject import ${fitting.map(({ name }) => name).join("|")} ${path}`;
}

function checked(importer: Importer, path: string, context: Context): string {
  const full = absolute(path, context);
  if (!existsSync(full)) throw new Refusal(`${path}: no such file or folder`);
  if (isDataFolder(full, context)) throw new Refusal(`${path} is the data folder itself`, "what is there is read already");
  if (!importer.recognizes(full))
    throw new Refusal(`${path} is not what \`import ${importer.name}\` reads`, `expected: ${importer.title}${likely(path, context)}`);
  return full;
}

function absolute(path: string, { workspace, locations }: Context): string {
  return resolve(workspace.cwd, expandHome(path, locations.home));
}

function isDataFolder(path: string, { dataRoot }: Context): boolean {
  return dataRoot.path !== null && existsSync(dataRoot.path) && realpathSync(path) === realpathSync(dataRoot.path);
}

interface RunRequest {
  readonly context: Context;
  /** Null: only look. */
  readonly store: RecordStore | null;
  readonly options: ImportOptions;
}

async function run(jobs: readonly Job[], { context, store, options }: RunRequest): Promise<readonly Imported[]> {
  const known = knownIds(context);
  const bar = makeProgressBar();
  const results: Imported[] = [];
  const writer = store === null ? null : new BatchWriter(store);
  try {
    for (const { importer, path } of jobs) {
      bar.start(`reading ${importer.name}`, bytesOf(path));
      results.push(
        await importRecords({
          importer,
          path,
          project: options.project ?? context.project.name,
          isProjectNamed: options.project !== undefined,
          now: context.now,
          known,
          write: writer === null ? null : (kind, fields) => writer.add(kind, fields),
          advance: (bytes) => bar.advance(bytes),
        }),
      );
      writer?.flush();
    }
    return results;
  } finally {
    bar.done();
  }
}

function knownIds(context: Context): Set<string> {
  const progress = makeProgress("going through the stores");
  try {
    return attempt(() => collectKnownIds(context, () => void progress.tick()));
  } finally {
    progress.done();
  }
}
