/**
 * Changes of JSON with comments that leave every other byte alone: add, set and remove one member or element. The parser is
 * jsonc-parser; its own `modify` is not used, as it formats whole lines, neighbours included. Pure.
 */
import { applyEdits, createScanner, type Edit, getNodeValue, type Node } from "jsonc-parser";
import { detectLayout, indentAt, renderInline, renderValue } from "./json-layout.ts";

/** The kinds of token that matter here; the package declares them as a const enum, which single-file compilers cannot read. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const BLANK = 15;

/** A member of an object has a name, an element of an array none. */
export interface Item {
  readonly name?: string;
  readonly value: unknown;
}

/** The last one counts, as for JSON.parse. */
export function memberOf(node: Node | undefined, name: string): Node | undefined {
  return node?.type === "object" ? node.children?.findLast((each) => each.children?.[0]?.value === name)?.children?.[1] : undefined;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** At the end of an object or array. */
export function addItem(text: string, container: Node, item: Item): string {
  const children = container.children ?? [];
  const last = children.at(-1);
  return last === undefined ? fillEmpty(text, container, item) : appendItem(text, container, last, item);
}

function appendItem(text: string, container: Node, last: Node, item: Item): string {
  const { comma, end, endsInLineComment } = lookBehind(text, endOf(last));
  const isSpread = endsInLineComment || text.slice(container.offset, last.offset).includes("\n");
  const layout = detectLayout(text);
  const indent = indentAt(text, last.offset);
  const rendered = renderItem(item, isSpread ? (value) => renderValue(value, indent, layout) : renderInline);
  const edits: Edit[] = [{ offset: end, length: 0, content: `${isSpread ? layout.eol + indent : " "}${rendered}${comma === null ? "" : ","}` }];
  // Listed first, so that it stays in front where both are put in the same place.
  if (comma === null) edits.unshift({ offset: endOf(last), length: 0, content: "," });
  return applyInOrder(text, edits);
}

/** White space alone is replaced; comments stay, and the item comes after them. */
function fillEmpty(text: string, container: Node, item: Item): string {
  const [inside, close] = [container.offset + 1, endOf(container) - 1];
  const { end } = lookBehind(text, inside);
  const isBlank = end === inside;
  const isSpread = container.parent === undefined || text.includes("\n");
  const gap = { offset: end, length: isBlank ? close - end : 0 };
  if (!isSpread) return applyInOrder(text, [{ ...gap, content: `${isBlank ? "" : " "}${renderItem(item, renderInline)}` }]);
  const layout = detectLayout(text);
  const outer = indentAt(text, container.offset);
  const content = `${layout.eol}${outer}${layout.unit}${renderItem(item, (value) => renderValue(value, outer + layout.unit, layout))}`;
  return applyInOrder(text, [{ ...gap, content: isBlank ? content + layout.eol + outer : content }]);
}

function renderItem({ name, value }: Item, render: (value: unknown) => string): string {
  return name === undefined ? render(value) : `${JSON.stringify(name)}: ${render(value)}`;
}

/** A member's value is replaced where it stands; a new one comes last. */
export function setMember(text: string, object: Node, name: string, value: unknown): string {
  const old = memberOf(object, name);
  if (old === undefined) return addItem(text, object, { name, value });
  if (JSON.stringify(getNodeValue(old)) === JSON.stringify(value)) return text;
  return applyInOrder(text, [{ offset: old.offset, length: old.length, content: renderInline(value) }]);
}

/** The item, its comma and the white space before it; comments around it are somebody's, and stay. */
export function removeItem(text: string, item: Node): string {
  const container = item.parent;
  const siblings = container?.children ?? [];
  const index = siblings.indexOf(item);
  const [before, isLast] = [siblings[index - 1], index === siblings.length - 1];
  const { comma } = lookBehind(text, endOf(item));
  const from = text.slice(0, item.offset).trimEnd().length;
  const edits: Edit[] = [{ offset: from, length: endOf(item) - from, content: "" }];
  if (comma !== null) edits.push({ offset: comma, length: 1, content: "" });
  const commaBefore = isLast && comma === null && before !== undefined ? lookBehind(text, endOf(before)).comma : null;
  if (commaBefore !== null) edits.unshift({ offset: commaBefore, length: 1, content: "" });
  const isAlone = siblings.length === 1 && container !== undefined;
  return isAlone && isBlankBeside(text, container, item, comma) ? emptied(text, container) : applyInOrder(text, keepLineEnd(text, edits));
}

function isBlankBeside(text: string, container: Node, item: Node, comma: number | null): boolean {
  const around = text.slice(container.offset + 1, item.offset) + text.slice(endOf(item), endOf(container) - 1);
  return (comma === null ? around : around.replace(",", "")).trim() === "";
}

function emptied(text: string, container: Node): string {
  return applyInOrder(text, [{ offset: container.offset + 1, length: container.length - 2, content: "" }]);
}

/** Behind a line comment there must be the end of its line, or it would swallow what follows. */
function keepLineEnd(text: string, edits: readonly Edit[]): readonly Edit[] {
  return edits.map((edit) => {
    const lineStart = text.lastIndexOf("\n", edit.offset - 1) + 1;
    const gap = /^[ \t]*\r?\n/.exec(text.slice(edit.offset))?.[0];
    const followed = /^[ \t]*\r?\n/.test(text.slice(edit.offset + edit.length).replace(/^,/, ""));
    if (edit.length <= 1 || gap === undefined || followed || !endsInComment(text, lineStart, edit.offset)) return edit;
    return { offset: edit.offset + gap.length, length: edit.length - gap.length, content: edit.content };
  });
}

function endsInComment(text: string, from: number, to: number): boolean {
  const scanner = createScanner(text.slice(from, to), false);
  let kind = scanner.scan();
  while (scanner.getPosition() < to - from) kind = scanner.scan();
  return Number(kind) === LINE_COMMENT;
}

interface Behind {
  readonly comma: number | null;
  /** Where the last comment or the comma ends, before the next value or bracket. */
  readonly end: number;
  readonly endsInLineComment: boolean;
}

function lookBehind(text: string, offset: number): Behind {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let behind: Behind = { comma: null, end: offset, endsInLineComment: false };
  for (;;) {
    const kind = Number(scanner.scan());
    const end = scanner.getPosition();
    if (kind === COMMA) behind = { comma: scanner.getTokenOffset(), end, endsInLineComment: false };
    else if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) behind = { ...behind, end, endsInLineComment: kind === LINE_COMMENT };
    else if (kind !== LINE_BREAK && kind !== BLANK) return behind;
  }
}

/** `applyEdits` sorts; edits in one place would lose their order, so those become one. */
function applyInOrder(text: string, edits: readonly Edit[]): string {
  const merged: Edit[] = [];
  for (const edit of edits) {
    const before = merged.at(-1);
    if (before !== undefined && before.offset + before.length === edit.offset)
      merged[merged.length - 1] = { offset: before.offset, length: before.length + edit.length, content: before.content + edit.content };
    else merged.push(edit);
  }
  return applyEdits(text, merged);
}
