/**
 * Tools that the model may call by itself: search, read one record whole, write one down. Each answers in text, an error too: what
 * a tool throws would end the turn.
 */
import { array, number, string } from "zod";
import { findById } from "../../find-by-id.ts";
import { Refusal } from "../../refusal.ts";
import { neutralize, neutralizeLine, shorten } from "../../render/neutralize.ts";
import { formatDay } from "../../render/render-record.ts";
import { bestMatches, configForSearch } from "../../search-records.ts";
import type { LoreRecord } from "../../types.ts";
import { addRecord } from "../add-record.ts";
import type { Desk } from "./desk.ts";
import type { ToolContext, ToolDefinition } from "./opencode-types.ts";

const MAX_FOUND = 50;
const USUALLY_FOUND = 10;
const MAX_TITLE = 120;

type Arguments = Readonly<Record<string, unknown>>;

export function loreTools(desk: Desk): Readonly<Record<string, ToolDefinition>> {
  return {
    lore_search: {
      description:
        "Search the stored project knowledge: decisions with their reasons, patterns, past failures with their fixes, handoffs. Use it before deciding something that may have been decided before, and when an error looks familiar. Gives ids and titles; lore_get reads one whole.",
      args: {
        query: string().min(1).describe("Words, names of files or functions, or an error message"),
        limit: number().int().min(1).max(MAX_FOUND).optional().describe(`How many at the most; ${USUALLY_FOUND} if not given`),
      },
      execute: answering(desk, "lore_search", (args) => search(desk, args)),
    },
    lore_get: {
      description: "Read one stored record whole, by the id that lore_search or a lore context block names.",
      args: { id: string().min(1).describe("The id, such as dec-1a2b3c4d") },
      execute: answering(desk, "lore_get", (args) => get(desk, args)),
    },
    lore_remember: {
      description:
        "Write down a decision that the person made or agreed to, for later sessions. Not for progress, guesses or what the code already says. Secrets are removed before it is written.",
      args: {
        text: string().min(1).describe("The decision in one sentence, understandable without this conversation"),
        rationale: string().optional().describe("Why it was decided so"),
        tags: array(string()).optional().describe("Subjects, in a word each"),
        entities: array(string()).optional().describe("Files, functions, tables that it is about"),
      },
      execute: answering(desk, "lore_remember", (args, context) => remember(desk, args, context)),
    },
  };
}

/** A refusal is told to the model with its way out; anything else to the log as well. */
function answering({ log }: Desk, name: string, work: (args: Arguments, context: ToolContext) => string): ToolDefinition["execute"] {
  return async (args, context) => {
    try {
      return work(Object(args) as Arguments, Object(context) as ToolContext);
    } catch (error) {
      if (error instanceof Refusal) return neutralizeLine(`Error: ${error.message}${error.hint === undefined ? "" : ` (${error.hint})`}`);
      log.tellFault(name, error);
      return neutralizeLine(`Error: ${error instanceof Error ? error.message : "the records cannot be used"}`);
    }
  };
}

function search({ core, cwd }: Desk, { query, limit }: Arguments): string {
  const prompt = textOf(query);
  if (prompt === "") throw new Refusal("query is missing", "give the words to look for");
  const event = { name: "UserPromptSubmit", prompt, cwd, sessionId: null, agent: null, transcript: "" } as const;
  const adapt = (context: ReturnType<typeof core.open>): typeof context => ({ ...context, config: configForSearch(context.config) });
  const { trace } = core.inject(event, { explain: true, allSources: true, adapt });
  const most = typeof limit === "number" && limit >= 1 ? Math.min(Math.floor(limit), MAX_FOUND) : USUALLY_FOUND;
  const found = bestMatches(trace).slice(0, most);
  return found.length === 0 ? "Nothing is stored about this." : found.map(({ record }) => renderFound(record)).join("\n");
}

function renderFound({ id, kind, title, day, projects }: LoreRecord): string {
  const date = day === null ? "undated" : formatDay(day);
  const project = projects[0] === undefined ? "" : ` (${neutralizeLine(projects[0])})`;
  return `${neutralizeLine(id)} [${kind}] ${date} ${shorten(neutralizeLine(title), MAX_TITLE)}${project}`;
}

function get({ core, cwd }: Desk, args: Arguments): string {
  const id = textOf(args.id);
  if (id === "") throw new Refusal("id is missing", "lore_search finds ids by words");
  const found = findById(core.open(cwd), id);
  if (found === null) throw new Refusal(`no record ${id}`, "lore_search finds ids by words");
  const { record } = found;
  if (record === null) return `${neutralizeLine(id)} is retired: it holds no longer.`;
  const rows: LoreRecord["body"] = [
    ["", record.title],
    ...record.body,
    ["Date", record.day === null ? "" : formatDay(record.day)],
    ["Project", record.projects.join(", ")],
    ["Tags", record.tags.join(", ")],
  ];
  const lines = rows.filter(([, text]) => text !== "").map(([label, text]) => neutralize(label === "" ? text : `${label}: ${text}`));
  return [`[${record.kind}] ${neutralizeLine(record.id)}`, ...lines].join("\n");
}

function remember({ core, cwd }: Desk, { text, rationale, tags, entities }: Arguments, { sessionID }: ToolContext): string {
  const said = { text: textOf(text), rationale: textOf(rationale) || undefined, entities: textsOf(entities) };
  const options = { tags: textsOf(tags), session: sessionID };
  const { id, related } = addRecord(core.open(cwd), { kind: "decision", said, options, ifKnown: "it is written down already: lore_get reads it" });
  const others = related.map((each) => `Still active on this subject: ${neutralizeLine(each.id)} ${neutralizeLine(each.title)}`);
  return [`Stored as ${id}.`, ...others].join("\n");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string" && item.trim() !== "") : [];
}
