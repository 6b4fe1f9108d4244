/**
 * The one definition of a term, shared by prompts and records: text in, keys out. Plain words are
 * folded; identifiers, flags and paths give one key for the whole and their parts beside it;
 * Chinese, Japanese and Korean text gives bigrams.
 */
import { foldPlainWord, foldWord } from "./fold-word.ts";

export type TokenKind = "word" | "symbol" | "path" | "flag" | "id";

/** `parts` are the folded pieces of a compound; empty for a plain word. */
export type OnToken = (key: string, surface: string, kind: TokenKind, parts: readonly string[]) => void;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the question is just whether all of it is ASCII.
const NON_ASCII = /[^\x00-\x7f]/;
const NO_PARTS: readonly string[] = [];
/** Longer runs are hashes, base64 or minified code: no term anyone would type. */
const MAX_SURFACE = 200;

export function tokenize(text: string, onToken: OnToken): void {
  if (!isPlainText(text)) return tokenizeUnicode(text, onToken);
  // Most of what stands between blanks is a plain word, and needs no look at what surrounds it.
  const pieces = text.split(" ");
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] as string;
    if (isPlainWord(piece)) tellWord(piece, onToken);
    else tokenizePiece(piece, onToken);
  }
}

/** By hand: a pattern would be compiled first, each time anew. */
function tokenizePiece(text: string, onToken: OnToken): void {
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const inside = at < text.length && isChunkCode(text.charCodeAt(at));
    if (inside && start < 0) start = at;
    else if (!inside && start >= 0) {
      tokenizeChunk(text.slice(start, at), onToken);
      start = -1;
    }
  }
}

/**
 * ASCII, but for signs that no token contains (dashes, arrows, quotation marks, emoji): such text is cut into chunks at every
 * character that no token contains, and a chunk gives the same tokens wherever it stands.
 */
export function isPlainText(text: string): boolean {
  // A loop would be the slowest part of reading a record, and Buffer.byteLength has V8 compile one of Node's functions anew for each prompt.
  if (!NON_ASCII.test(text)) return true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 128 || isSign(code)) continue;
    if (!isEmoji(code, text.charCodeAt(i + 1))) return false;
    i++;
  }
  return true;
}

/** None of these is, or folds to, a letter, a digit, a mark or a dot. */
function isSign(code: number): boolean {
  if (code < 0x2010) return code >= 0xa0 && code <= 0xbf && !FOLDED_SIGNS.includes(String.fromCharCode(code));
  if (code <= 0x205e) return code <= 0x2023 || code === 0x2027 || code >= 0x2030;
  return (code >= 0x2190 && code <= 0x23ff) || (code >= 0x2500 && code <= 0x2775) || (code >= 0x2794 && code <= 0x27bf);
}

/** A surrogate pair that is neither a letter nor a number in a box or circle. */
function isEmoji(first: number, second: number): boolean {
  if (!(second >= 0xdc00 && second <= 0xdfff)) return false;
  return first === 0xd83d || (first === 0xd83c && second >= 0xdf00) || (first === 0xd83e && second < 0xdff0);
}

const FOLDED_SIGNS = "\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u00bc\u00bd\u00be";

/** Only the tokens that contain a match of `pattern` (global, ASCII): the same keys as tokenize, a fraction of the work. */
export function tokenizeAround(text: string, pattern: RegExp, onToken: OnToken): void {
  if (!isPlainText(text)) return tokenizeUnicode(text, onToken);
  pattern.lastIndex = 0;
  for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
    let start = hit.index;
    let end = start + hit[0].length;
    // A pattern may begin with what stands before a token.
    while (start < end && !isChunkCode(text.charCodeAt(start))) start++;
    while (start > 0 && isChunkCode(text.charCodeAt(start - 1))) start--;
    while (end < text.length && isChunkCode(text.charCodeAt(end))) end++;
    tokenizeChunk(text.slice(start, end), onToken);
    pattern.lastIndex = end;
  }
}

/**
 * Only the tokens that may have one of the wanted keys, with where each stands: the keys that tokenize gives for them, at the
 * price of a few searches. `beginnings` are what beginningOf makes of the wanted keys.
 */
export function tokenizeNear(text: string, beginnings: readonly string[], onToken: (at: number, key: string, parts: readonly string[]) => void): void {
  const lower = text.toLowerCase();
  const seen = new Set<number>();
  let start = 0;
  const tell: OnToken = (key, _surface, _kind, parts) => onToken(start, key, parts);
  for (const beginning of beginnings) {
    const needle = beginning.slice(0, FIRST_PIECE);
    for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, at + 1)) {
      if (!beginsPiece(text, at) || !goesOn(lower, at + needle.length, beginning)) continue;
      let end = at + needle.length;
      start = at;
      while (start > 0 && isChunkCode(text.charCodeAt(start - 1))) start--;
      while (end < text.length && isChunkCode(text.charCodeAt(end))) end++;
      if (!seen.has(start)) {
        seen.add(start);
        tokenizeChunk(text.slice(start, end), tell);
      }
      at = end - 1;
    }
  }
}

/** Whether the rest of a beginning follows, its first piece having been found. There may be joints in it, which the key of a name is without. */
function goesOn(lower: string, from: number, beginning: string): boolean {
  let at = from;
  for (let i = FIRST_PIECE; i < beginning.length; i++) {
    let code = lower.charCodeAt(at++);
    while (code !== beginning.charCodeAt(i)) {
      if (isWordCode(code) || !isChunkCode(code)) return false;
      code = lower.charCodeAt(at++);
    }
  }
  return true;
}

/** At the beginning, behind anything but a letter, or where a capital or a digit begins a hump. */
function beginsPiece(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1) | 32;
  const code = text.charCodeAt(at);
  return before < 97 || before > 122 || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** What every token that has this key, as a whole or as a part, holds from the beginning of a piece on, joints apart. Null for what is not ASCII. */
export function beginningOf(key: string): string | null {
  if (NON_ASCII.test(key)) return null;
  let start = 0;
  while (start < key.length - 1 && !isWordCode(key.charCodeAt(start))) start++;
  let end = start;
  while (end < key.length && isWordCode(key.charCodeAt(end))) end++;
  // "spies" has the key of "spy", and "retry" that of "retries".
  if (end - start > 1 && "yi".includes(key.charAt(end - 1))) end--;
  return key.slice(start, Math.max(end, start + 1));
}

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

/** Letters, digits and `# $ + - . / : @ [ \ ] _ ~`. */
export function isChunkCode(code: number): boolean {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 45 && code <= 58)) return true;
  return code === 35 || code === 36 || code === 43 || code === 64 || (code >= 91 && code <= 93) || code === 95 || code === 126;
}

export function tokenizeChunk(chunk: string, onToken: OnToken): void {
  if (chunk.length > MAX_SURFACE) return;
  if (isPlainWord(chunk)) tellWord(chunk, onToken);
  else if (isPlainWord(chunk.slice(0, -1)) && ".:".includes(chunk.charAt(chunk.length - 1))) tokenizeChunk(chunk.slice(0, -1), onToken);
  else tokenizeCompound(chunk, onToken);
}

function tellWord(word: string, onToken: OnToken): void {
  if (word.length <= MAX_SURFACE) onToken(foldPlainWord(word.toLowerCase()), word, "word", NO_PARTS);
}

/** Lower case but for the first letter. By hand, as most tokens end here and a pattern would have to be compiled first. */
function isPlainWord(chunk: string): boolean {
  for (let i = 0; i < chunk.length; i++) {
    const code = chunk.charCodeAt(i);
    if ((code < 97 || code > 122) && (i > 0 || code < 65 || code > 90)) return false;
  }
  return chunk !== "";
}

const FLAG = /^--?[a-z][\w-]*$/i;
const DOTFILE = /^\.[a-z][\w.-]*$/i;
const SHARP_LANGUAGE = /^[a-z](?:\+\+|#)$/i;
const LINE_SUFFIX = /(?::\d+){1,2}$/;
const EDGES = /^[@:#~+$.\-/\\[\]]+|[.:\-/\\+#@~$[\]]+$/g;

function tokenizeCompound(chunk: string, onToken: OnToken): void {
  const trimmed = chunk.replace(/[.:]+$/, "");
  if (SHARP_LANGUAGE.test(trimmed)) return onToken(trimmed.toLowerCase(), trimmed, "word", NO_PARTS);
  if (FLAG.test(trimmed) || DOTFILE.test(trimmed)) {
    return onToken(trimmed.toLowerCase(), trimmed, "flag", splitParts(trimmed));
  }
  const bare = trimmed.replace(EDGES, "");
  if (bare === "") return;
  const slashes = bare.includes("/") || bare.includes("\\");
  if (slashes) return tokenizePath(bare, onToken);
  if (RECORD_ID.test(bare)) return onToken(recordIdKey(bare), bare, "id", NO_PARTS);
  emitName(bare.replace(LINE_SUFFIX, ""), onToken);
}

/** dec-5741815d, pat-507900-48ba66c9: one token, as its parts mean nothing. */
const RECORD_ID = /^[a-z]{2,8}-(?:[0-9a-f]{6,}|\d{4,})(?:-[0-9a-f]+)*$/i;

/** The key under which a record's own id is found. */
export function recordIdKey(id: string): string {
  return id.toLowerCase();
}

/** `src/auth/service.ts:12:3`: the path as a whole, its file name, and the words of each segment. */
function tokenizePath(bare: string, onToken: OnToken): void {
  const path = bare.replace(LINE_SUFFIX, "").replace(/\\+/g, "/");
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "." && segment !== "..");
  const parts = segments.flatMap((segment) => compoundKeys(segment.replace(EDGES, "")));
  if (segments.length > 1) onToken(pathKey(segments), path, "path", parts);
  else if (segments[0] !== undefined) emitName(segments[0].replace(EDGES, ""), onToken);
}

/** The last two segments: enough to tell files apart, and equal for absolute and relative spellings. */
function pathKey(segments: readonly string[]): string {
  return segments.slice(-2).join("/").toLowerCase();
}

function emitName(name: string, onToken: OnToken): void {
  if (name === "") return;
  const parts = splitParts(name);
  const [first] = parts;
  if (first === undefined) return;
  const whole = wholeKey(name);
  if (parts.length === 1 && (whole ?? first) === first) return onToken(first, name, "word", NO_PARTS);
  onToken(whole ?? parts.join("."), name, isSymbol(name, parts) ? "symbol" : "word", parts);
}

/** A file name or identifier as keys: the whole, and its parts when it has several. */
function compoundKeys(name: string): readonly string[] {
  const parts = splitParts(name);
  const whole = wholeKey(name);
  return whole === null || whole === parts[0] || parts.length === 0 ? parts : [whole, ...parts];
}

/** Hyphenated prose ("append-only") is no symbol; three parts or any other joint is. */
function isSymbol(name: string, parts: readonly string[]): boolean {
  return parts.length > 2 || !/^[^_.:$]+-[^_.:$]+$/.test(name);
}

const ERROR_CODE = /^[A-Z]{1,6}\d{2,}$/;
/** v8, k8s, i18n, utf8, EC2, Log4j: letters around a number that mean something only together. */
const SHORT_ALNUM = /^(?:[A-Z]?[a-z]{0,4}\d{1,4}[a-z]{0,4}|[A-Z]{1,4}\d{1,4}[A-Z]{0,4})$/;
const ASCII_PATTERNS = { joint: /[^A-Za-z0-9]+/g, hump: /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g };
/** Folded pieces of an identifier; single letters are dropped, one-piece tokens such as v8 or TS2345 stay whole. */
function splitParts(name: string): string[] {
  if (ERROR_CODE.test(name) || SHORT_ALNUM.test(name)) return [name.toLowerCase()];
  const { joint, hump } = NON_ASCII.test(name) ? unicodePatterns() : ASCII_PATTERNS;
  const parts: string[] = [];
  for (const piece of name.split(joint)) {
    if (SHORT_ALNUM.test(piece)) parts.push(piece.toLowerCase());
    else pushHumps(piece.match(hump) ?? [], parts);
  }
  return parts.length > 1 ? parts.filter((part) => part.length > 1 || /\d/.test(part)) : parts;
}

/** A short hump inside a name (userId, sortBy) says nothing, and could not be told from any two letters. */
function pushHumps(humps: readonly string[], parts: string[]): void {
  humps.forEach((hump, index) => {
    if (index === 0 || hump.length >= MIN_INNER_HUMP) parts.push(foldWord(hump.toLowerCase()));
  });
}

export const MIN_INNER_HUMP = 3;

/** Joints that a name may have between its pieces and still be the same name without them. */
export const NAME_JOINTS = "[-_.:]";
/** So many letters come before the first joint at the least: "e-mail" is not "email". Keeps the prefilter fast. */
export const FIRST_PIECE = 3;
const JOINED = new RegExp(`^[^-_.:]{${FIRST_PIECE},}(?:${NAME_JOINTS}+[^-_.:]+)*$`);

/** One key however it is joined: AuthService, auth_service, auth-service and authservice are the same. */
function wholeKey(name: string): string | null {
  const { joint } = NON_ASCII.test(name) ? unicodePatterns() : ASCII_PATTERNS;
  return JOINED.test(name) ? foldWord(name.replace(joint, "").toLowerCase()) : null;
}

const MARKS = /[\u0300-\u036f]/g;

function tokenizeUnicode(text: string, onToken: OnToken): void {
  const { chunk, cjk } = unicodePatterns();
  // Accents and full-width forms fold to their plain letters; Hangul and kana are put together again.
  const folded = text.normalize("NFKD").replace(MARKS, "").normalize("NFC");
  for (const surface of folded.match(chunk) ?? []) {
    if (cjk.test(surface)) tokenizeScripts(surface, onToken);
    else tokenizeChunk(surface, onToken);
  }
}

function tokenizeScripts(chunk: string, onToken: OnToken): void {
  const { run, cjk } = unicodePatterns();
  for (const piece of chunk.match(run) ?? []) {
    if (cjk.test(piece)) emitBigrams(piece, onToken);
    else tokenizeChunk(piece, onToken);
  }
}

function emitBigrams(run: string, onToken: OnToken): void {
  const letters = [...run];
  if (letters.length === 1) onToken(run, run, "word", NO_PARTS);
  for (let i = 0; i + 1 < letters.length; i++) {
    const pair = `${letters[i]}${letters[i + 1]}`;
    onToken(pair, pair, "word", NO_PARTS);
  }
}

type UnicodePatterns = Readonly<Record<"chunk" | "run" | "cjk" | "joint" | "hump", RegExp>>;
let compiled: UnicodePatterns | null = null;

/** Made at first need: Unicode classes take V8 milliseconds to build, and most text never meets them. */
function unicodePatterns(): UnicodePatterns {
  compiled ??= {
    chunk: /[\p{L}\p{N}\p{M}_$@.#+\-/\\:~[\]]+/gu,
    run: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|\p{Script=Hangul}+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}]+/gu,
    cjk: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
    joint: /[^\p{L}\p{N}\p{M}]+/gu,
    hump: /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\d+|\p{Lu}/gu,
  };
  return compiled;
}
