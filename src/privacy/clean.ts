/** What every text passes before it is written: private parts are taken out, then secrets. */
import { kindOfField } from "./find-assignments.ts";
import { withoutPrivateParts } from "./private-parts.ts";
import { redact } from "./redact.ts";

export function cleanText(text: string): string {
  return redact(withoutPrivateParts(text)).text;
}

/** Levels of a JSON value, 32; what lies deeper is left out, as nobody looked at it. No client's event comes near it. */
const MAX_DEPTH = 32;
const TOO_DEEP = "[omitted: too deep]";

/** For values that came from JSON. */
export function cleanFields(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => cleanFields(item, depth + 1));
  // From entries, so that a key such as __proto__ stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [cleanText(key), cleanField(key, field, depth + 1)]));
}

function cleanField(key: string, field: unknown, depth: number): unknown {
  if (typeof field !== "string") return cleanFields(field, depth);
  const text = cleanText(field);
  const kind = text === field ? kindOfField(key, field) : null;
  return kind === null ? text : `[redacted: ${kind}]`;
}
