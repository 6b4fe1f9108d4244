/** Records as one Markdown document for people: by kind, then by project, the newest first. Pure. */
import { neutralize, neutralizeLine, shorten } from "../render/neutralize.ts";
import { formatDay } from "../render/render-record.ts";
import { textOf, textsOf, whenOf } from "../sources/fields.ts";
import { idText } from "../store/parse-line.ts";
import type { LoreRecord, RecordKind, SourceName } from "../types.ts";
import type { ExportedRecord } from "./clean-records.ts";
import { escapeMarkdown, renderBlock } from "./escape-markdown.ts";

const HEADINGS: Readonly<Record<RecordKind, string>> = {
  decision: "Decisions",
  pattern: "Patterns",
  "anti-pattern": "Anti-patterns",
  failure: "Failures",
  goal: "Goals",
  handoff: "Handoffs",
  concept: "Concepts",
  evidence: "Evidence",
  observation: "Observations",
  signal: "Signals",
  registry: "Projects",
};
const KINDS = Object.keys(HEADINGS) as readonly RecordKind[];
const KIND_OF: Readonly<Record<SourceName, RecordKind>> = {
  patterns: "pattern",
  journal: "decision",
  failures: "failure",
  transfer: "handoff",
  registry: "registry",
  inbox: "observation",
  goals: "goal",
  concepts: "concept",
  evidence: "evidence",
};
const NO_PROJECT = "No project";
const MAX_TITLE = 120;

/** In pieces, as the whole may be larger than a text can be. The records come in the order in which they are to be told. */
export function* renderMarkdown(records: readonly ExportedRecord[]): Generator<string> {
  const entries = records.map(toEntry);
  yield `# Records\n\n${entries.length} ${entries.length === 1 ? "record" : "records"}, the newest first.\n`;
  for (const kind of KINDS) {
    const own = entries.filter((entry) => entry.kind === kind);
    if (own.length === 0) continue;
    yield `\n## ${HEADINGS[kind]} (${own.length})\n`;
    for (const [project, group] of byProject(own)) {
      yield `\n### ${renderInline(project)}\n`;
      for (const entry of group) yield renderEntry(entry);
    }
  }
}

interface Entry {
  readonly kind: RecordKind;
  readonly id: string;
  readonly title: string;
  readonly body: LoreRecord["body"];
  /** Date, tags, state. */
  readonly facts: readonly string[];
  readonly project: string;
}

function toEntry({ source, fields, record }: ExportedRecord): Entry {
  const shown = record ?? plainRecord(source, fields);
  const status = textOf(fields.status);
  return {
    kind: shown.kind,
    id: idText(fields) ?? "",
    title: shown.title,
    body: shown.untitled ? [["", shown.title], ...shown.body] : shown.body,
    facts: [
      ...(shown.day === null ? [] : [formatDay(shown.day)]),
      ...shown.notes,
      ...(status === "" || shown.notes.includes(status) ? [] : [status]),
      ...(shown.tags.length === 0 ? [] : [`tags: ${shown.tags.join(", ")}`]),
    ],
    project: shown.projects.join(", ") || NO_PROJECT,
  };
}

const TITLES = ["title", "decision", "name", "error_message", "content", "message", "summary"];
const TOLD = ["id", "tags", "project", "projects", "timestamp", "created_at", "status", ...TITLES];

/** A record that a prompt would not be shown, by its own fields. */
function plainRecord(source: SourceName, fields: ExportedRecord["fields"]): Omit<LoreRecord, "source" | "id" | "entities" | "value"> {
  const title = TITLES.map((name) => textOf(fields[name])).find((text) => text !== "") ?? "";
  const rest = Object.entries(fields).filter(([name]) => !TOLD.includes(name));
  return {
    kind: fields.kind === "anti-pattern" ? "anti-pattern" : KIND_OF[source],
    title,
    body: rest.map(([name, value]) => [name, textsOf(value).join("; ")] as const).filter(([, text]) => text !== ""),
    notes: [],
    tags: textsOf(fields.tags),
    projects: [...textsOf(fields.project), ...textsOf(fields.projects)],
    ...whenOf(fields.timestamp, fields.created_at),
  };
}

/** Those of a project come first, in the order of their names. */
function byProject(entries: readonly Entry[]): readonly (readonly [string, readonly Entry[]])[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.project);
    if (group === undefined) groups.set(entry.project, [entry]);
    else group.push(entry);
  }
  return [...groups].sort(([a], [b]) => Number(a === NO_PROJECT) - Number(b === NO_PROJECT) || (a < b ? -1 : 1));
}

function renderEntry({ id, title, body, facts }: Entry): string {
  const line = neutralizeLine(title);
  const head = shorten(line, MAX_TITLE);
  const told = [...(id === "" ? [] : [id]), ...facts].map(renderInline);
  const rest = body[0]?.[1] === title ? body : [...(head === line ? [] : [["", title] as const]), ...body];
  return `\n#### ${head === "" ? "(no title)" : escapeMarkdown(head)}\n\n${told.join(" · ")}\n${rest
    .filter(([label, text]) => label !== "" || text !== head)
    .map(renderField)
    .join("")}`;
}

function renderInline(text: string): string {
  return escapeMarkdown(neutralizeLine(text));
}

function renderField([label, text]: readonly [string, string]): string {
  const clean = neutralize(text).trim();
  const name = label === "" ? "" : `**${renderInline(label)}:**`;
  if (!clean.includes("\n")) return `\n${name}${name === "" ? "" : " "}${escapeMarkdown(clean)}\n`;
  return `\n${name === "" ? "" : `${name}\n\n`}${renderBlock(clean)}\n`;
}
