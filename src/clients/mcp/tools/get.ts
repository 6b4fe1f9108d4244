/** `get`: records whole, by their ids. */
import * as z from "zod/v4";
import { type FoundRecord, findById } from "../../../find-by-id.ts";
import { Refusal } from "../../../refusal.ts";
import { neutralize, neutralizeLine } from "../../../render/neutralize.ts";
import { renderWhole, WholeRecord, wholeOf } from "../record-output.ts";
import { defineTool } from "../tool.ts";

const Id = z.string().min(1).max(300);
const input = z.object({
  ids: z
    .union([Id, z.array(Id).min(1).max(50)])
    .describe("One id or several, as search, timeline or injected context name them (dec-…, pat-…, fail-…; source:id works too)"),
});
const output = z.object({ records: z.array(WholeRecord), missing: z.array(z.string()).describe("Ids that no store has") });

export const get = defineTool({
  name: "get",
  title: "Get whole records",
  description:
    "Gives records whole, by id. Use it when a line of injected context, of search or of timeline matters and you need its reasons, its fix or its next steps.",
  input,
  output,
  readOnly: true,
  idempotent: true,
  run({ ids }, place) {
    const asked = [...new Set(typeof ids === "string" ? [ids] : ids)];
    const context = place.open();
    const found = asked.map((id) => ({ id, found: findById(context, id) }));
    const records = found.flatMap((each) => (each.found === null ? [] : [describeFound(each.found)]));
    const missing = found.filter((each) => each.found === null).map(({ id }) => id);
    if (records.length === 0) throw new Refusal(`no record ${missing.join(", ")}`, "search finds ids by words");
    const note = missing.length === 0 ? [] : [`No record ${missing.map(neutralizeLine).join(", ")}.`];
    return { text: [...records.map(renderWhole), ...note].join("\n\n"), data: { records, missing } };
  },
});

/** A retired one as it is stored: what it once said, and why it is out of force. */
export function describeFound({ id, source, record, fields }: FoundRecord): z.infer<typeof WholeRecord> {
  if (record !== null) return wholeOf(record);
  const text = neutralize(JSON.stringify(fields, null, 2));
  return {
    id: neutralizeLine(id),
    source,
    kind: "retired",
    title: `${neutralizeLine(id)} is retired`,

    projects: [],
    text,
    tags: [],
    retired: true,
  };
}
