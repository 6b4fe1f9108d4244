/** A session's summary of claude-mem → a handoff; null when it tells only what was asked for. Pure. */
import { handoffId } from "../../capture/build-handoff.ts";
import { shorten } from "../../capture/shorten.ts";
import type { Fields } from "../../sources/fields.ts";
import type { Foreign } from "../importer.ts";
import type { RowOrigin } from "./map-observation.ts";
import { COMMAS, headlineOf, join, LINES, listOf, plainText, projectOf, timeOf } from "./row-texts.ts";

const MAX_STEPS = 8;
const MAX_STEP = 300;
const MAX_FILES = 12;

/** Also takes the overviews of its first versions, which were one text. */
export function mapSummary(row: Fields, { from, sessionId }: RowOrigin): Foreign | null {
  const done = plainText(row.completed) || plainText(row.content);
  const learned = plainText(row.learned);
  const next = listOf(row.next_steps, LINES);
  const told = [done, learned, plainText(row.notes)];
  if (next.length === 0 && told.every((text) => text === "")) return null;
  const summary = join([...told, done === "" && learned === "" ? plainText(row.investigated) : ""]);
  const text = headlineOf([plainText(row.request), ...told, ...next]);
  const files = [row.files_edited, row.files_read].flatMap((each) => listOf(each, COMMAS));
  return {
    kind: "handoff",
    said: { text, next: next.slice(0, MAX_STEPS).map((step) => shorten(step, MAX_STEP)), files: [...new Set(files)].slice(0, MAX_FILES) },
    fields: summary === text ? {} : { summary },
    // What was handed over of this session by ourselves was written with the session at hand: it stays.
    ...(sessionId === null ? {} : { id: handoffId(sessionId), sessionId }),
    at: timeOf(row),
    project: projectOf(row),
    from,
  };
}
