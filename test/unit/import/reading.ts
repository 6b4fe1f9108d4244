/** Reads with one importer what a test wrote into a folder, and gathers all that it says. */
import type { Foreign, Importer } from "../../../src/import/importer.ts";
import type { Problem } from "../../../src/types.ts";

export interface Reading {
  readonly records: readonly Foreign[];
  readonly problems: readonly Problem[];
  readonly skipped: readonly string[];
}

export async function readAll(importer: Importer, path: string): Promise<Reading> {
  const records: Foreign[] = [];
  const problems: Problem[] = [];
  const skipped: string[] = [];
  const report = { problem: (problem: Problem) => void problems.push(problem), advance: () => {}, skip: (why: string) => void skipped.push(why) };
  for await (const record of importer.read(path, report)) records.push(record);
  return { records, problems, skipped };
}
