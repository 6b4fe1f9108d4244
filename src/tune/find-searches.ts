/** What was searched for in the stores during a session: `lore-inject search …` in a shell, or the search tool of a client. */
import type { Search } from "../replay/read-session.ts";
import { type Fields, fieldsOf, isFields, textOf } from "../sources/fields.ts";
import { parseObject } from "../store/parse-line.ts";

const SEARCH_TOOL = /lore.*search/i;
const COMMAND = /\blore-inject(?:\.js)?["']?\s+search\s+(.+)/;
/** Where the words of a command end. */
const END = /\s(?:--[a-z]|&&|\|\||\||;|>|2>)/;
const MAX_QUERY = 400;

/** In the order of the transcript. Never throws. */
export function findSearches(text: string): readonly Search[] {
  return text.split("\n").flatMap((line): readonly Search[] => {
    // Few lines hold one, and parsing is what costs.
    if (!line.includes("tool_use") || !line.includes("search")) return [];
    const value = parseObject(line);
    const at = Date.parse(textOf(value?.timestamp));
    if (value === null || value.isSidechain === true || !Number.isFinite(at)) return [];
    const { content } = fieldsOf(value.message);
    const blocks = Array.isArray(content) ? content.filter(isFields) : [];
    return blocks.flatMap((block) => {
      const query = queryOf(block);
      return query === "" ? [] : [{ at, cwd: textOf(value.cwd), query }];
    });
  });
}

function queryOf({ type, name, input }: Fields): string {
  if (type !== "tool_use") return "";
  const { command, query } = fieldsOf(input);
  const asked = SEARCH_TOOL.test(textOf(name)) ? textOf(query) : wordsOf(COMMAND.exec(textOf(command))?.[1] ?? "");
  return asked.slice(0, MAX_QUERY);
}

/** Quotes group words for the shell, not for us. */
function wordsOf(tail: string): string {
  const end = END.exec(tail)?.index ?? tail.length;
  return tail.slice(0, end).replace(/["']/g, " ").trim();
}
