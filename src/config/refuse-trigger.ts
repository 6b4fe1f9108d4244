/** Why a word or a pattern may not trigger a mode: it could never be found, would always be, or could take too long. */

import type { Problem } from "../types.ts";
import { countWays, MAX_WAYS } from "./count-ways.ts";

export type Refusal = Required<Pick<Problem, "what" | "hint">>;

const MAX_WORD = 100;
const MAX_PATTERN = 500;
/** What is never seen as the person's own word: white space, quotations, code, paths, file names. */
const NO_WORD = /[\s\\/`"“”„«»<>]|\w\.\w/;

export function refuseWord(word: string): Refusal | null {
  if (word.length > MAX_WORD) return { what: `has ${word.length} characters`, hint: `${MAX_WORD} are allowed` };
  if (!/[\p{L}\p{N}]/u.test(word)) return { what: `has no letter: "${word}"`, hint: "name a word that people type" };
  if (!NO_WORD.test(word)) return null;
  return { what: `cannot stand in a prompt as one word: "${word}"`, hint: "write phrases as patterns; quotations, code and paths are not looked at" };
}

export function refusePattern(pattern: string): Refusal | null {
  if (pattern.length > MAX_PATTERN) return { what: `has ${pattern.length} characters`, hint: `${MAX_PATTERN} are allowed; split it` };
  const compiled = compile(pattern);
  if (typeof compiled === "string") return { what: `is no regular expression: ${compiled}`, hint: "it is ignored; the others apply" };
  const ways = countWays(pattern);
  if (ways === Number.POSITIVE_INFINITY)
    return { what: `could hang the hook: ${pattern}`, hint: "do not repeat what repeats or has alternatives: a+ for (a+)+, [ab]+ for (a|b)+" };
  if (ways > MAX_WAYS) return { what: `could take too long: ${pattern}`, hint: "write .{0,80} in place of .*" };
  return compiled.test("") ? { what: `fits every prompt: "${pattern}"`, hint: "it is ignored; leave out what makes all of it optional" } : null;
}

function compile(pattern: string): RegExp | string {
  try {
    return new RegExp(pattern, "iu");
  } catch (error) {
    return (error as Error).message;
  }
}
