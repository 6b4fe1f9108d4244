/**
 * Brings the inflections of an English word to one key ("retries", "retried" → "retry"), lightly:
 * a wrong conflation injects a wrong record, so only plural, -ing, -ed and a final -e are touched.
 * What it leaves is always a prefix of the word, but for a final -y, which may be an -i there, and the
 * -e of a final -se, which may be missing: the search for lines in a store relies on it.
 * No regular expressions: V8 compiles each anew in every process, and this runs in all of them.
 */
export function foldWord(word: string): string {
  if (word.length < 4 || !isPlain(word)) return word;
  let folded = word;
  // To a fixed point, so that "embedding" and "embed" end alike.
  for (;;) {
    const next = foldOnce(folded);
    if (next === folded) return folded;
    folded = next;
  }
}

function isPlain(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < 97 || code > 122) return false;
  }
  return true;
}

function foldOnce(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith("ies") || word.endsWith("ied")) return word.length > 4 ? `${word.slice(0, -3)}y` : word;
  if (word.endsWith("s")) return "sui".includes(word.charAt(word.length - 2)) ? word : word.slice(0, -1);
  if (word.endsWith("ing")) return strip(word, 3);
  if (word.endsWith("ed")) return word.endsWith("eed") ? word : strip(word, 2);
  // "parse" must not become a plural of "par".
  if (word.endsWith("e")) return word.endsWith("se") && !word.endsWith("sse") ? word : strip(word, 1);
  return word;
}

function strip(word: string, count: number): string {
  const stem = word.slice(0, -count);
  if (stem.length < 3 || !hasVowel(stem)) return word;
  const last = stem.charAt(stem.length - 1);
  if (count > 1 && last === "s" && !"sui".includes(stem.charAt(stem.length - 2))) return `${stem}e`;
  const doubled = count > 1 && last === stem.charAt(stem.length - 2) && "bdfgmnprt".includes(last);
  return doubled ? stem.slice(0, -1) : stem;
}

function hasVowel(stem: string): boolean {
  for (const letter of stem) if ("aeiouy".includes(letter)) return true;
  return false;
}
