/** How a person laid out a JSON file: line ends, indentation, and a new value written in the same manner. Pure. */

export interface Layout {
  readonly eol: "\n" | "\r\n";
  /** One step of indentation. */
  readonly unit: string;
}

/** As most editors, and the client itself, write JSON. */
const DEFAULT_UNIT = "  ";

export function detectLayout(text: string): Layout {
  const firstEnd = text.indexOf("\n");
  const indented = /\n([ \t]+)"/.exec(text);
  return { eol: firstEnd > 0 && text[firstEnd - 1] === "\r" ? "\r\n" : "\n", unit: indented?.[1] ?? DEFAULT_UNIT };
}

/** The white space with which the line of this offset begins. */
export function indentAt(text: string, offset: number): string {
  const from = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(from, offset))?.[0] ?? "";
}

/** Over several lines, but for lists of plain values: arguments read best in one. */
export function renderValue(value: unknown, indent: string, layout: Layout): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Array.isArray(value) ? value.map((item: unknown) => [null, item] as const) : Object.entries(value).filter(([, item]) => item !== undefined);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return open + close;
  if (Array.isArray(value) && entries.every(([, item]) => typeof item !== "object" || item === null)) return renderInline(value);
  const deeper = indent + layout.unit;
  const lines = entries.map(([key, item]) => `${deeper}${key === null ? "" : `${JSON.stringify(key)}: `}${renderValue(item, deeper, layout)}`);
  return [open, lines.join(`,${layout.eol}`), indent + close].join(layout.eol);
}

export function renderInline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(renderInline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return entries.length === 0 ? "{}" : `{ ${entries.map(([key, item]) => `${JSON.stringify(key)}: ${renderInline(item)}`).join(", ")} }`;
}
