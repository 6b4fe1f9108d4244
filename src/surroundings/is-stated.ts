/**
 * Whether a loaded document already says what a record says, so that the record need not be shown. In doubt it does not: a record
 * shown twice costs a line, one that is wrongly held back costs what it knew. Part of the hot bundle.
 */
import { contentWords, DENIAL, type Word } from "./content-words.ts";
import type { Statement } from "./surroundings.ts";

/** Shorter titles ("Retry policy") name a subject, and state nothing. */
const MIN_WORDS = 3;
/** Of a title's words so many must be found in one statement, or in two that stand side by side. */
const TITLE_SHARE = 0.9;
/** So many of them may be a neighbour's. */
const LENT_SHARE = 1 / 3;
/** Of a body's words so many, in the statement and its neighbours. */
const BODY_SHARE = 0.6;

const DENIED = ` ${DENIAL} `;

interface Said {
  readonly title: string;
  readonly body: string;
}

export function isStated({ title, body }: Said, statements: readonly Statement[], { bodyToo }: { readonly bodyToo: boolean }): boolean {
  const words = contentWords(title);
  const plain = words.filter(({ mark }) => !mark);
  if (plain.length < MIN_WORDS) return false;
  const firm = words.filter((word) => word.firm);
  const denies = words.some(({ key }) => key === DENIAL);
  let bodyWords: readonly Word[] | null = null;
  for (let at = 0; at < statements.length; at++) {
    const statement = statements[at] ?? "";
    if (statement.includes(DENIED) !== denies || !firm.every((word) => covers(statement, word))) continue;
    if (!statesTitle(plain, statements, at)) continue;
    if (!bodyToo) return true;
    bodyWords ??= contentWords(body).filter(({ mark }) => !mark);
    if (statesBody(bodyWords, statements.slice(Math.max(0, at - 1), at + 2))) return true;
  }
  return false;
}

/** A neighbour may lend some words, but most are the statement's own: else it speaks of something else. */
function statesTitle(words: readonly Word[], statements: readonly Statement[], at: number): boolean {
  const spare = allowance(words.length, TITLE_SHARE);
  const lent = Math.floor(words.length * LENT_SHARE);
  const missing: Word[] = [];
  for (const word of words) {
    // Nearly every statement ends here.
    if (!covers(statements[at] ?? "", word) && missing.push(word) > lent) return false;
  }
  if (missing.length <= spare) return true;
  return [at - 1, at + 1].some((neighbour) => missing.filter((word) => !covers(statements[neighbour] ?? "", word)).length <= spare);
}

function statesBody(words: readonly Word[], nearby: readonly Statement[]): boolean {
  const missing = words.filter((word) => !nearby.some((statement) => covers(statement, word)));
  return missing.length <= allowance(words.length, BODY_SHARE) && !missing.some(({ number }) => number);
}

/** In whole numbers: 10 - 10 * 0.9 is not quite 1. */
function allowance(count: number, share: number): number {
  return Math.floor((count * Math.round((1 - share) * 100)) / 100);
}

/** "append-only" is found in "only append", but AuthService not in "auth service". */
function covers(statement: Statement, { needle, parts, firm }: Word): boolean {
  if (statement.includes(needle)) return true;
  return !firm && parts.length > 0 && parts.every((part) => statement.includes(` ${part} `));
}
