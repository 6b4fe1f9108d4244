/** What `lore-inject export` wrote, on this machine or another: every line names its source and keeps its fields and id. */
import { fieldsOf, textOf } from "../sources/fields.ts";
import type { JsonObject } from "../store/parse-line.ts";
import type { Foreign, Importer, ImportReport } from "./importer.ts";
import { parseGoal, parseSession } from "./lore/documents.ts";
import { foreignOf, LINE_STORES } from "./lore/line-stores.ts";
import { isFile } from "./places.ts";
import { readJsonLines } from "./read-json-lines.ts";

export const exported: Importer = {
  name: "export",
  title: "a JSONL file that `lore-inject export` wrote",
  // Somebody put it wherever they liked.
  usualPlaces: () => [],
  recognizes: (path) => path.endsWith(".jsonl") && isFile(path) && isOurs(path),
  read,
};

const SILENT: ImportReport = { problem: () => {}, advance: () => {} };

/** By its first line. */
function isOurs(path: string): boolean {
  for (const { value } of readJsonLines(path, SILENT)) return isKnown(textOf(value.source)) && textOf(value.id) !== "";
  return false;
}

function isKnown(source: string): boolean {
  return source === "goals" || source === "registry" || source === "concepts" || LINE_STORES.some(({ source: { name } }) => name === source);
}

async function* read(path: string, report: ImportReport): AsyncGenerator<Foreign> {
  for (const { number, value, end } of readJsonLines(path, report)) {
    report.advance(end);
    const foreign = parseLine(value, `${path}:${number}`, report);
    if (foreign !== null) yield foreign;
  }
}

function parseLine(value: JsonObject, from: string, report: ImportReport): Foreign | null {
  const { source, record_source: own, ...rest } = value;
  // Some records say themselves who said it.
  const fields = own === undefined ? rest : { ...rest, source: own };
  if (source === "goals") return parseGoal(fields, from, report);
  if (source === "transfer" && Object.keys(fieldsOf(fields.handoff)).length > 0) return parseSession(fields, from, report);
  const stores = LINE_STORES.filter((store) => store.source.name === source);
  const store = stores.find(({ path }) => path.includes("signals") === String(fields.id).startsWith("sig-")) ?? stores[0];
  if (store === undefined) {
    report.skip?.(`${textOf(source) || "lines without a source"}: copy the document into your data folder, where it is read`);
    return null;
  }
  return foreignOf({ kind: store.kindOf(fields), source: store.source, fields, from });
}
