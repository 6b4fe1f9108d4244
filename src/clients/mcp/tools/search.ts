/** `search`: records of all projects by words. */
import * as z from "zod/v4";
import type { Context } from "../../../open-context.ts";
import { matchProject } from "../../../project/match-project.ts";
import { bestMatches, configForSearch, MOST_FOUND } from "../../../search-records.ts";
import { SOURCE_OF } from "../../../sources/source-of.ts";
import type { LoreRecord, Project, RecordKind } from "../../../types.ts";
import type { Place } from "../place.ts";
import { lineOf, RecordLine, renderLine } from "../record-output.ts";
import { defineTool } from "../tool.ts";

const input = z.object({
  query: z.string().min(1).max(4000).describe("Words, symbols, file paths, an error message or a question, in any language"),
  limit: z.int().min(1).max(MOST_FOUND).default(10).describe("At most so many records"),
  kind: z.string().optional().describe("Only this kind: decision, pattern, anti-pattern, failure, handoff, goal, observation, …"),
  project: z.string().optional().describe("Only records of this project, by its name; leave out for all projects"),
});

const output = z.object({ records: z.array(RecordLine.extend({ match: z.number().describe("0 to 1: how much of the query it holds") })) });

export const search = defineTool({
  name: "search",
  title: "Search stored records",
  description:
    "Finds decisions, patterns, failures, handoffs and goals that were written down earlier, in all projects, best match first. Use it before you decide " +
    "something that may have been decided already, when an error looks familiar, or when you are asked why something is as it is. " +
    "It gives one line a record: call get with the ids for the whole text.",
  input,
  output,
  readOnly: true,
  idempotent: true,
  run({ query, limit, kind, project }, place) {
    const isWanted = projectFilter(place, project);
    const { trace } = place.core.inject(questionOf(query, place), {
      explain: true,
      allSources: true,
      adapt: (context) => ({ ...wantedFirst({ ...context, config: configForSearch(context.config) }, { kind, project }), isTrial: true }),
    });
    const found = bestMatches(trace).filter(({ record }) => (kind === undefined || record.kind === kind) && isWanted(record));
    const records = found.slice(0, limit).map(({ record, match }) => ({ ...lineOf(record), match: Math.round(match * 100) / 100 }));
    return { text: records.length === 0 ? `Nothing found for "${query}".` : records.map(renderLine).join("\n"), data: { records } };
  },
});

/** What is left of a record that is not wanted: only so many are read, and those that are must be among them. */
const UNWANTED = 0.001;

interface Wanted {
  readonly kind: string | undefined;
  readonly project: string | undefined;
}

function wantedFirst(context: Context, { kind, project }: Wanted): Context {
  const { sources, projects } = context.config;
  const source = Object.hasOwn(SOURCE_OF, kind ?? "") ? SOURCE_OF[kind as RecordKind] : null;
  const weighed = Object.entries(sources).map(([name, settings]) => [name, { ...settings, weight: name === source ? 1 : UNWANTED }]);
  const config = {
    ...context.config,
    sources: source === null ? sources : (Object.fromEntries(weighed) as typeof sources),
    projects: project ? { ...projects, other: UNWANTED, neutral: UNWANTED } : projects,
  };
  return { ...context, config, project: project ? named(project) : context.project };
}

function named(project: string): Project {
  return { name: project, slug: null, aliases: [], foundBy: "asked for" };
}

export function questionOf(prompt: string, { cwd }: Place) {
  return { name: "UserPromptSubmit", prompt, cwd, sessionId: null, agent: null, transcript: "" } as const;
}

export function projectFilter(place: Place, project: string | undefined): (record: LoreRecord) => boolean {
  if (project === undefined || project === "") return () => true;
  const matcher = matchProject(named(project), place.open().knownProjects);
  return (record) => matcher.affinity(record) === "own";
}
