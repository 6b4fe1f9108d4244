/** `timeline`: what was written down around a record or a day, in the order of time. */
import * as z from "zod/v4";
import { findById } from "../../../find-by-id.ts";
import { Refusal } from "../../../refusal.ts";
import { readRecords } from "../../../store/read-records.ts";
import type { EpochMs, LoreRecord } from "../../../types.ts";
import type { Place } from "../place.ts";
import { lineOf, RecordLine, renderLine } from "../record-output.ts";
import { defineTool } from "../tool.ts";
import { projectFilter } from "./search.ts";

const Count = z.int().min(0).max(100).default(8);
const input = z.object({
  id: z.string().optional().describe("Records around this one"),
  date: z.string().optional().describe("Records around this day or moment, as 2026-11-01 or 2026-11-01T10:00:00Z; leave both out for the newest"),
  project: z.string().optional().describe("Only records of this project, by its name; leave out for all projects"),
  before: Count.describe("So many earlier ones"),
  after: Count.describe("So many later ones"),
});
const output = z.object({
  records: z.array(RecordLine.extend({ asked: z.boolean().describe("It is the one that was asked for") })).describe("The oldest first"),
});

export const timeline = defineTool({
  name: "timeline",
  title: "Records around a moment",
  description:
    "Shows what was written down around a record or a day, oldest first: what led to a decision, what failed afterwards, where a session was left. " +
    "Without id and date it shows the newest records. Call get for the whole text of one.",
  input,
  output,
  readOnly: true,
  idempotent: true,
  run({ id, date, project, before, after }, place) {
    const anchor = findAnchor(place, id, date);
    const isWanted = projectFilter(place, project);
    const dated = readDated(place).filter(({ record }) => isAnchor(record, anchor) || isWanted(record));
    const at = dated.findIndex(({ record, time }) => isAnchor(record, anchor) || (anchor.record === null && time >= anchor.time));
    const middle = at < 0 ? dated.length : at;
    const shown = dated.slice(Math.max(0, middle - before), middle + after + (anchor.record === null ? 0 : 1));
    const records = shown.map(({ record }) => ({ ...lineOf(record), asked: isAnchor(record, anchor) }));
    const lines = records.map((each) => `${each.asked ? "> " : "  "}${renderLine(each)}`);
    return { text: lines.length === 0 ? "No dated record there." : lines.join("\n"), data: { records } };
  },
});

interface Anchor {
  readonly record: LoreRecord | null;
  readonly time: EpochMs;
}

function findAnchor(place: Place, id: string | undefined, date: string | undefined): Anchor {
  if (id === undefined || id === "") return { record: null, time: date === undefined || date === "" ? Number.POSITIVE_INFINITY : parseDate(date) };
  const record = findById(place.open(), id)?.record ?? null;
  if (record === null) throw new Refusal(`no record ${id} in force`, "search finds ids by words; date: 2026-11-01 shows a day");
  if (record.at === null) throw new Refusal(`${id} has no date`, "give a date instead: 2026-11-01");
  return { record, time: record.at };
}

function parseDate(text: string): EpochMs {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Refusal(`"${text}" is no date`, "write it as 2026-11-01 or 2026-11-01T10:00:00Z");
  return time;
}

function isAnchor(record: LoreRecord, { record: anchor }: Anchor): boolean {
  return anchor !== null && record.id === anchor.id && record.source === anchor.source;
}

interface Dated {
  readonly record: LoreRecord;
  readonly time: EpochMs;
}

/** All current ones that have a date, the oldest first; those of one moment in the order of their stores. */
function readDated(place: Place): readonly Dated[] {
  const { stores } = readRecords(place.open().stores, () => false);
  const dated = stores.flatMap(({ records }) => records.flatMap((record) => (record.at === null ? [] : [{ record, time: record.at }])));
  return dated.sort((a, b) => a.time - b.time);
}
