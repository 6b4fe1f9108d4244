/** Handoffs between sessions, one a line. Only those that say something. */
import type { LoreRecord } from "../types.ts";
import { bodyOf, type Fields, noteOf, projectsOf, tagsOf, textOf, textsOf, whenOf } from "./fields.ts";
import type { Source } from "./source.ts";

/** What lore writes when nobody said anything. */
const PLACEHOLDERS: readonly string[] = ["session ended", "session snapshot", "n/a", "none", "todo", "test"];
const AUTOMATIC = "auto-captured before context compression";

/** Also takes the flattened form of a session file. */
function parseLine(fields: Fields, id: string): LoreRecord | null {
  const status = textOf(fields.status).toLowerCase();
  if (["retracted", "superseded", "discarded"].includes(status)) return null;
  const message = sayings(fields.message);
  const summary = sayings(fields.summary);
  const next = textsOf(fields.next_steps);
  const threads = textsOf(fields.open_threads);
  const blockers = textsOf(fields.blockers);
  const questions = textsOf(fields.questions);
  const title = message || summary || next[0] || threads[0] || blockers[0] || questions[0] || "";
  if (title === "") return null;
  return {
    id,
    source: "transfer",
    kind: "handoff",
    title,
    body: bodyOf(
      ["Summary", summary === title ? "" : summary],
      ["Next", next.join("; ")],
      ["Blocked by", blockers.join("; ")],
      ["Open question", questions.join("; ")],
      ["Open thread", threads.join("; ")],
    ),
    notes: noteOf("branch", fields.branch),
    tags: tagsOf(fields.tags),
    entities: textsOf(fields.active_files),
    projects: projectsOf(fields.project),
    value: next.length + threads.length + blockers.length > 0 ? 0.7 : 0.4,
    ...whenOf(fields.timestamp, fields.created_at),
  };
}

function sayings(value: unknown): string {
  const text = textOf(value);
  const lower = text.slice(0, AUTOMATIC.length).toLowerCase();
  const bare = text.endsWith(".") ? lower.slice(0, text.length - 1) : lower;
  return lower === AUTOMATIC || (text.length <= AUTOMATIC.length && PLACEHOLDERS.includes(bare)) ? "" : text;
}

export const transfer: Source = { name: "transfer", parseLine };
