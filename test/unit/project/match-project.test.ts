/** Whether a record is the project's own, another's, or nobody's in particular. */
import { expect, it } from "vitest";
import { matchProject } from "../../../src/project/match-project.ts";
import type { Affinity, LoreRecord, Project } from "../../../src/types.ts";
import { makeRecord } from "../builders.ts";

const FLOW: Project = { name: "flow", slug: "acme/flow", aliases: ["river"], foundBy: "test" };
const BARE: Project = { name: "flow", slug: null, aliases: [], foundBy: "test" };
const NONE: Project = { name: null, slug: null, aliases: [], foundBy: "test" };

const CASES: readonly (readonly [reason: string, project: Project, record: Partial<LoreRecord>, affinity: Affinity])[] = [
  ["its short name", FLOW, { projects: ["flow"] }, "own"],
  ["its name in other case", FLOW, { projects: ["Flow"] }, "own"],
  ["its slug", FLOW, { projects: ["acme/flow"] }, "own"],
  ["an alias", FLOW, { projects: ["river"] }, "own"],
  ["another owner's repository of the same name", FLOW, { projects: ["other/flow"] }, "other"],
  ["a slug, when we know no owner of our own", BARE, { projects: ["acme/flow"] }, "own"],
  ["one of several projects", FLOW, { projects: ["shop", "flow"] }, "own"],
  ["another project", FLOW, { projects: ["shop"] }, "other"],
  ["a field beats a tag", FLOW, { projects: ["shop"], tags: ["flow"] }, "other"],
  ["its tag", FLOW, { tags: ["storage", "flow"] }, "own"],
  ["a tag that is a known project", FLOW, { tags: ["shop"] }, "other"],
  ["own tag beside a known project's", FLOW, { tags: ["shop", "flow"] }, "own"],
  ["tags that are no projects", FLOW, { tags: ["storage"] }, "neutral"],
  ["nothing", FLOW, {}, "neutral"],
  ["any project, seen from none", NONE, { projects: ["flow"] }, "other"],
  ["nothing, seen from none", NONE, { tags: ["storage"] }, "neutral"],
];

it.each(CASES)("a record that names %s", (_reason, project, record, affinity) => {
  expect(matchProject(project, ["Shop"]).affinity(makeRecord(record))).toBe(affinity);
});
