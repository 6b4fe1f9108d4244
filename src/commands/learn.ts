/** `learn`: a pattern that works, or with --anti one that does not. */
import { Refusal } from "../refusal.ts";
import { textFrom, type WriteOptions, write } from "./writing.ts";

export interface LearnOptions extends WriteOptions {
  readonly context?: string;
  readonly problem?: string;
  readonly solution?: string;
  readonly confidence?: string;
  readonly anti?: boolean;
  readonly symptom?: string;
  readonly risk?: string;
  readonly fix?: string;
  readonly severity?: string;
  readonly entities?: readonly string[];
}

export function learn(words: readonly string[], options: LearnOptions): void {
  const { confidence: given, anti, context, problem, solution, symptom, risk, fix, severity, entities } = options;
  const confidence = given === undefined ? undefined : Number(given);
  if (confidence !== undefined && !(confidence >= 0 && confidence <= 1)) throw new Refusal(`--confidence ${given}: not a number from 0 to 1`);
  const said = { text: textFrom(words), context, problem, solution, confidence, symptom, risk, fix, severity, entities };
  write(anti ? "anti-pattern" : "pattern", said, options);
}
