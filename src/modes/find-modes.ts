/**
 * Which modes a prompt switches on. Only the person's own words count: code, quotations, paths, commands and
 * what the client adds are passed over. Pure; saying a mode's text is left to others.
 */
import type { Mode } from "../config/modes.ts";
import { MAX_CHARS } from "./may-mean-mode.ts";

/** Nobody types more than this by hand. It also bounds the time that a pattern can take. */
const MAX_OWN = 4000;

const COMMAND = /\/[\p{L}\p{N}_:.-]+(?=\s|$)/uy;

/**
 * What is not the person's own; of fences, tags and backticks only the beginning. None reads on beyond the next
 * beginning of its kind: many that never end take no longer than one.
 */
const FOREIGN = new RegExp(
  [
    "^[ \\t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+)?(?<fence>`{3,}(?=[^`\\n]*$)|~{3,}).*$",
    "^[ \\t]*>.*$",
    "<(?<tag>[a-z][\\w:-]*)(?:[\\s/][^<>]*)?>",
    "(?<ticks>`+)",
    '"(?:[^"\\n]|\\n(?![ \\t]*\\r?\\n))*"',
    "“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|»[^«»\\n]*«|「[^「」]*」|『[^『』]*』",
    // Around one word it is as often emphasis; within a word it is an apostrophe.
    "(?<![\\p{L}\\p{N}])['‘](?:[^'‘’\\s]|(?<=\\p{L})['’](?=\\p{L}))+[ \\t](?:[^'‘’\\n]|(?<=\\p{L})['’](?=\\p{L}))*['’](?!\\p{L})",
    "\\[[^[\\]\\n]*\\]\\([^()\\s]*\\)", // links
    "\\b(?:[a-z][a-z0-9+.-]{0,20}://|www\\.)[^\\s<>]*",
    "(?<![\\w.~@%+:$-])[\\w.~@%+:$-]*[\\\\/][\\w.~@%+:$\\\\/-]*", // paths
    "(?<![\\w-])[\\w-]+(?:\\.[\\w-]+)+", // file names
    "(?<!\\S)--[\\w-]+", // flags
  ].join("|"),
  "gimu",
);

/** Written without blanks, or with endings that join any word: such a letter beside a word does not make it another word. */
const JOINING = "[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}]";
const NOT_BEFORE = `(?<!(?!${JOINING})[\\p{L}\\p{N}\\p{M}_$@./\\\\=-])`;
const NOT_AFTER = `(?!(?!${JOINING})[\\p{L}\\p{N}\\p{M}_(/\\\\=-]|['’]\\p{L})`;

/** Each mode once, in the order of the settings. */
export function findModes(modes: readonly Mode[], prompt: string): readonly Mode[] {
  const own = readOwnWords(prompt.slice(0, MAX_CHARS));
  const lower = own.toLowerCase();
  return modes.filter(({ enabled, words, patterns }) => {
    if (words.some((word) => hasWord(lower, word))) return true;
    return enabled && patterns.some((pattern) => new RegExp(pattern, "iu").test(own));
  });
}

/** What the person typed, with a blank for each foreign part and each run of white space. Empty for a command. */
function readOwnWords(text: string): string {
  const unclosed = new Set<string>();
  let own = "";
  let at = 0;
  while (own.length < MAX_OWN) {
    FOREIGN.lastIndex = at;
    const found = FOREIGN.exec(text);
    own += text.slice(at, found?.index);
    if (found === null) break;
    COMMAND.lastIndex = found.index;
    if (own.trim() === "" && COMMAND.test(text)) return "";
    own += " ";
    at = endOf(text, found, unclosed);
  }
  const bounded = own.slice(0, MAX_OWN).normalize();
  // One at a time, as the settings' check of the patterns counts on.
  return bounded.replace(/\s+/g, (run) => (run.includes("\n") ? "\n" : " "));
}

/** Where the foreign part that begins here is over. */
function endOf(text: string, found: RegExpExecArray, unclosed: Set<string>): number {
  const { fence, tag, ticks } = found.groups ?? {};
  const from = found.index + found[0].length;
  if (fence !== undefined) return findFence(text, fence, from) ?? text.length;
  const opening = tag ?? ticks;
  if (opening === undefined || unclosed.has(opening)) return from;
  const end = tag === undefined ? findTicks(text, opening, from) : findTag(text, opening, from);
  if (end !== null) return end;
  // Backticks as long as a fence's that never end are a fence; a word between angle brackets may be anything.
  if (opening.startsWith("```")) return text.length;
  if (tag !== undefined) unclosed.add(opening);
  return from;
}

function findFence(text: string, fence: string, from: number): number | null {
  const closing = new RegExp(`^[ \\t]*${fence}${fence[0]}*[ \\t]*$`, "gm");
  closing.lastIndex = from;
  return closing.test(text) ? closing.lastIndex : null;
}

function findTag(text: string, tag: string, from: number): number | null {
  const end = text.indexOf(`</${tag}>`, from);
  return end < 0 ? null : end + tag.length + 3;
}

/** Short code ends in its paragraph, or a lone backtick would hide the rest of the prompt. */
function findTicks(text: string, ticks: string, from: number): number | null {
  const closing = ticks.length < 3 ? /`+|\n[ \t]*\r?\n/g : /`+/g;
  closing.lastIndex = from;
  for (let run = closing.exec(text); run !== null; run = closing.exec(text)) {
    if (run[0] === ticks) return closing.lastIndex;
    if (run[0].startsWith("\n")) return null;
  }
  return null;
}

function hasWord(text: string, word: string): boolean {
  if (!text.includes(word)) return false;
  const letters = [...word];
  const joins = (letter: string | undefined): boolean => letter !== undefined && new RegExp(JOINING, "u").test(letter);
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const before = joins(letters[0]) ? "" : NOT_BEFORE;
  const after = joins(letters.at(-1)) ? "" : NOT_AFTER;
  return new RegExp(`${before}${escaped}${after}`, "u").test(text);
}
