/** Issues of beads (`.beads/*.jsonl`): what closed ones taught, and what is open. */
import { basename, join } from "node:path";
import { shorten } from "../render/neutralize.ts";
import { type Fields, fieldsOf, textOf, textsOf, whenOf } from "../sources/fields.ts";
import { idText } from "../store/parse-line.ts";
import type { Foreign, Importer, ImportReport } from "./importer.ts";
import { filesBelow, isFile, isFolder } from "./places.ts";
import { readJsonLines } from "./read-json-lines.ts";

export const beads: Importer = {
  name: "beads",
  title: "issues of beads (.beads/*.jsonl)",
  usualPlaces: ({ root }) => [join(root, ".beads")].filter((folder) => filesOf(folder).length > 0),
  recognizes: (path) => filesOf(path).length > 0,
  read,
};

/** A file, the folder `.beads`, or the one that holds it. */
function filesOf(path: string): readonly string[] {
  if (isFile(path)) return path.endsWith(".jsonl") ? [path] : [];
  const folder = basename(path) !== ".beads" && isFolder(join(path, ".beads")) ? join(path, ".beads") : path;
  return filesBelow(folder, 0).filter((file) => file.endsWith(".jsonl"));
}

interface Seen {
  readonly at: number;
  readonly place: string;
}

/** Twice through the files: merged branches leave several lines of an issue, of which the one changed last counts. */
async function* read(path: string, report: ImportReport): AsyncGenerator<Foreign> {
  const files = filesOf(path);
  const newest = new Map<string, Seen>();
  for (const file of files)
    for (const { number, value } of readJsonLines(file, { problem: () => {}, advance: () => {} })) {
      const seen = { at: whenOf(value.updated_at, value.closed_at, value.created_at).at ?? 0, place: `${file}:${number}` };
      const id = idText(value) ?? seen.place;
      if (isIssue(value) && seen.at >= (newest.get(id)?.at ?? 0)) newest.set(id, seen);
    }
  let before = 0;
  for (const file of files) {
    let size = 0;
    for (const { number, value, end } of readJsonLines(file, report)) {
      size = end;
      report.advance(before + end);
      const from = `${file}:${number}`;
      if (!isIssue(value) || newest.get(idText(value) ?? from)?.place !== from) continue;
      const foreign = parseIssue(value, from, report);
      if (foreign !== null) yield foreign;
    }
    before += size;
  }
}

/** Other files there tell who deleted or did what. */
function isIssue(fields: Fields): boolean {
  return textOf(fields.title) !== "";
}

function parseIssue(issue: Fields, from: string, report: ImportReport): Foreign | null {
  const status = textOf(issue.status).toLowerCase() || "open";
  if (status === "tombstone" || textOf(issue.deleted_at) !== "") return skip(report, "deleted issue");
  const id = idText(issue);
  const common = {
    at: whenOf(issue.closed_at, issue.updated_at, issue.created_at).at,
    project: null,
    from,
  };
  const tags = ["beads", ...(id === null ? [] : [id]), ...textsOf(issue.labels)];
  const learned = status === "closed" ? parseClosed(issue, tags) : parseOpen(issue, status, tags);
  return learned === null ? skip(report, "issue closed without a word why") : { ...common, ...learned };
}

function skip(report: ImportReport, why: string): null {
  report.skip?.(why);
  return null;
}

type Learned = Pick<Foreign, "kind" | "said" | "fields">;

/** Words with which an issue is closed when there is nothing to say. */
const EMPTY_REASON = /^(?:closed|done|completed?|finished|fixed|implemented|resolved|merged|shipped|obsolete|stale|duplicate)\b.{0,12}$|^duplicate of /i;

/**
 * A bug that was mended is a failure with its remedy: it is shown when the error comes back. Any other issue was a choice, by its
 * design or by the reason why it was closed (done so, not done because): a decision. With neither, its title says nothing that
 * the code does not say.
 */
function parseClosed(issue: Fields, tags: readonly string[]): Learned | null {
  const title = textOf(issue.title);
  const reason = EMPTY_REASON.test(textOf(issue.close_reason)) ? "" : textOf(issue.close_reason);
  const design = textOf(issue.design);
  if (reason === "" && design === "") return null;
  if (textOf(issue.issue_type).toLowerCase() === "bug")
    return { kind: "failure", said: { text: title, type: "bug", fix: joined(reason, design), tags }, fields: { notes: detailsOf(issue) } };
  const rationale = joined(textOf(issue.description), design === "" ? "" : reason, detailsOf(issue));
  return { kind: "decision", said: { text: design || reason, rationale, tags }, fields: { title } };
}

/** An observation, not a handoff: a session starts with the latest handoff, which a list of issues would bury. */
function parseOpen(issue: Fields, status: string, tags: readonly string[]): Learned {
  const id = idText(issue);
  const kind = textOf(issue.issue_type).toLowerCase() || "issue";
  const blockers = (Array.isArray(issue.dependencies) ? issue.dependencies : [])
    .map(fieldsOf)
    .filter(({ type }) => textOf(type) === "blocks")
    .map(({ depends_on_id }) => textOf(depends_on_id));
  const content = joined(
    textOf(issue.description),
    labelled("Design", textOf(issue.design)),
    labelled("Done when", textOf(issue.acceptance_criteria)),
    labelled("Blocked by", blockers.join(", ")),
    detailsOf(issue),
  );
  const state = `${status.replaceAll("_", " ")} ${kind}${id === null ? "" : ` ${id}`}`;
  const title = `${textOf(issue.title)} (${state})`;
  return { kind: "observation", said: { text: content || title, source: "beads", tags }, fields: content === "" ? {} : { title } };
}

/** People paste whole test runs there. */
const MAX_DETAILS = 2000;

function detailsOf(issue: Fields): string {
  const comments = (Array.isArray(issue.comments) ? issue.comments : []).map((comment) => textOf(fieldsOf(comment).text ?? comment));
  return shorten(joined(labelled("Notes", textOf(issue.notes)), ...comments), MAX_DETAILS);
}

function labelled(label: string, text: string): string {
  return text === "" ? "" : `${label}: ${text}`;
}

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n");
}
