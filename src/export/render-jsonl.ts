/** Records as JSONL: the stored fields, and the source that each belongs to, so that a line explains itself. Pure. */
import type { ExportedRecord } from "./clean-records.ts";

/** Some records have a field `source` of their own, which tells who said it: it moves here. */
const OWN_SOURCE = "record_source";

export function renderJsonl({ source, fields }: ExportedRecord): string {
  const { source: own, ...rest } = fields;
  const kept = own === undefined || own === source ? {} : { [OWN_SOURCE]: own };
  return `${JSON.stringify({ source, ...rest, ...kept })}\n`;
}
