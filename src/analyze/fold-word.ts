/**
 * Brings the forms of an English word to one key: "retries" and "retried", "migrate", "migrating" and "migration",
 * "parse" and "parser". Only endings that hardly change what a word is about: -al, -ic and -ous make other words
 * ("general" is not "generate"), and short stems keep theirs ("mission" is not "miss").
 * What it leaves is always a prefix of the word, but for a final -i, which may be a -y there: the search for words
 * in a store's lines relies on it. No regular expressions: V8 compiles each anew in every process, and this runs in all of them.
 */
export function foldWord(word: string): string {
  return isPlain(word) ? foldPlainWord(word) : word;
}

/** The same for what is known to be small letters only, as most words are. */
export function foldPlainWord(word: string): string {
  const stem = inflectionFolded(word);
  return stem.length < 6 ? stem : dropSuffixes(stem);
}

/** Only what grammar asks for: "worker" stays apart from "work". */
export function foldInflection(word: string): string {
  return isPlain(word) ? inflectionFolded(word) : word;
}

function inflectionFolded(word: string): string {
  if (word.length < 4) return word;
  const single = dropPlural(word);
  // Most words end in none of these, and are spared the rest.
  if (!"gdey".includes(single.charAt(single.length - 1))) return single;
  return single === "embed" ? single : dropFinalVowel(dropInflection(single));
}

function isPlain(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < 97 || code > 122) return false;
  }
  return true;
}

function dropPlural(word: string): string {
  if (!word.endsWith("s")) return word;
  const before = word.charAt(word.length - 2);
  if (before === "s" || before === "u" || before === "i") return word;
  if (before === "a" && NO_PLURALS.includes(` ${word} `)) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word;
  return word.endsWith("ases") && NO_PLURALS.includes(` ${word.slice(0, -2)} `) ? word.slice(0, -2) : word.slice(0, -1);
}

const NO_PLURALS = " alias atlas bias canvas ";

function dropInflection(word: string): string {
  if (word.endsWith("ing")) return stripped(word, 3);
  if (!word.endsWith("ed") || word.endsWith("eed")) return word;
  return word.endsWith("ied") ? (word.length > 4 ? `${word.slice(0, -3)}y` : word) : stripped(word, 2);
}

function stripped(word: string, count: number): string {
  const stem = word.slice(0, -count);
  return stem.length < 3 || !hasVowel(stem) ? word : undoubled(stem);
}

function undoubled(stem: string): string {
  const last = stem.charAt(stem.length - 1);
  return last === stem.charAt(stem.length - 2) && "bdfgmnprt".includes(last) ? stem.slice(0, -1) : stem;
}

function dropFinalVowel(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith("e")) return hasVowel(word.slice(0, -1)) ? word.slice(0, -1) : word;
  return word.endsWith("y") && !"aeiou".includes(word.charAt(word.length - 2)) ? `${word.slice(0, -1)}i` : word;
}

/** By last letter, as they stand after a final -e or -y is gone: a suffix, the least that must come before it, how much of it goes; and the next. */
const SUFFIXES: Readonly<Record<string, readonly (string | number)[]>> = {
  i: ["abiliti", 4, 7, "ibiliti", 4, 7, "iti", 5, 3, "li", 5, 2],
  s: ["ness", 5, 4, "is", 5, 2],
  t: ["ment", 4, 4, "at", 5, 2],
  l: ["abl", 4, 3, "ibl", 4, 3],
  // "connection" is "connect".
  n: ["tion", 4, 3, "sion", 4, 3],
  c: ["anc", 5, 3, "enc", 5, 3],
  r: ["ator", 3, 2, "ctor", 3, 2, "itor", 2, 2, "utor", 3, 2, "ssor", 3, 2, "er", 4, 2],
  v: ["iv", 5, 2],
  z: ["iz", 5, 2],
};

function dropSuffixes(word: string): string {
  let stem = word;
  for (;;) {
    const next = dropSuffix(stem);
    if (next === stem) return stem;
    stem = next;
  }
}

function dropSuffix(word: string): string {
  const suffixes = SUFFIXES[word.charAt(word.length - 1)];
  if (suffixes === undefined) return word;
  for (let i = 0; i < suffixes.length; i += 3) {
    const suffix = suffixes[i] as string;
    if (word.length < suffix.length + (suffixes[i + 1] as number) || !word.endsWith(suffix)) continue;
    const stem = word.slice(0, -(suffixes[i + 2] as number));
    if (!hasVowel(stem)) return word;
    // "logger" is "log", "management" is "manage".
    return suffix === "er" ? undoubled(stem) : stem.endsWith("e") ? stem.slice(0, -1) : stem;
  }
  return word;
}

function hasVowel(stem: string): boolean {
  for (let i = 0; i < stem.length; i++) {
    const code = stem.charCodeAt(i);
    if (code === 97 || code === 101 || code === 105 || code === 111 || code === 117 || code === 121) return true;
  }
  return false;
}
