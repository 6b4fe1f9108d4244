/** The to-do list as the session left it, whichever of the client's two tools kept it. */
import { fieldsOf, textOf } from "../sources/fields.ts";
import type { Turn } from "./parse-transcript.ts";
import { shorten } from "./shorten.ts";

export interface Todos {
  /** What was begun comes first. */
  readonly open: readonly string[];
  readonly done: readonly string[];
}

const MAX_TEXT = 200;
const MAX_OPEN = 8;

interface Todo {
  readonly text: string;
  readonly status: string;
}

export function findTodos(turns: readonly Turn[]): Todos {
  let todos = new Map<string, Todo>();
  let created = 0;
  for (const turn of turns) {
    // A subagent's list is its own.
    if (turn.kind !== "tool" || turn.sidechain || turn.result?.failed === true) continue;
    const { tool, input, result } = turn;
    if (tool === "TodoWrite" && Array.isArray(input.todos)) todos = parseList(input.todos);
    if (tool === "TaskCreate") {
      created += 1;
      const id = /#(\d+)/.exec(result?.text ?? "")?.[1] ?? String(created);
      todos.set(id, { text: textOf(input.subject) || textOf(input.description), status: "pending" });
    }
    if (tool === "TaskUpdate") {
      const known = todos.get(textOf(input.taskId));
      if (known !== undefined) todos.set(textOf(input.taskId), { text: textOf(input.subject) || known.text, status: textOf(input.status) || known.status });
    }
  }
  const all = [...todos.values()].filter(({ text }) => text !== "");
  const having = (status: string): readonly string[] => all.filter((todo) => todo.status === status).map(({ text }) => shorten(text, MAX_TEXT));
  return { open: [...having("in_progress"), ...having("pending")].slice(0, MAX_OPEN), done: having("completed") };
}

function parseList(items: readonly unknown[]): Map<string, Todo> {
  return new Map(
    items.map((item, index) => {
      const { content, status } = fieldsOf(item);
      return [`todo ${index}`, { text: textOf(content), status: textOf(status) || "pending" }];
    }),
  );
}
