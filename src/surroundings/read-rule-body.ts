/** The text of a rule that applies, read at the moment it is shown. Part of the events bundle: no YAML here. */
import { isWithin, readInside } from "./read-inside.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";
import type { Rule } from "./surroundings.ts";

/** Null when it is gone, or has since become something that we refuse to read. */
export function readRuleBody({ file }: Pick<Rule, "file">, root: string): string | null {
  try {
    const body = splitFrontmatter(readInside(file, isWithin(file, root) ? [root] : null)).body.trim();
    return body === "" ? null : body;
  } catch {
    return null;
  }
}
