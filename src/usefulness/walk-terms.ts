/** A text's terms in order, for records and sessions alike: loose keys, and quantities ("64 kB") as one. Pure. */
import { isChunkCode, isPlainText, type OnToken, tokenize, tokenizeChunk } from "../analyze/tokenize.ts";
import { looseKey } from "./loose-key.ts";

export interface WalkedTerm {
  /** As the tokenizer has it, for looking up how rare it is. */
  readonly token: string;
  readonly key: string;
  readonly surface: string;
  readonly kind: "word" | "name" | "part" | "number" | "quantity";
  /** Of a name: its parts, as the tokenizer has them. */
  readonly parts: readonly string[];
}

const NO_PARTS: readonly string[] = [];
/** A transcript says the same words over and over: each is taken apart once. So many are remembered. */
const REMEMBERED = 50_000;
const remembered = new Map<string, readonly WalkedTerm[]>();

/** `at`: the number of its token in the text. */
export function walkTerms(text: string, visit: (term: WalkedTerm, at: number) => void): void {
  let at = -1;
  let number = "";
  const pass = (terms: readonly WalkedTerm[]): void => {
    for (const term of terms) {
      if (term.kind !== "part") {
        at++;
        if (number !== "" && term.kind !== "number") visit(quantityOf(number, term), at);
        number = term.kind === "number" && term.token.length > 1 ? term.token : "";
      }
      visit(term, at);
    }
  };
  if (isPlainText(text)) eachChunk(text, (chunk) => pass(recall(chunk)));
  else tokenize(text, (...token) => pass(termsOf(...token)));
}

function quantityOf(number: string, { token, key, surface }: WalkedTerm): WalkedTerm {
  return { token, key: `${number} ${key}`, surface: `${number} ${surface}`, kind: "quantity", parts: NO_PARTS };
}

/** As tokenize cuts plain text. */
function eachChunk(text: string, visit: (chunk: string) => void): void {
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const inside = at < text.length && isChunkCode(text.charCodeAt(at));
    if (inside && start < 0) start = at;
    else if (!inside && start >= 0) {
      visit(text.slice(start, at));
      start = -1;
    }
  }
}

function recall(chunk: string): readonly WalkedTerm[] {
  const before = remembered.get(chunk);
  if (before !== undefined) return before;
  const terms: WalkedTerm[] = [];
  tokenizeChunk(chunk, (...token) => void terms.push(...termsOf(...token)));
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(chunk, terms);
  return terms;
}

function termsOf(...[token, surface, kind, parts]: Parameters<OnToken>): readonly WalkedTerm[] {
  const key = looseKey(token);
  if (isDigits(token)) return [{ token, key, surface, kind: "number", parts: NO_PARTS }];
  // "URLs" is taken for a symbol too.
  const isName = parts.length > 1 || (kind !== "word" && kind !== "symbol");
  return [
    { token, key, surface, kind: isName ? "name" : "word", parts },
    ...parts.map((part): WalkedTerm => ({ token: part, key: looseKey(part), surface, kind: "part", parts: NO_PARTS })),
  ];
}

function isDigits(key: string): boolean {
  for (let i = 0; i < key.length; i++) if (key.charCodeAt(i) < 48 || key.charCodeAt(i) > 57) return false;
  return true;
}
