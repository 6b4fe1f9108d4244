/**
 * How sure it is that the best record truly belongs to the prompt, on a scale that means the same for short and long prompts
 * and for stores of twenty and of a million records: the strength of its evidence, divided by the root of what the prompt
 * asks for, and by the logarithm of how many records had a chance. Pure.
 */

import { confidenceWeight } from "./evidence.ts";
import type { Term } from "./terms.ts";

/** A subject that no record knows speaks against all of them. */
const UNKNOWN = 2;
/** In a handful of records chance has no room: a smaller store counts as this large. */
const SMALLEST = 10;
/** The rate of wrong injections falls by e with each of these steps, from `START` on: measured on public sets. */
const START = 0.015;
const STEP = 0.055;

/** What evidence is measured in, for this prompt and these stores; 0 when nothing is asked. */
export function unitOf(terms: readonly Term[], records: number, genericWeight: number): number {
  let asked = 0;
  for (const { keyword, information, known } of terms) {
    if (keyword.compound) continue;
    asked += information * confidenceWeight(keyword, genericWeight) * (known || keyword.generic ? 1 : UNKNOWN);
  }
  return Math.sqrt(asked) * Math.log(Math.max(records, SMALLEST));
}

/** The expected share of prompts without an answer that still get this much evidence, taken from one: 0 for none, towards 1 for overwhelming. */
export function confidenceOf(strength: number, unit: number): number {
  if (unit <= 0) return strength === Number.POSITIVE_INFINITY ? 1 : 0;
  return Math.max(0, 1 - Math.exp((START - strength / unit) / STEP));
}

/** The strength, in units, that leaves this rate of wrong injections. */
export function strengthFor(maxWrong: number, unit: number): number {
  return maxWrong >= 1 ? 0 : (START - STEP * Math.log(maxWrong)) * unit;
}
