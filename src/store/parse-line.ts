/** From the bytes of one line to a JSON object and its id. */
import type { SourceName } from "../types.ts";
import { hashText } from "./identity.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Null for what is not one JSON object. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/** A record's id as text: some writers count. */
export function idText(value: JsonObject | null): string | null {
  const id = value?.id;
  if (typeof id === "number") return String(id);
  return typeof id === "string" && id !== "" ? id : null;
}

/** A line without an id gets one from its content, so that it can be named and shown. */
export function lineId(value: JsonObject, source: SourceName, line: string): string {
  return idText(value) ?? `${source}~${hashText(line)}`;
}
