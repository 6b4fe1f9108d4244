/** From keywords to the patterns that find, in raw lines and in texts, whatever could hold them. */
import { FIRST_PIECE, MIN_INNER_HUMP, NAME_JOINTS } from "../analyze/tokenize.ts";
import type { Keyword } from "../types.ts";
import { beginningsOf } from "./beginnings.ts";

/** What to look for in raw Latin-1 text. Must match in every line that could matter. */
export interface LinePattern {
  /** Global. For text of plain ASCII without \\u escapes. */
  readonly ascii: RegExp;
  /** The same for all other text: made only when some is met. */
  readonly any: () => RegExp;
}

/** Null looks at everything. */
export interface Prefilter {
  /** Over raw lines: holds for every line whose record could hold a wanted key. */
  readonly lines: LinePattern | null;
  /** To find the tokens in a field's text: the same stems as a pattern, or how tokens with the wanted keys begin. */
  readonly texts: RegExp | readonly string[] | null;
}

export const EVERYTHING: Prefilter = { lines: null, texts: null };

/**
 * Text whose tokens cannot be told from its raw bytes: UTF-8 letters beyond ASCII, signs that fold to letters or
 * digits (², ™, ①), and JSON \\u escapes. Other punctuation and symbols (lead bytes 0xc2 and 0xe2) do not matter.
 */
const OPAQUE =
  "[\\xc3-\\xe1\\xe3-\\xf4]|\\xc2[\\xaa\\xb2\\xb3\\xb5\\xb9-\\xbe]|\\xe2(?:[\\x82\\x84\\x85\\x91-\\x93\\xb0-\\xb7\\xba\\xbb]|\\x81[\\xb0-\\xbf])|\\\\u";
const NEVER = /(?!)/g;

/** Of a few lines all are looked at: a pattern would cost more to compile than it saves. */
export function prefilter(keywords: readonly Keyword[], isFew: boolean): Prefilter {
  if (isFew) return { lines: null, texts: beginningsOf(keywords.flatMap(({ key, synonyms }) => [key, ...synonyms])) };
  // A compound contains its parts, so they stand for it.
  const terms = keywords.flatMap(({ key, synonyms, compound }) => [...(compound ? [] : [key]), ...synonyms]);
  const patterns = [...new Set(terms)].flatMap((stem) => loosePattern(stem) ?? []);
  if (patterns.length === 0) return { lines: { ascii: NEVER, any: () => new RegExp(OPAQUE, "g") }, texts: NEVER };
  const source = patterns.join("|");
  const texts = new RegExp(source, "gi");
  let any: RegExp | null = null;
  const makeAny = (): RegExp => {
    any ??= new RegExp(`${source}|${OPAQUE}`, "gi");
    return any;
  };
  return { lines: { ascii: texts, any: makeAny }, texts };
}

/** "frontend" also where a record writes front-end or front_end: both have one key. Null for what is not ASCII. */
function loosePattern(stem: string): string | null {
  // Two letters stand in every other word, but a token of two begins one. The letter of a JSON escape is no part of a word.
  let pattern = stem.length < MIN_INNER_HUMP ? "(?:^|[^a-z0-9]|\\\\[bfnrt])" : "";
  for (let i = 0; i < stem.length; i++) {
    const code = stem.charCodeAt(i);
    if (code > 126) return null;
    const isWord = (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
    if (isWord && i >= FIRST_PIECE) pattern += `${NAME_JOINTS}*`;
    // "retry" has the key "retri".
    if ((code === 0x69 || code === 0x79) && i > 1 && i === stem.length - 1) pattern += "[yi]";
    else pattern += isWord ? stem.charAt(i) : `\\${stem.charAt(i)}`;
  }
  // "fail" is not said by a line whose id is fail-e5f6a7b8.
  return ID_PREFIXES.includes(stem) ? `${pattern}(?!-[0-9a-f]{6,}")` : pattern;
}

const ID_PREFIXES = ["dec", "pat", "anti", "fail", "sig", "obs", "evi", "hand", "con", "goal", "session", "registry"];
