/** Architecture decision records: one Markdown file each, in one of the folders where people keep them. */
import { basename, join, sep } from "node:path";
import { shorten } from "../../render/neutralize.ts";
import type { Foreign, Importer, ImportReport } from "../importer.ts";
import { filesBelow, isFile, isFolder } from "../places.ts";
import { readTextFile } from "../read-text.ts";
import { type Adr, parseAdr } from "./parse-adr.ts";

const FOLDERS = [
  "docs/adr",
  "docs/adrs",
  "docs/ADR",
  "docs/decisions",
  "docs/architecture/decisions",
  "docs/architecture/adr",
  "docs/architectural-decisions",
  "doc/adr",
  "doc/adrs",
  "doc/decisions",
  "doc/architecture/decisions",
  "adr",
  "adrs",
  "decisions",
  "architecture/decisions",
  ".adr",
];

export const adr: Importer = {
  name: "adr",
  title: "architecture decision records (docs/adr, docs/decisions, …)",
  usualPlaces: ({ root }) => placesOf(root),
  recognizes: (path) => (isFile(path) ? MARKDOWN.test(path) : recordFiles(path).length > 0 || placesOf(path).length > 0),
  read,
};

const MARKDOWN = /\.(?:md|markdown)$/i;
const NO_RECORD = /^(?:readme|index|template|adr-template|_.*|.*template.*)\.(?:md|markdown)$/i;

/** On a disk that takes capitals for small letters two names are one folder. */
function placesOf(root: string): readonly string[] {
  const found = FOLDERS.map((folder) => join(root, ...folder.split("/"))).filter((folder) => recordFiles(folder).length > 0);
  return found.filter((folder, index) => found.findIndex((other) => other.toLowerCase() === folder.toLowerCase()) === index);
}

function recordFiles(folder: string, report?: ImportReport): readonly string[] {
  return filesBelow(folder, 3, report).filter((file) => MARKDOWN.test(file) && !NO_RECORD.test(basename(file)));
}

async function* read(path: string, report: ImportReport): AsyncGenerator<Foreign> {
  const isRoot = isFolder(path) && placesOf(path).length > 0;
  const files = isFile(path) ? [path] : isRoot ? placesOf(path).flatMap((folder) => recordFiles(folder, report)) : recordFiles(path, report);
  let bytes = 0;
  for (const file of files) {
    const read = readTextFile(file, report);
    bytes += read?.bytes ?? 0;
    report.advance(bytes);
    if (read === null) continue;
    const record = parseAdr(read.text);
    if (record === null) report.skip?.("no decision record: it has neither a status nor a decision");
    else yield foreignOf(record, file, read.modifiedAt);
  }
}

/** Longer sections are shortened: the record names its file. */
const MAX_SECTION = 4000;

function foreignOf(record: Adr, file: string, modifiedAt: number): Foreign {
  const { title, status, at } = record;
  const tags = ["adr", ...numberTag(file)];
  const common = { at: at ?? modifiedAt, project: null, from: `${file}:1` };
  // What is only proposed would be taken for settled if it were a decision.
  if (/^(?:proposed|draft|pending|rfc|in progress|open)\b/.test(status)) {
    const text = cut(record.decision, record.context) || title;
    return { ...common, kind: "observation", said: { text, source: shownPath(file), tags }, fields: { title: `Proposed, not decided: ${title}` } };
  }
  return {
    ...common,
    kind: "decision",
    said: {
      text: cut(record.decision) || title,
      rationale: cut(record.context, labelled("Consequences", record.consequences)),
      alternatives: record.options.filter((option) => !isChosen(option, record.decision)),
      type: "architecture",
      entities: [shownPath(file)],
      tags,
    },
    ...lifecycle(title, status),
  };
}

/** MADR names it in quotes; in the list it often goes on with a word about it. */
function isChosen(option: string, decision: string): boolean {
  const chosen = /["\u201c]([^"\u201c\u201d\n]{1,200})["\u201d]/.exec(decision.slice(0, 500))?.[1]?.toLowerCase();
  return chosen !== undefined && option.toLowerCase().startsWith(chosen);
}

function lifecycle(title: string, status: string): Pick<Foreign, "fields" | "isRetired"> {
  if (/\bsuper[sc]eded|\breplaced by/.test(status)) return { fields: { title, status: "superseded", status_note: status.slice(0, 300) }, isRetired: true };
  if (/^(?:deprecated|rejected|withdrawn|cancelled|abandoned|obsolete)/.test(status))
    return { fields: { title, status: "retracted", retracted_reason: status.slice(0, 300) }, isRetired: true };
  return { fields: { title } };
}

function numberTag(file: string): readonly string[] {
  const number = /^(?:adr[-_ ]?)?(\d{1,5})\b/i.exec(basename(file))?.[1];
  return number === undefined ? [] : [`adr-${number}`];
}

/** From the folder on that people name it by. */
function shownPath(file: string): string {
  const path = file.split(sep).join("/");
  const starts = FOLDERS.map((folder) => path.lastIndexOf(`/${folder}/`)).filter((at) => at >= 0);
  return starts.length === 0 ? basename(file) : path.slice(Math.min(...starts) + 1);
}

function labelled(label: string, text: string): string {
  return text === "" ? "" : `${label}: ${text}`;
}

function cut(...parts: readonly string[]): string {
  return shorten(parts.filter((part) => part !== "").join("\n"), MAX_SECTION);
}
