/** Whether a record belongs to the current project, to another one, or to none in particular. Pure. */
import type { Affinity, LoreRecord, Project } from "../types.ts";

export interface ProjectMatcher {
  readonly affinity: (record: LoreRecord) => Affinity;
}

/** By which names a project is meant, in lower case. */
export function ownNames({ name, slug, aliases }: Project): readonly string[] {
  return [...new Set([name, slug, ...aliases].flatMap((each) => (each ? [each.toLowerCase()] : [])))];
}

/** `knownProjects` turns a tag into a project name: lore keeps a decision's project only as a tag. */
export function matchProject(project: Project, knownProjects: Iterable<string>): ProjectMatcher {
  const own = new Set(ownNames(project));
  const known = new Set([...knownProjects].map((name) => name.toLowerCase()));
  const isOwn = (name: string): boolean => own.has(name) || (project.slug === null && own.has(shortName(name)));
  return {
    affinity(record) {
      const named = record.projects.map((name) => name.toLowerCase());
      if (named.some(isOwn)) return "own";
      if (named.length > 0) return "other";
      const tags = record.tags.map((tag) => tag.toLowerCase());
      if (tags.some(isOwn)) return "own";
      return tags.some((tag) => known.has(tag)) ? "other" : "neutral";
    },
  };
}

/** `owner/repo` is still our `repo` when we know no owner of our own. */
function shortName(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
