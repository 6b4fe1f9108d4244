/** Takes a rule file apart: the header between its first two `---` lines, and the body. What the header means is left to parse-rule. */

export interface SplitText {
  /** Null when there is none, or when it is never closed. */
  readonly header: string | null;
  readonly body: string;
}

export function splitFrontmatter(text: string): SplitText {
  const plain = (text.startsWith(BOM) ? text.slice(1) : text).replaceAll("\r\n", "\n");
  const start = plain.indexOf("\n") + 1;
  if (start === 0 || !isFence(plain.slice(0, start))) return { header: null, body: plain };
  for (let at = start; at < plain.length; ) {
    const newline = plain.indexOf("\n", at);
    const end = newline < 0 ? plain.length : newline;
    if (isFence(plain.slice(at, end))) return { header: plain.slice(start, at), body: plain.slice(end + 1) };
    at = end + 1;
  }
  return { header: null, body: plain };
}

const BOM = "\ufeff";

function isFence(line: string): boolean {
  return line.trimEnd() === "---";
}
