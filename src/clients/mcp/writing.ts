/** What every tool that writes a record has in common: the fields that all may have, the write itself, what is said afterwards. */
import * as z from "zod/v4";
import { neutralizeLine } from "../../render/neutralize.ts";
import type { Said } from "../../write/compose-record.ts";
import type { AddOptions } from "../../write/records.ts";
import type { Writable } from "../../write/writable.ts";
import { addRecord } from "../add-record.ts";
import type { Place } from "./place.ts";
import type { Answer } from "./tool.ts";

/** Of one field: what people write down stays far below. */
export const Text = z.string().max(20_000);
export const Texts = z.array(Text).max(50);

export const COMMON = {
  tags: Texts.optional().describe("Words to find it by"),
  project: z.string().max(200).optional().describe("The project it belongs to; by default that of the working folder"),
  session_id: z.string().max(200).optional().describe("The session in which it came up"),
  shared: z.boolean().optional().describe("Into the repository's own store (.lore), for the whole team"),
} as const;

/** For kinds that are compared with what there is. */
export const FORCE = { force: z.boolean().optional().describe("Write it even if a record says the same") } as const;

export const Written = z.object({
  id: z.string().describe("The new record's id"),
  kind: z.string(),
  file: z.string().describe("The store that holds it"),
  related: z.array(z.object({ id: z.string(), title: z.string() })).describe("Active decisions on the same subject, which this one may replace"),
});

export interface WriteInput {
  readonly tags?: string[] | undefined;
  readonly project?: string | undefined;
  readonly session_id?: string | undefined;
  readonly shared?: boolean | undefined;
  readonly force?: boolean | undefined;
}

export function writeRecord(place: Place, kind: Writable, said: Said, { tags, project, session_id, shared, force }: WriteInput): Answer<typeof Written> {
  const options: AddOptions = { tags, project: project || undefined, session: session_id || undefined, shared, force };
  const ifKnown = "it is written down already; force: true writes it all the same";
  const { id, file, related } = addRecord(place.open(), { kind, said, options, ifKnown });
  const others = related.map((each) => `Still active on this subject: ${each.id} ${each.title}`);
  return { text: [`Written: ${id}`, ...others].map(neutralizeLine).join("\n"), data: { id, kind, file, related: [...related] } };
}
