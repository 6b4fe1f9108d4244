/**
 * Reads a field that holds globs from the lines of a header. Not by YAML: there an unquoted `*` is an alias and `!` a tag, so what
 * people really write is an error, or silently empty.
 */

export interface GlobField {
  readonly globs: readonly string[];
  /** A list that is opened and never closed. */
  readonly broken: boolean;
}

/** The last field of that name; null when there is none. */
export function parseGlobField(header: string, name: string): GlobField | null {
  const block = findBlocks(header, [name]).at(-1);
  return block === undefined ? null : parseBlock(block.lines);
}

/** The header without these fields: what is left must be YAML. */
export function withoutFields(header: string, names: readonly string[]): string {
  const lines = header.split("\n");
  for (const { from, lines: taken } of findBlocks(header, names).toReversed()) lines.splice(from, taken.length);
  return lines.join("\n");
}

interface Block {
  readonly from: number;
  /** The first holds what stands behind the colon. */
  readonly lines: readonly string[];
}

function findBlocks(header: string, names: readonly string[]): readonly Block[] {
  const lines = header.split("\n");
  const blocks: Block[] = [];
  for (let from = 0; from < lines.length; from++) {
    const value = valueBehind(lines[from] ?? "", names);
    if (value === null) continue;
    let end = from + 1;
    while (end < lines.length && continues(lines[end] ?? "")) end++;
    blocks.push({ from, lines: [value, ...lines.slice(from + 1, end)] });
    from = end - 1;
  }
  return blocks;
}

/** YAML lets a list begin at the margin, and the end of a flow list too. */
function continues(line: string): boolean {
  return line.trim() === "" || " \t-]#".includes(line.charAt(0));
}

function valueBehind(line: string, names: readonly string[]): string | null {
  const colon = line.indexOf(":");
  // What is indented belongs to another field.
  if (colon < 0 || line.trimStart() !== line) return null;
  return names.includes(unquote(line.slice(0, colon).trimEnd())) ? line.slice(colon + 1) : null;
}

function parseBlock([first = "", ...rest]: readonly string[]): GlobField {
  const inline = dropComment(first).trim();
  const further = rest.map((line) => dropComment(line).trim()).filter((line) => line !== "");
  if (inline.startsWith("[")) {
    const flow = [inline, ...further].join(" ");
    if (closesAtEnd(flow)) return field([flow.slice(1, -1)]);
    // `[slug]/page.tsx` is a glob; `[src/**` is a list that somebody forgot to close.
    if (!closes(flow)) return { globs: [], broken: true };
  }
  const items = further.map((line) => (line.startsWith("- ") || line === "-" ? line.slice(1) : line));
  return field(inline === "" || BLOCK_SCALARS.includes(inline) ? items : [inline, ...items]);
}

const BLOCK_SCALARS: readonly string[] = ["|", "|-", "|+", ">", ">-", ">+"];

function field(items: readonly string[]): GlobField {
  const globs = items.flatMap(splitList).flatMap((item) => splitList(unquote(item)));
  return { globs: globs.map((glob) => unquote(glob)).filter((glob) => glob !== "" && glob !== "!"), broken: false };
}

/** At commas outside braces and quotes: `**\/*.{ts,tsx}` is one glob. */
function splitList(text: string): readonly string[] {
  const items: string[] = [];
  let start = 0;
  let depth = 0;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if ((letter === '"' || letter === "'") && text.slice(start, at).trim() === "" && text.includes(letter, at + 1)) quote = letter;
    else if (letter === "{") depth += text.includes("}", at) ? 1 : 0;
    else if (letter === "}") depth = Math.max(0, depth - 1);
    else if (letter === "," && depth === 0) {
      items.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...items, text.slice(start).trim()].filter((item) => item !== "");
}

function closesAtEnd(flow: string): boolean {
  return matchingBracket(flow) === flow.length - 1;
}

function closes(flow: string): boolean {
  return matchingBracket(flow) >= 0;
}

function matchingBracket(flow: string): number {
  let depth = 0;
  for (let at = 0; at < flow.length; at++) {
    const letter = flow.charAt(at);
    if (letter === "[") depth++;
    else if (letter === "]" && --depth === 0) return at;
  }
  return -1;
}

function dropComment(line: string): string {
  if (line.trimStart().startsWith("#")) return "";
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if (letter === '"' || letter === "'") quote = line.includes(letter, at + 1) ? letter : "";
    else if (letter === "#" && (line.charAt(at - 1) === " " || line.charAt(at - 1) === "\t")) return line.slice(0, at);
  }
  return line;
}

export function unquote(text: string): string {
  const trimmed = text.trim();
  const first = trimmed.charAt(0);
  return trimmed.length > 1 && (first === '"' || first === "'") && trimmed.endsWith(first) ? trimmed.slice(1, -1).trim() : trimmed;
}
