/**
 * `.loreignore` → a predicate over paths below its folder, with the semantics of gitignore: the last pattern that fits decides, and what lies in an
 * ignored folder cannot be taken back. Not compiled by compile-globs.ts, whose plain names and braces mean something else than git's.
 */

/** Of a path below the root with forward slashes, `src/app.ts`; a folder ends with a slash. */
export type IsIgnored = (path: string) => boolean;

interface Rule {
  readonly isNegated: boolean;
  readonly onlyFolders: boolean;
  readonly names: readonly (typeof ANY | readonly Letter[])[];
}

/** Fits any number of what the sequence is made of: folders in a path, letters in a name. */
const ANY = Symbol("any");
type Letter = typeof ANY | ((letter: string) => boolean);

/** Patterns beyond are left out, as is a longer line: nobody writes them, and each costs time on every path. */
const MAX_RULES = 2000;
const MAX_LINE = 1000;

export function parseLoreIgnore(content: string): IsIgnored {
  const rules = content
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .slice(0, MAX_RULES)
    .flatMap(parseRule);
  return (path) => {
    const names = path.split("/").filter((name) => name !== "" && name !== ".");
    return names.some((_name, index) => decide(rules, names.slice(0, index + 1), index < names.length - 1 || path.endsWith("/")));
  };
}

function decide(rules: readonly Rule[], names: readonly string[], isFolder: boolean): boolean {
  const rule = rules.findLast(({ onlyFolders, names: wanted }) => (isFolder || !onlyFolders) && fits(wanted, names, fitsName));
  return rule !== undefined && !rule.isNegated;
}

function fitsName(letters: readonly Letter[], name: string): boolean {
  return fits(letters, [...name], (wanted, letter) => wanted(letter));
}

/**
 * Where a part fails, only the last ANY before it takes one more: an earlier one could not do better. So at most length times length steps.
 */
function fits<Wanted, Item>(wanted: readonly (Wanted | typeof ANY)[], items: readonly Item[], fitsOne: (wanted: Wanted, item: Item) => boolean): boolean {
  let at = 0;
  let retry: { readonly at: number; next: number } | null = null;
  for (let index = 0; index < items.length || at < wanted.length; ) {
    const part = wanted[at];
    const item = items[index];
    if (part === ANY) {
      retry = { at: ++at, next: index };
    } else if (part !== undefined && item !== undefined && fitsOne(part as Wanted, item)) {
      at++;
      index++;
    } else if (retry !== null && retry.next < items.length) {
      index = ++retry.next;
      at = retry.at;
    } else {
      return false;
    }
  }
  return true;
}

function parseRule(line: string): Rule[] {
  if (line.length > MAX_LINE) return [];
  const text = withoutTrailingSpaces(line);
  if (text === "" || text.startsWith("#")) return [];
  const isNegated = text.startsWith("!");
  const pattern = isNegated ? text.slice(1) : text;
  const path = pattern.replace(/\/$/, "");
  const parts = path.split("/").filter((part, index) => part !== "" || index > 0);
  if (parts.length === 0 || parts.includes("")) return [];
  const names = parts.map((part) => (part === "**" ? ANY : parseName(part)));
  if (names.includes(null)) return [];
  // `a/**` is what lies in a, not a itself.
  const inside = parts.length > 1 && parts.at(-1) === "**" ? [[ANY]] : [];
  const anyDepth = path.includes("/") ? [] : [ANY];
  return [{ isNegated, onlyFolders: pattern.endsWith("/"), names: [...anyDepth, ...names, ...inside] as Rule["names"] }];
}

function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === " " && line[end - 2] !== "\\") end--;
  return line.slice(0, end);
}

/** Null for a pattern that git would never match: an open class, a backslash at the end. */
function parseName(name: string): readonly Letter[] | null {
  const letters: Letter[] = [];
  for (let rest = name; rest !== ""; ) {
    const part = /^(?:\*+|\?|\[(?:[!^]?\]?(?:\\.|\[:[a-z]+:\]|[^\]\\])*)\]|\\.|[^\\[])/su.exec(rest)?.[0];
    if (part === undefined) return null;
    letters.push(parseLetter(part));
    rest = rest.slice(part.length);
  }
  return letters;
}

function parseLetter(part: string): Letter {
  if (part.startsWith("*")) return ANY;
  if (part === "?") return () => true;
  if (part.startsWith("[") && part.length > 1) return parseClass(part.slice(1, -1));
  const wanted = part.startsWith("\\") ? part.slice(1) : part;
  return (letter) => letter === wanted;
}

const NAMED_CLASSES: Readonly<Record<string, RegExp>> = {
  alpha: /[A-Za-z]/,
  digit: /[0-9]/,
  alnum: /[A-Za-z0-9]/,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  space: /\s/,
  punct: /[!-/:-@[-`{-~]/,
  xdigit: /[0-9A-Fa-f]/,
};

function parseClass(inner: string): (letter: string) => boolean {
  const isNegated = /^[!^]/.test(inner);
  const members = [...(isNegated ? inner.slice(1) : inner).matchAll(/\[:([a-z]+):\]|(\\.|.)(?:-(\\.|[^\\]))?/gsu)].map(([, named, from = "", to]) => {
    if (named !== undefined) return (letter: string) => NAMED_CLASSES[named]?.test(letter) ?? false;
    const first = plain(from);
    const last = to === undefined ? first : plain(to);
    return (letter: string) => letter >= first && letter <= last;
  });
  return (letter) => members.some((fitsMember) => fitsMember(letter)) !== isNegated;
}

function plain(letter: string): string {
  return letter.length > 1 && letter.startsWith("\\") ? letter.slice(1) : letter;
}

const BETWEEN_PATHS = /[\s"'`=:;,&|()<>]+/;

/** Whether a command line names what is to be ignored: a file, or a folder it is about. */
export function namesIgnored(command: string, isIgnored: IsIgnored): boolean {
  const words = command.split(BETWEEN_PATHS).map((word) => word.replace(/^(?:\.\/)+|\/+$/g, ""));
  return words.some((word) => word !== "" && !/^\.+$/.test(word) && (isIgnored(word) || isIgnored(`${word}/_`)));
}
