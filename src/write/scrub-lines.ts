/** Lines of a JSONL store with their secrets replaced. A line that has none is the same bytes; one that is no JSON is taken as plain text. */
import { isUtf8 } from "node:buffer";
import { hasNamedSecret, type JsonText, parseJsonText, scrubJson, textsOfJson } from "./scrub-json.ts";
import { isSuspect, type Secret, scrubText } from "./scrub-text.ts";

export interface ScrubbedLine {
  readonly bytes: Buffer;
  readonly secrets: readonly Secret[];
}

/** Looking at so much at once is the cheapest. */
const BATCH_BYTES = 64 * 1024;

/** For each line what becomes of it; null when it stays. */
export function scrubLines(lines: readonly Buffer[]): readonly (ScrubbedLine | null)[] {
  const scrubbed: (ScrubbedLine | null)[] = [];
  for (let from = 0; from < lines.length; from = scrubbed.length) {
    let to = from;
    for (let bytes = 0; to < lines.length && bytes < BATCH_BYTES; to++) bytes += (lines[to]?.length ?? 0) + 1;
    for (const line of scrubBatch(lines.slice(from, to))) scrubbed.push(line);
  }
  return scrubbed;
}

interface Line {
  readonly text: string;
  readonly encoding: "utf8" | "latin1";
  readonly json: JsonText | null;
}

function scrubBatch(batch: readonly Buffer[]): readonly (ScrubbedLine | null)[] {
  const lines = batch.map(parseLine);
  const isClean =
    !lines.some(({ json }) => json !== null && hasNamedSecret(json)) &&
    !isSuspect(lines.map(({ text, json }) => (json === null ? text : textsOfJson(json))).join("\n"));
  return lines.map((line) => (isClean ? null : scrubLine(line)));
}

function parseLine(bytes: Buffer): Line {
  // Bytes that are no text must come back as they were.
  if (!isUtf8(bytes)) return { text: bytes.toString("latin1"), encoding: "latin1", json: null };
  const text = bytes.toString("utf8");
  return { text, encoding: "utf8", json: parseJsonText(text) };
}

function scrubLine({ text, encoding, json }: Line): ScrubbedLine | null {
  const { text: clean, secrets } = json === null ? scrubText(text) : scrubJson(json);
  return secrets.length === 0 ? null : { bytes: Buffer.from(clean, encoding), secrets };
}
