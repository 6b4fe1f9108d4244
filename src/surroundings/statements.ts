/** A loaded document → what it states: one statement for each list item, paragraph, table row and line of code. */
import { contentWords } from "./content-words.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";
import type { Statement } from "./surroundings.ts";
import { withoutComments } from "./without-comments.ts";

/** A longer paragraph is taken sentence by sentence: enough words together seem to state anything. */
const MAX_WORDS = 60;

export function statementsOf(text: string): readonly Statement[] {
  const reader = new Reader();
  for (const line of withoutComments(splitFrontmatter(text).body).split("\n")) reader.read(line);
  return reader.finish();
}

interface Item {
  readonly indent: number;
  readonly text: string;
}

const HEADING = /^ {0,3}#{1,6}\s+(.*)$/;
const LIST_ITEM = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(.*)$/;
const CODE_FENCE = /^\s*(```|~~~)/;
const QUOTE = /^\s*(?:>\s?)+/;

/** Line by line. What a block stands below (heading, "Never:", the item above) belongs to what it says. */
class Reader {
  private readonly statements: Statement[] = [];
  private heading = "";
  private headingUsed = true;
  /** "Never do this:" before a list. */
  private intro = "";
  private parents: Item[] = [];
  private item: Item | null = null;
  private lines: string[] = [];
  private fence: string | null = null;

  read(raw: string): void {
    const fence = CODE_FENCE.exec(raw)?.[1];
    if (fence !== undefined && (this.fence === null || this.fence === fence)) return this.toggleFence(fence);
    if (this.fence !== null) return this.state(raw);
    const line = raw.replace(QUOTE, "");
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) return this.startHeading(heading);
    const [, indent, item] = LIST_ITEM.exec(line) ?? [];
    if (indent !== undefined && item !== undefined) return this.startItem(indent.replaceAll("\t", "    ").length, item);
    if (line.trim() === "") return this.endBlock();
    if (line.trimStart().startsWith("|")) return this.readRow(line);
    if (this.parents.length > 0 && this.item === null && !/^\s/.test(line)) this.parents = [];
    this.lines.push(line);
  }

  finish(): readonly Statement[] {
    this.startHeading("");
    return this.statements;
  }

  private toggleFence(fence: string): void {
    this.endBlock();
    this.fence = this.fence === null ? fence : null;
  }

  private readRow(line: string): void {
    this.endBlock();
    this.state(line);
  }

  private startHeading(text: string): void {
    this.endBlock();
    if (!this.headingUsed) this.state("");
    this.heading = text;
    this.headingUsed = text === "";
    this.intro = "";
    this.parents = [];
  }

  private startItem(indent: number, text: string): void {
    this.endBlock();
    this.parents = this.parents.filter((parent) => parent.indent < indent);
    this.item = { indent, text };
    this.lines.push(text);
  }

  private endBlock(): void {
    if (this.lines.length === 0) return;
    const text = this.lines.join(" ");
    this.lines = [];
    if (this.item === null && this.parents.length === 0) this.intro = "";
    for (const part of splitLong(text)) this.state(part);
    if (this.item !== null) this.parents.push({ indent: this.item.indent, text });
    else if (text.trimEnd().endsWith(":")) this.intro = text;
    this.item = null;
  }

  private state(text: string): void {
    this.headingUsed = true;
    const context = [this.heading, this.intro, ...this.parents.map((parent) => parent.text)];
    const statement = renderStatement([...context, text].join("\n"));
    if (statement !== NOTHING) this.statements.push(statement);
  }
}

/** Stands between two documents as well: they are no neighbours. */
export const NOTHING: Statement = " ";

function renderStatement(text: string): Statement {
  const keys = new Set(contentWords(text).flatMap(({ key, parts }) => [key, ...parts]));
  return keys.size === 0 ? NOTHING : ` ${[...keys].join(" ")} `;
}

function splitLong(text: string): readonly string[] {
  return text.split(" ").length <= MAX_WORDS ? [text] : text.split(/(?<=[.!?])\s+/);
}
