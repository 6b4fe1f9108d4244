/**
 * Text of a Claude Code transcript → who brought which words into the session, in order. Unlike capture's turns it has what
 * edits write and when a result came; what the words are worth is judge-session.ts's business.
 */

import { blocksOf, joinText } from "../capture/message-blocks.ts";
import { parseTranscript } from "../capture/parse-transcript.ts";
import { type Fields, fieldsOf, isFields, textOf } from "../sources/fields.ts";
import type { EpochMs } from "../types.ts";

export interface Moment {
  /** That of the line before where a line has none. */
  readonly at: EpochMs;
  /** Typed by the person; said by the agent; done by it (a command, an edit); given to it (an output, a file, a summary). */
  readonly kind: "prompt" | "reply" | "action" | "given";
  readonly text: string;
  /** Of an action: the files that it names as such. */
  readonly files: readonly string[];
}

/** Of one text, in characters: an answer is shorter, and of a generated file the beginning tells. */
const MAX_SAID = 64 * 1024;
/** Of a file that was read: what stands in it is known. */
const MAX_GIVEN = 512 * 1024;
const NO_FILES: readonly string[] = [];

/** Lines that cannot be read or say nothing are skipped; never throws. */
export function parseMoments(transcript: string): readonly Moment[] {
  const moments: Moment[] = [];
  const seen = new Set<string>();
  let at: EpochMs = 0;
  for (const text of transcript.split("\n")) {
    const line = parseLine(text);
    if (line === null) continue;
    const uuid = textOf(line.uuid);
    // A resumed session may hold a line twice.
    if (uuid !== "" && seen.has(uuid)) continue;
    seen.add(uuid);
    const stamp = Date.parse(textOf(line.timestamp));
    if (Number.isFinite(stamp)) at = stamp;
    for (const [kind, said, files = NO_FILES] of momentsOf(line, text)) if (said !== "" || files.length > 0) moments.push({ at, kind, text: said, files });
  }
  return moments;
}

type Told = readonly [kind: Moment["kind"], text: string, files?: readonly string[]];

function parseLine(text: string): Fields | null {
  if (!text.startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function momentsOf(line: Fields, text: string): readonly Told[] {
  if (line.type === "assistant") return line.isApiErrorMessage === true ? [] : blocksOf(line).flatMap(toldBy);
  const results = line.type === "user" ? blocksOf(line).filter(({ type }) => type === "tool_result") : [];
  if (results.length > 0) return results.map((block): Told => ["given", joinText(block.content).slice(0, MAX_GIVEN)]);
  // What is typed and what only looks like it, the other parser knows.
  return parseTranscript(text).flatMap((turn): readonly Told[] => {
    if (turn.kind === "prompt") return [["prompt", turn.text.slice(0, MAX_SAID)]];
    if (turn.kind === "command") return [["prompt", `${turn.name} ${turn.args}`.slice(0, MAX_SAID)]];
    return turn.kind === "summary" ? [["given", turn.text.slice(0, MAX_GIVEN)]] : [];
  });
}

function toldBy(block: Fields): readonly Told[] {
  if (block.type === "text") return [["reply", textOf(block.text).slice(0, MAX_SAID)]];
  if (block.type !== "tool_use") return [];
  const { file_path, notebook_path, old_string, ...rest } = fieldsOf(block.input);
  const files = [textOf(file_path), textOf(notebook_path)].filter((path) => path !== "");
  const done = textsIn(rest, 3).join("\n").slice(0, MAX_SAID);
  const replaced = typeof old_string === "string" ? old_string.slice(0, MAX_SAID) : "";
  // What an edit takes out was there before.
  return [
    ["given", replaced],
    ["action", done, files],
  ];
}

/** Lists of edits and to-dos are two levels deep; what they replace was there before and says nothing. */
function textsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth === 0) return [];
  return Object.entries(value).flatMap(([key, each]) => (key === "old_string" ? [] : textsIn(each, depth - 1)));
}
