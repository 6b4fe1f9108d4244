/** What all cards of the page are made of. Every text is escaped here. Pure. */
import { escapeHtml } from "./escape-html.ts";

interface Card {
  readonly title: string;
  readonly about: string;
}

export function card({ title, about }: Card, body: string): string {
  return `<section><h2>${escapeHtml(title)}</h2><p>${escapeHtml(about)}</p>${body}</section>`;
}

export type Cell = string | number;

/** The numbers behind a plot, for whoever cannot see it or wants them. One column may be words. */
export function table(heads: readonly string[], rows: readonly (readonly Cell[])[], textColumn = -1): string {
  const kind = (i: number): string => (i === textColumn ? ' class="title"' : "");
  const head = heads.map((name, i) => `<th scope="col"${kind(i)}>${escapeHtml(name)}</th>`).join("");
  const body = rows.map(([first = "", ...rest]) => {
    const cells = rest.map((cell, i) => `<td${kind(i + 1)}>${escapeHtml(cellText(cell))}</td>`).join("");
    return `<tr><th scope="row">${escapeHtml(cellText(first))}</th>${cells}</tr>`;
  });
  return `<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}

function cellText(cell: Cell): string {
  return typeof cell === "number" ? cell.toLocaleString("en") : cell;
}

export function behind(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `<details><summary>The numbers</summary>${table(heads, rows)}</details>`;
}

export function key(names: readonly (readonly [name: string, kind: string])[]): string {
  return `<ul class="key">${names.map(([name, kind]) => `<li><i class="${kind}"></i>${escapeHtml(name)}</li>`).join("")}</ul>`;
}
