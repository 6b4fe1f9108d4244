/** Prompts as the second of a session: what came before them decides what they may mean. */
import { InputError } from "./input-error.mjs";

/** Each prompt after another query of its project, chosen by its place: the same one each time. */
export function withPredecessors(set) {
  const byProject = Map.groupBy?.(set.queries, ({ project }) => project) ?? groupByProject(set.queries);
  const precede = (prompt, index) => {
    const others = (byProject.get(prompt.project) ?? set.queries).filter(({ id }) => id !== prompt.id);
    return others.length === 0 ? prompt : { ...prompt, before: others[(index * 7919) % others.length].prompt };
  };
  return { ...set, queries: set.queries.map(precede), negatives: set.negatives.map(precede) };
}

function groupByProject(queries) {
  const groups = new Map();
  for (const query of queries) groups.set(query.project, [...(groups.get(query.project) ?? []), query]);
  return groups;
}

export function withFollowUps(set) {
  if (set.followUps.length === 0) throw new InputError(`${set.name}: no follow-ups.jsonl there`);
  return { ...set, queries: set.followUps.filter(({ relevant }) => relevant.size > 0), negatives: set.followUps.filter(({ relevant }) => relevant.size === 0) };
}
