/** Text of records inside Markdown: it reads as it was written, and can neither end our structure nor become HTML. Pure. */

/** Emphasis, code, links, tables, escapes, HTML. An underscore within a word is none. */
const SPECIAL = /[\\`*[\]|~<]|&(?=#?\w{1,40};)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** What makes a block at the beginning of a line: headings, quotations, lists, rules, the underline of a heading. */
const OPENING = /^(?:#{1,6}(?=\s|$)|[>+=-])/;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;

/** For one line. */
export function escapeMarkdown(line: string): string {
  return line
    .trim()
    .replace(SPECIAL, (sign) => (sign === "&" || sign === "<" ? (sign === "&" ? "&amp;" : "&lt;") : `\\${sign}`))
    .replace(OPENING, (sign) => `\\${sign}`)
    .replace(NUMBERED, "$1\\$2");
}

/** Several lines keep their form, behind a fence that is longer than any in them. */
export function renderBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
