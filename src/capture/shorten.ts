/** Makes text fit a stored field: one line, no markup, cut where a reader would pause. */

/** Longest share of the room that may be given up to end with a whole sentence. 0..1, default 0.5. */
const GIVEN_UP = 0.5;
const SENTENCE_END = /[.!?…](?=\s)/g;

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Never longer than `max`, the ellipsis counted in. */
export function shorten(text: string, max: number): string {
  // Nobody needs the white space of a megabyte folded for the first few hundred characters.
  const line = oneLine(text.slice(0, max * 20));
  if (line.length <= max) return line;
  const room = line.slice(0, max - 1);
  const ends = [...room.matchAll(SENTENCE_END)];
  const end = (ends.at(-1)?.index ?? -1) + 1;
  if (end > max * GIVEN_UP) return room.slice(0, end);
  const space = room.lastIndexOf(" ");
  const cut = space > max * GIVEN_UP ? room.slice(0, space) : room;
  // Half of a surrogate pair is no character.
  return `${cut.replace(/[\uD800-\uDBFF]$/, "").replace(/[\s,;:–-]+$/, "")}…`;
}

/** Without the marks of Markdown; code in line keeps its backticks. */
export function withoutMarkup(text: string): string {
  return text
    .replace(/^[ \t]{0,3}#{1,6}[ \t]+/gm, "")
    .replace(/\*\*([^*\n]+)\*\*/g, "$1")
    .replace(/__([^_\n]+)__/g, "$1")
    .replace(/\[([^\]\n]{1,200})\]\([^)\n]{1,500}\)/g, "$1");
}

/** Fenced blocks taken out; one that is never closed reaches to the end. */
export function withoutFences(text: string): string {
  return text.replace(/^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1[^\n]*$|$(?![\s\S]))/gm, "");
}

/** `a`, `a and b`, `a, b and c`. */
export function enumerate(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
