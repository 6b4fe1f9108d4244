/** lore's YAML and JSON documents: the pattern database, goals, sessions. */
import { fileStem } from "../../documents/document-source.ts";
import { transfer as sessions } from "../../documents/transfer.ts";
import { type Fields, fieldsOf, isFields, textOf, textsOf, whenOf } from "../../sources/fields.ts";
import { patterns } from "../../sources/patterns.ts";
import { idText } from "../../store/parse-line.ts";
import type { Foreign, ImportReport } from "../importer.ts";
import { foreignOf } from "./line-stores.ts";

const LISTS = [
  { name: "patterns", kind: "pattern" },
  { name: "anti_patterns", kind: "anti-pattern" },
] as const;

export function* parsePatterns(value: unknown, file: string, report: ImportReport): Generator<Foreign> {
  if (value === null) return;
  if (!isFields(value)) return report.problem({ where: file, what: "expected `patterns:` and `anti_patterns:` lists", hint: "this file is skipped" });
  for (const { name, kind } of LISTS) {
    const entries: unknown = value[name] ?? [];
    if (!Array.isArray(entries)) {
      report.problem({ where: file, what: `\`${name}\` is not a list`, hint: "it is skipped" });
      continue;
    }
    for (const [index, entry] of entries.entries()) {
      const from = `${file}#${name}[${index}]`;
      // Without this mark a line with neither symptom nor fix would be taken for a pattern.
      const fields = kind === "pattern" ? entry : { kind, ...fieldsOf(entry) };
      const foreign = isFields(entry) ? foreignOf({ kind, source: patterns, fields: fieldsOf(fields), from }) : null;
      if (foreign !== null) yield foreign;
      else report.problem({ where: from, what: "is no pattern: it has no name", hint: "it is skipped" });
    }
  }
}

const OPEN = ["active", "blocked", "draft", ""];

export function parseGoal(value: unknown, file: string, report: ImportReport): Foreign | null {
  const fields = fieldsOf(value);
  const name = textOf(fields.name);
  if (name === "") {
    report.problem({ where: file, what: "expected one goal with `id` and `name`", hint: "this file is skipped" });
    return null;
  }
  const { id: _id, tags, ...kept } = fields;
  const id = idText(fields) ?? fileStem(file);
  const isOpen = OPEN.includes(textOf(fields.status).toLowerCase());
  return {
    kind: "goal",
    said: { text: name, tags: textsOf(tags) },
    at: whenOf(fields.created_at).at,
    project: null,
    isOfNoProject: true,
    from: file,
    id,
    fields: kept,
    ...(isOpen ? {} : { isRetired: true }),
  };
}

/** A session becomes the handoff that it left. Of 885 sessions of one person 870 had left none. */
export function parseSession(value: unknown, file: string, report: ImportReport): Foreign | null {
  if (!isFields(value)) {
    report.problem({ where: file, what: "expected one session object", hint: "this file is skipped" });
    return null;
  }
  const [record] = sessions.parseDocuments([{ file, value }]).records;
  if (record === undefined) {
    report.skip?.("session without a handoff");
    return null;
  }
  return {
    kind: "handoff",
    // The first that says something, as the reader has it: a placeholder does not.
    said: { text: record.title, tags: textsOf(value.tags) },
    at: record.at,
    project: record.projects[0] ?? null,
    isOfNoProject: true,
    from: file,
    id: record.id,
    sessionId: record.id,
    fields: handoffFields(value),
  };
}

function handoffFields(session: Fields): Fields {
  const { message: _message, created_at: _at, ...handoff } = fieldsOf(session.handoff);
  return {
    ...handoff,
    summary: session.summary,
    open_threads: session.open_threads,
    branch: fieldsOf(session.git_state).branch,
    active_files: fieldsOf(session.context).active_files,
  };
}
