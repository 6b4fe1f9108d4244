/** `export`: every record in one JSONL or Markdown file, or on stdout, without secrets. */
import { resolve } from "node:path";
import { cleanRecords } from "../export/clean-records.ts";
import { collectRecords, type StoredRecord } from "../export/collect-records.ts";
import { renderJsonl } from "../export/render-jsonl.ts";
import { renderMarkdown } from "../export/render-markdown.ts";
import { writeExport, writePieces } from "../export/write-export.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { renderProblems } from "../render/render-report.ts";
import { filterRecords, type RecordFilter } from "./filter-records.ts";
import { locateProblem, makeProgress, print } from "./runtime.ts";

export interface ExportOptions extends CommonOptions, RecordFilter {
  readonly format: "jsonl" | "markdown";
  readonly output?: string;
  readonly force?: boolean;
}

export function exportRecords({ format, output, force, ...options }: ExportOptions): void {
  const context = openForCommand(options);
  const progress = makeProgress("reading the stores");
  const { records, problems } = collectRecords(context, () => void progress.tick());
  progress.done();
  const found = filterRecords(records, options, context.now);
  if (problems.length > 0) process.stderr.write(`${renderProblems(problems, locateProblem).join("\n")}\n`);
  if (found.length === 0) throw new Refusal("no record fits", "lore-inject sources shows what is read; --all exports retired ones too");
  const pieces = format === "markdown" ? renderMarkdown([...cleanRecords(found)]) : renderLines(found);
  if (output === undefined || output === "-") return writeToStdout(pieces);
  write(resolve(output), pieces, force === true);
  print([`${found.length} ${found.length === 1 ? "record" : "records"} in ${resolve(output)}`]);
}

function* renderLines(records: readonly StoredRecord[]): Generator<string> {
  for (const record of cleanRecords(records)) yield renderJsonl(record);
}

function writeToStdout(pieces: Iterable<string>): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever reads it, as `head`, has had enough.
    if (error.code !== "EPIPE") throw error;
  });
  writePieces(pieces, (text) => void process.stdout.write(text));
}

function write(file: string, pieces: Iterable<string>, force: boolean): void {
  try {
    writeExport(file, pieces, force);
  } catch (error) {
    throw new Refusal((error as Error).message, force ? "nothing was written" : "nothing was written; --force replaces a file");
  }
}
