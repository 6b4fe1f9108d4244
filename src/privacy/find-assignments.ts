/**
 * Values given to a name that says secret: `.env`, shell, JSON, YAML, TOML, code and flags. The name stays, and so does a value that is a placeholder,
 * a reference or a word of prose. An unquoted value must look less like prose the less the form looks like an assignment.
 */
import { isPlaceholder, isReference, looksRandom, UUID } from "./is-placeholder.ts";
import type { SecretRange } from "./secret-range.ts";

const KEY_OF =
  "api|access|auth|private|secret|encrypt(?:ion)?|signing|master|account|storage|client|licen[sc]e|service|shared|webhook|deploy|app|session|jwt|admin";
const SAYS_SECRET = `pass(?:word|wd|phrase|code)?|pwd|secret|token|credentials?|(?:${KEY_OF})[_-]?key|mnemonic|seed[_-]?phrase|auth`;
/** What may follow without making it the name of something else, as TOKEN_URL or PASSWORD_FILE would be. */
const VARIANT = "(?:[_-]?(?:base|prod|production|dev|staging|test|live|old|new|value|primary|secondary|b(?:ase)?64|plain|v?\\d{1,3}))?";
const SIGN = `[ \\t]{0,40}(?::[ \\t]{0,2}(?:string|str|&str)[ \\t]{0,2}=(?!=)|=>|:=|\\?=|=(?![=>~])|:(?!:))[ \\t]{0,40}`;
const LONGEST_NAME = 80;
/** The name is read backwards from what it says, as trying it from each of its letters would cost its length squared. */
const WHOLE_NAME = `(?<=([\\w.-]{0,${LONGEST_NAME}}))`;
const ASSIGNMENT = new RegExp(`(?:${SAYS_SECRET})${VARIANT}${WHOLE_NAME}(\\\\{0,3}["'\`]?\\]?${SIGN}|[ \\t]{1,4})`, "gi");
const NAME_AT_END = new RegExp(`(?:${SAYS_SECRET})${VARIANT}$`, "i");

interface NamedValue {
  readonly name: string;
  readonly value: string;
  /** Quoted; NAME=value; anything looser. */
  readonly form: "quoted" | "environment" | "loose";
}

export function findAssignments(text: string): SecretRange[] {
  const found: SecretRange[] = [];
  ASSIGNMENT.lastIndex = 0;
  for (let match = ASSIGNMENT.exec(text); match !== null; match = ASSIGNMENT.exec(text)) {
    const [, name = "", sign = ""] = match;
    if (sign.trim() === "" && !name.startsWith("--")) continue;
    const isEnvironment = sign === "=" && !/[a-z]/.test(name);
    const { start, end, isQuoted } = readValue(text, ASSIGNMENT.lastIndex, isEnvironment);
    const kind = kindOfNamed({ name, value: text.slice(start, end), form: isQuoted ? "quoted" : isEnvironment ? "environment" : "loose" });
    if (kind !== null) found.push({ kind, start, length: end - start });
    // Behind the value, also when it is none: reading it again from every name within would take time squared.
    ASSIGNMENT.lastIndex = Math.max(end, ASSIGNMENT.lastIndex);
  }
  return found;
}

/** The kind of the secret that a field holds, or null. */
export function kindOfField(name: string, value: string): string | null {
  return NAME_AT_END.test(name.slice(-LONGEST_NAME)) ? kindOfNamed({ name, value: value.trim(), form: "quoted" }) : null;
}

interface Value {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

const OPENING_QUOTE = /(?:[bfru]{0,2})(\\{0,3}["'`])/iy;
const LOOSE = /[^\s"'`,;&<>()[\]{}\\]*/y;
/** Whatever a shell would take; an escaped line break ends it. */
const TIGHT = /(?:[^\s"'`<>\\]|\\(?![nrt"']))*/y;

function readValue(text: string, from: number, isEnvironment: boolean): Value {
  OPENING_QUOTE.lastIndex = from;
  const quote = OPENING_QUOTE.exec(text)?.[1];
  if (quote !== undefined) return { start: OPENING_QUOTE.lastIndex, end: endOfQuoted(text, OPENING_QUOTE.lastIndex, quote), isQuoted: true };
  // References keep their brackets, to be known as such.
  const pattern = isEnvironment || "$<{[(%".includes(text[from] ?? " ") ? TIGHT : LOOSE;
  pattern.lastIndex = from;
  const value = pattern.exec(text)?.[0] ?? "";
  const call = pattern === LOOSE && "([".includes(text[from + value.length] ?? " ") ? 1 : 0;
  return { start: from, end: from + value.length + call - trailing(value), isQuoted: false };
}

/** A quote that was not closed ends with its line. */
function endOfQuoted(text: string, from: number, quote: string): number {
  const isEscaped = quote.length > 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\n" || text.startsWith(quote, at)) return at;
    if (text[at] === "\\" && !isEscaped) at++;
  }
  return text.length;
}

/** The sentence's or the list's own signs. */
function trailing(value: string): number {
  let count = 0;
  while (count < value.length && ",;.)]}".includes(value[value.length - 1 - count] ?? " ")) count++;
  return count < value.length ? count : 0;
}

function kindOfNamed(named: NamedValue): string | null {
  return named.value === "" || isPlaceholder(named.value) || !isSecret(named) ? null : kindOf(named.name);
}

const IS_PASS = /(?:^|[_.-])(?:pass|PASS)$|[a-z]Pass$/;
const IS_PASSWORD = /pass|pwd|mnemonic|phrase/i;

function isSecret({ name, value, form }: NamedValue): boolean {
  if (/auth$/i.test(name)) return (form === "quoted" || !isReference(value)) && looksRandom(value, 16) && !UUID.test(value);
  if (IS_PASSWORD.test(name)) return isPassword({ name, value, form });
  if (/\s/.test(value)) return false;
  if (form === "quoted") return value.length >= 6 && (/secret/i.test(name) || isGenerated(value));
  if (isReference(value)) return false;
  return form === "environment" ? value.length >= 6 && !/^\d{1,7}$/.test(value) : looksRandom(value, 10) && !isNamedLike(value);
}

function isPassword({ name, value, form }: NamedValue): boolean {
  // `pass: 12` counts tests; compass, bypass and minipass are words of their own.
  if (/(?<![_-])pass$/i.test(name) && form === "loose") return false;
  if (/pass$/i.test(name) && !IS_PASS.test(name)) return false;
  if (/\s/.test(value)) return form === "quoted" && (/phrase|mnemonic/i.test(name) || /\d/.test(value));
  if (form === "quoted") return value.length >= 4;
  if (isReference(value)) return false;
  return form === "environment" ? value.length >= 4 : value.length >= 6 && /[0-9!#%^*?~]/.test(value) && !isNamedLike(value) && !/^\d{1,3}$/.test(value);
}

/** Not a word or words: a token in a lexer, or one of a design, is made of them. */
function isGenerated(value: string): boolean {
  return looksRandom(value, 6) || /^\d{8,}$/.test(value) || (/^[A-Za-z+/=]{16,}$/.test(value) && /[a-z][A-Z].*[a-z][A-Z]/.test(value));
}

/** `token: token2`, `secret = hmacSecret1`: another variable. */
function isNamedLike(value: string): boolean {
  return (
    /^[A-Za-z_$][\w$]*$/.test(value) &&
    /pass|secret|token|key|cred|hash|digest|base64|sha\d|version|v\d$/i.test(value) &&
    (value.match(/\d/g)?.length ?? 0) <= 3
  );
}

const VENDORS = /aws|azure|cloudflare|datadog|heroku|twilio|stripe|github|gitlab|slack|openai|anthropic/i;

function kindOf(name: string): string {
  const vendor = VENDORS.exec(name)?.[0].toLowerCase();
  const what = IS_PASSWORD.test(name)
    ? "password"
    : /token/i.test(name)
      ? "token"
      : /key/i.test(name)
        ? "key"
        : /cred|auth/i.test(name)
          ? "credential"
          : "secret";
  return vendor === undefined ? what : `${vendor}-${what}`;
}
