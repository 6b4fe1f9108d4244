/** A data folder of the lore CLI: its stores of lines and its documents. Ids and lifecycle are kept. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { idText } from "../../store/parse-line.ts";
import type { Foreign, Importer, ImportReport } from "../importer.ts";
import { filesBelow } from "../places.ts";
import { readDocument } from "../read-document.ts";
import { readJsonLines } from "../read-json-lines.ts";
import { parseGoal, parsePatterns, parseSession } from "./documents.ts";
import { foreignOf, LINE_STORES, type LineStore } from "./line-stores.ts";

const MARKS = ["journal/data", "patterns/data", "failures/data", "inbox/data", "transfer/data", "intent/data", "evidence/data"];
/** Nothing that can be written is like them. */
const NOT_IMPORTED = ["patterns/data/concepts.yaml", "registry/data/metadata.yaml", "registry/data/clusters.yaml"];

export const lore: Importer = {
  name: "lore",
  title: "a data folder of the lore CLI",
  usualPlaces: ({ home }) => (home === null ? [] : [join(home, ".local", "share", "lore"), join(home, "dev", "lore")].filter(holdsStores)),
  recognizes: holdsStores,
  read,
};

function holdsStores(path: string): boolean {
  return MARKS.some((mark) => existsSync(join(path, mark)));
}

async function* read(path: string, report: ImportReport): AsyncGenerator<Foreign> {
  const progress = new Progress(report);
  for (const store of LINE_STORES) yield* readStore(join(path, store.path), store, progress);
  yield* readPatterns(path, progress);
  yield* readGoals(path, progress);
  yield* readSessions(path, progress);
  for (const name of NOT_IMPORTED) if (existsSync(join(path, name))) report.skip?.(`${name} (copy it into your data folder, where it is read)`);
}

/** Bytes of all files so far. */
class Progress {
  private done = 0;
  constructor(readonly report: ImportReport) {}

  at(bytes: number): void {
    this.report.advance(this.done + bytes);
  }

  finish(bytes: number): void {
    this.done += bytes;
    this.at(0);
  }
}

/** Twice through the file, as the last line of an id counts: a store may be larger than memory. */
function* readStore(file: string, { source, kindOf }: LineStore, progress: Progress): Generator<Foreign> {
  if (!existsSync(file)) return;
  const lastLines = new Map<string, number>();
  for (const { number, value } of readJsonLines(file, { problem: () => {}, advance: () => {} })) {
    const id = idText(value);
    if (id !== null) lastLines.set(id, number);
  }
  const { report } = progress;
  let size = 0;
  for (const { number, value, end } of readJsonLines(file, report)) {
    size = end;
    progress.at(end);
    const id = idText(value);
    if (id !== null && lastLines.get(id) !== number) continue;
    const foreign = foreignOf({ kind: kindOf(value), source, fields: value, from: `${file}:${number}` });
    if (foreign === null) report.skip?.("says nothing");
    else yield foreign;
  }
  progress.finish(size);
}

function* readPatterns(path: string, progress: Progress): Generator<Foreign> {
  const file = join(path, "patterns", "data", "patterns.yaml");
  const document = existsSync(file) ? readDocument(file, progress.report) : null;
  if (document === null) return;
  yield* parsePatterns(document.value, file, progress.report);
  progress.finish(document.bytes);
}

function* readGoals(path: string, progress: Progress): Generator<Foreign> {
  for (const file of filesBelow(join(path, "intent", "data", "goals"), 0, progress.report).filter((each) => /\.ya?ml$/.test(each))) {
    const document = readDocument(file, progress.report);
    const goal = document === null ? null : parseGoal(document.value, file, progress.report);
    if (goal !== null) yield goal;
    progress.finish(document?.bytes ?? 0);
  }
}

/** A compressed copy stands in only where the full session is gone. */
function* readSessions(path: string, progress: Progress): Generator<Foreign> {
  const folders = ["sessions", "archive"].map((name) => join(path, "transfer", "data", name));
  const files = folders.flatMap((folder) => filesBelow(folder, 8, progress.report)).filter((file) => file.endsWith(".json"));
  const full = new Set(files);
  for (const file of files) {
    if (file.endsWith(".compressed.json") && full.has(file.replace(/\.compressed\.json$/, ".json"))) continue;
    const document = readDocument(file, progress.report);
    const handoff = document === null ? null : parseSession(document.value, file, progress.report);
    if (handoff !== null) yield handoff;
    progress.finish(document?.bytes ?? 0);
  }
}
