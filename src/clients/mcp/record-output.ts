/** Records as tools give them: the schema that is told to clients, and the text that people and models read. Pure. */
import * as z from "zod/v4";
import { neutralize, neutralizeLine, shorten } from "../../render/neutralize.ts";
import { formatDay } from "../../render/render-record.ts";
import type { LoreRecord } from "../../types.ts";

export const RecordLine = z.object({
  id: z.string().describe("The record's id: give it to get, timeline or feedback"),
  source: z.string().describe("The store that it comes from: journal, patterns, failures, transfer, …"),
  kind: z.string().describe("decision, pattern, anti-pattern, failure, handoff, goal, …"),
  title: z.string().describe("What it says, on one line"),
  date: z.string().optional().describe("The day it was written, YYYY-MM-DD; absent when unknown"),
  projects: z.array(z.string()).describe("Projects that it belongs to; empty when it belongs to none in particular"),
});

export const WholeRecord = RecordLine.extend({
  text: z.string().describe("All that it says"),
  tags: z.array(z.string()),
  retired: z.boolean().describe("Superseded, retracted or otherwise out of force: do not rely on it"),
});

const MAX_TITLE = 160;

export function lineOf(record: LoreRecord): z.infer<typeof RecordLine> {
  return {
    id: neutralizeLine(record.id),
    source: record.source,
    kind: record.kind,
    title: shorten(neutralizeLine(record.title), MAX_TITLE),
    ...(record.day === null ? {} : { date: formatDay(record.day) }),
    projects: record.projects.map(neutralizeLine),
  };
}

export function wholeOf(record: LoreRecord): z.infer<typeof WholeRecord> {
  return { ...lineOf(record), text: textOf(record), tags: record.tags.map(neutralizeLine), retired: false };
}

/** Its title, then everything else that it says, each on lines of its own. */
function textOf({ title, body }: LoreRecord): string {
  return [title, ...body.map(([label, text]) => (label === "" ? text : `${label}: ${text}`))].map(neutralize).join("\n");
}

/** `2026-02-10 [decision] dec-a1b2c3d4 Title (project)` */
export function renderLine({ id, kind, title, date, projects }: z.infer<typeof RecordLine>): string {
  return `${date ?? "undated"} [${kind}] ${id} ${title}${projects.length === 0 ? "" : ` (${projects.join(", ")})`}`;
}

export function renderWhole({ id, kind, date, projects, tags, text, retired }: z.infer<typeof WholeRecord>): string {
  const notes = [date ?? "undated", ...(projects.length === 0 ? [] : [`project: ${projects.join(", ")}`]), ...(retired ? ["retired: do not rely on it"] : [])];
  const indented = text.split("\n").map((line) => `  ${line}`.trimEnd());
  return [`[${kind}] ${id} (${notes.join("; ")})`, ...indented, ...(tags.length === 0 ? [] : [`  Tags: ${tags.join(", ")}`])].join("\n");
}
