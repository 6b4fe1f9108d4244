/** An AGENTS.md at the length there is room for: whole where it fits, for every line of it is an instruction. */
import { cutText } from "./cut-text.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";
import { withoutComments } from "./without-comments.ts";

export function shortenDocument(text: string, maxChars: number): string {
  const body = withoutComments(splitFrontmatter(text).body).trim();
  return cutText(body, maxChars);
}
