/** Markdown, taken apart as far as an importer needs it: headings, paragraphs, list items with all that hangs below them. Pure. */

export interface Block {
  readonly kind: "prose" | "item";
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** The headings above it, the outermost first. */
  readonly headings: readonly string[];
  /** A paragraph that ends in a colon and introduces the list in which the item stands. */
  readonly intro: string;
}

export interface Section {
  readonly level: number;
  readonly heading: string;
  readonly line: number;
  /** Its own lines, without those of sections below it. */
  readonly lines: readonly string[];
}

const ATX = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const SETEXT = /^ {0,3}(=+|-{3,})[ \t]*$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
const ITEM = /^([ \t]*)(?:[-*+\u2022]|\d{1,4}[.)])[ \t]+(.*)$/;
const NUMBERED = /^[ \t]*\d{1,4}[.)][ \t]/;

/** Longer ones are text, and would take the pattern long. */
const MAX_HEADING = 1000;

/** The first section has level 0 and no heading: what stands before the first one. */
export function splitSections(text: string, firstLine = 1): readonly Section[] {
  const sections = [{ level: 0, heading: "", line: firstLine, lines: [] as string[] }];
  let fence: string | null = null;
  const lines = withoutComments(text).split("\n");
  lines.forEach((line, index) => {
    const mark = FENCE.exec(line)?.[1]?.[0] ?? null;
    const wasOpen = fence !== null;
    if (mark !== null) fence = fence === null ? mark : fence === mark ? null : fence;
    const current = sections.at(-1);
    const heading = wasOpen || fence !== null ? null : headingOf(line, current?.lines.at(-1) ?? "");
    if (heading === null) current?.lines.push(line);
    else {
      if (heading.isSetext) current?.lines.pop();
      sections.push({ level: heading.level, heading: heading.text, line: firstLine + index, lines: [] });
    }
  });
  return sections;
}

function headingOf(line: string, before: string): { readonly level: number; readonly text: string; readonly isSetext: boolean } | null {
  if (line.length > MAX_HEADING) return null;
  const atx = ATX.exec(line);
  if (atx) return { level: atx[1]?.length ?? 1, text: plainText(atx[2] ?? ""), isSetext: false };
  const setext = SETEXT.exec(line);
  if (setext === null || before.trim() === "" || ITEM.test(before) || before.trim().startsWith("|")) return null;
  return { level: setext[1]?.startsWith("=") ? 1 : 2, text: plainText(before), isSetext: true };
}

/** Bounded, as a comment may never be closed. Its line breaks stay, so that lines keep their numbers. */
function withoutComments(text: string): string {
  let out = "";
  let from = 0;
  for (let at = text.indexOf("<!--"); at >= 0; at = text.indexOf("<!--", from)) {
    const end = text.indexOf("-->", at + 4);
    if (end < 0) break;
    out += text.slice(from, at) + "\n".repeat(text.slice(at, end).split("\n").length - 1);
    from = end + 3;
  }
  return out + text.slice(from);
}

export function splitBlocks(text: string, firstLine = 1): readonly Block[] {
  const path: { readonly level: number; readonly heading: string }[] = [];
  return splitSections(text, firstLine).flatMap((section) => {
    while (path.length > 0 && (path.at(-1)?.level ?? 0) >= section.level) path.pop();
    if (section.level > 0) path.push(section);
    const headings = path.map(({ heading }) => heading);
    // The lines of a section begin below its heading.
    const first = section.level === 0 ? section.line : section.line + 1;
    return blocksOf(section.lines).map((block) => ({ ...block, line: first + block.line, headings }));
  });
}

interface Open {
  readonly kind: "prose" | "item";
  readonly lines: string[];
  readonly line: number;
  readonly indent: number;
  readonly numbered: boolean;
}

type Piece = Omit<Block, "headings">;

/** Lines are counted from 0. */
export function blocksOf(lines: readonly string[]): readonly Piece[] {
  const open: Open[] = [];
  let fence: string | null = null;
  let isApart = true;
  lines.forEach((line, index) => {
    const current = open.at(-1);
    const mark = FENCE.exec(line)?.[1]?.[0] ?? null;
    const inside = fence !== null;
    if (mark !== null) fence = fence === null ? mark : fence === mark ? null : fence;
    if (line.trim() === "" && !inside) {
      isApart = true;
      return;
    }
    // Code belongs to what it illustrates.
    if ((inside || mark !== null) && current !== undefined) current.lines.push(line);
    else {
      const next = openAt(line, index, current, isApart);
      if (next === null) current?.lines.push(line);
      else open.push(next);
    }
    isApart = false;
  });
  return joinIntroduced(open);
}

/** Null: the line goes on with what is open. */
function openAt(line: string, index: number, current: Open | undefined, isApart: boolean): Open | null {
  const item = ITEM.exec(line);
  const indent = item?.[1]?.replaceAll("\t", "    ").length ?? line.length - line.trimStart().length;
  if (item !== null && !(current?.kind === "item" && indent > current.indent))
    return { kind: "item", lines: [item[2] ?? ""], line: index, indent, numbered: NUMBERED.test(line) };
  if (current === undefined || (isApart && !(current.kind === "item" && indent > current.indent)))
    return { kind: "prose", lines: [line], line: index, indent: 0, numbered: false };
  return null;
}

/** Numbered steps stay with the sentence that introduces them; other items are told what they are about. */
function joinIntroduced(open: readonly Open[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let intro: Piece | null = null;
  let introUsed = false;
  for (const each of open) {
    const text = textOf(each);
    if (text === "") continue;
    if (each.kind === "prose") {
      if (intro !== null && !introUsed) pieces.push(intro);
      intro = text.endsWith(":") ? { kind: "prose", text, line: each.line, intro: "" } : null;
      introUsed = false;
      if (intro === null) pieces.push({ kind: "prose", text, line: each.line, intro: "" });
    } else if (each.numbered && intro !== null) {
      const joined: Piece = { ...intro, text: `${introUsed ? (pieces.pop()?.text ?? "") : intro.text}\n- ${text}` };
      pieces.push(joined);
      introUsed = true;
    } else {
      pieces.push({ kind: "item", text, line: each.line, intro: intro === null ? "" : intro.text.slice(0, -1) });
      introUsed = true;
    }
  }
  if (intro !== null && !introUsed) pieces.push(intro);
  return pieces;
}

/** Wrapped lines become one; items below and code keep their own. */
function textOf({ lines }: Open): string {
  let text = "";
  let fence: string | null = null;
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1]?.[0] ?? null;
    const isCode = fence !== null || mark !== null;
    if (mark !== null) fence = fence === null ? mark : fence === mark ? null : fence;
    const isOwn = isCode || ITEM.test(line) || line.trim().startsWith("|");
    text += text === "" ? line.trim() : isOwn ? `\n${line.trimEnd()}` : ` ${line.trim()}`;
  }
  return text.trim();
}

const LINK = /!?\[([^\]\n]{0,300})\](?:\([^)\s]{0,500}(?:\s"[^"\n]{0,200}")?\)|\[[^\]\n]{0,100}\])/g;

/** Links by their words, without emphasis. Code marks stay, as they tell a name from a word. */
export function plainText(text: string): string {
  return text
    .replace(LINK, "$1")
    .replace(/(\*\*|__)(?=\S)([^\n]{1,400}?\S)\1/g, "$2")
    .trim();
}
