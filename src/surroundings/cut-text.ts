/** Cuts a text to a length at a point where a reader would pause: before a heading, after a paragraph, a sentence, a word. */

const MORE = "…";

/** Never longer than `maxChars`; ends in `…` when something is left out. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  if (maxChars <= MORE.length) return "";
  const room = text.slice(0, maxChars - MORE.length - 1);
  const end = [pause(room, "\n\n"), pause(room, "\n"), sentenceEnd(room), pause(room, " ")].find((at) => at >= room.length * LEAST_SHARE);
  const kept = closeFence(withoutDanglingHeading(room.slice(0, end ?? wholeLetters(room))));
  return kept === "" ? MORE : `${kept}\n${MORE}`;
}

/** Earlier pauses would waste the room. */
const LEAST_SHARE = 0.5;

function pause(text: string, sign: string): number {
  return text.lastIndexOf(sign);
}

function sentenceEnd(text: string): number {
  const at = Math.max(text.lastIndexOf(". "), text.lastIndexOf("! "), text.lastIndexOf("? "));
  return at < 0 ? -1 : at + 1;
}

function wholeLetters(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}

/** Code that is cut in its middle would swallow what we say behind it. */
function closeFence(text: string): string {
  const fences = [...text.matchAll(/^\s*(?:```|~~~)/gm)];
  const last = fences.at(-1);
  return fences.length % 2 === 0 || last === undefined ? text : withoutDanglingHeading(text.slice(0, last.index));
}

function withoutDanglingHeading(text: string): string {
  const trimmed = text.trimEnd();
  const line = trimmed.slice(trimmed.lastIndexOf("\n") + 1);
  return /^#{1,6}\s/.test(line) && line.length < trimmed.length ? withoutDanglingHeading(trimmed.slice(0, -line.length)) : trimmed;
}
