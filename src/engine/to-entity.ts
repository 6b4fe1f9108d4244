/** A record in the shape that the engine and its clients see. Pure. */
import { neutralize, neutralizeLine, shorten } from "../render/neutralize.ts";
import type { LoreRecord } from "../types.ts";
import type { Entity } from "./entity.ts";

/** A title is a line; more of it belongs to the record itself. */
const MAX_NAME = 200;
/** `lore-inject show` and the MCP tool `get` give the whole. */
const MAX_SUMMARY = 1200;
const FILE = /^[^\s]{1,300}\.[A-Za-z]\w{0,9}(?::\d+)*$/;

export function toEntity(record: LoreRecord, relevance: number): Entity {
  const summary = summaryOf(record);
  const file = record.entities.find((entity) => FILE.test(entity));
  return {
    id: record.id,
    type: record.kind,
    name: shorten(neutralizeLine(record.title.slice(0, MAX_NAME * 4)), MAX_NAME),
    ...(summary === "" ? {} : { summary }),
    ...(file === undefined ? {} : { filePath: file.replace(/(?::\d+)+$/, "") }),
    source: record.source,
    relevance: Math.min(1, Math.max(0, relevance)),
  };
}

/** A note without a title has its text for a name: what is cut there stands here. */
function summaryOf({ title, untitled, body }: LoreRecord): string {
  const lines = body.map(([label, text]) => (label === "" ? text : `${label}: ${text}`));
  const all = untitled && title.length > MAX_NAME ? [title, ...lines] : lines;
  return shorten(neutralize(all.join("\n").slice(0, MAX_SUMMARY * 4)).trim(), MAX_SUMMARY);
}
