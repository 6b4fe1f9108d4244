/**
 * One key for the forms of a word in the languages that the tokenizer does not fold: "Buchung" and "Buchungen", "reserva" and
 * "reservas". Coarser than what ranking could bear; here both words stand in one session.
 */
const ENDINGS = [
  "ement",
  "ungen",
  "iert",
  "ions",
  "ung",
  "ern",
  "ión",
  "ion",
  "est",
  "en",
  "er",
  "em",
  "es",
  "et",
  "os",
  "as",
  "e",
  "n",
  "s",
  "t",
  "a",
  "o",
  "i",
];
/** What is left keeps so many letters. */
const LEAST = 5;

export function looseKey(key: string): string {
  if (key.length <= LEAST || !isLetters(key)) return key;
  for (const ending of ENDINGS) if (key.length - ending.length >= LEAST && key.endsWith(ending)) return key.slice(0, -ending.length);
  return key;
}

function isLetters(key: string): boolean {
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i);
    if (!((code >= 97 && code <= 122) || code > 127)) return false;
  }
  return true;
}
