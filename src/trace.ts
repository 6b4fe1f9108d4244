/** What happens on the way from an event to an answer, kept for --debug and explain. Nothing in it is needed for the answer. */
import { clock } from "./clock.ts";
import type { Term } from "./score/terms.ts";
import type { Session } from "./session/session.ts";
import type { StoreReport } from "./store/corpus.ts";
import type { Analysis, Keyword, Problem, Scored, Selection, Corpus as Statistics, Tokens } from "./types.ts";

export interface Trace {
  analysis: Analysis | null;
  /** The keywords that entered the match, with what each tells here. */
  terms: readonly Term[];
  /** Those that earlier prompts lend to this one. */
  carried: readonly Keyword[];
  /** How sure it is that the best record belongs to the prompt; null when none was looked for. */
  confidence: number | null;
  corpus: Statistics | null;
  /** What was read of each store. */
  reports: () => readonly StoreReport[];
  /** Whether the index was asked, and whether stores were read directly. */
  isIndexed: boolean;
  isScanned: boolean;
  /** Why the index should be refreshed; null when there is no need. */
  due: string | null;
  scored: readonly Scored[];
  /** Keys of what was kept back to compare with. */
  withheld: readonly string[];
  /** What was kept back because the session has it. */
  suppressed: Session["suppressed"];
  selection: Selection | null;
  /** The tokens that there were for it. */
  budget: Tokens;
  silent: string | null;
  /** What the person must know, whether there is anything to show or not. */
  warning: string | null;
  readonly steps: (readonly [name: string, ms: number])[];
  readonly problems: Problem[];
}

export interface Injection {
  /** What the agent is to see; empty for silence. */
  readonly text: string;
  readonly trace: Trace;
}

export function startTrace(problems: readonly Problem[]): Trace {
  return {
    analysis: null,
    terms: [],
    carried: [],
    confidence: null,
    corpus: null,
    reports: () => [],
    isIndexed: false,
    isScanned: false,
    due: null,
    scored: [],
    withheld: [],
    suppressed: [],
    selection: null,
    budget: 0,
    silent: null,
    warning: null,
    steps: [],
    problems: [...problems],
  };
}

export function silence(trace: Trace, reason: string): Injection {
  trace.silent = reason;
  return { text: "", trace };
}

export function timed<T>(trace: Trace, name: string, step: () => T): T {
  const start = clock();
  const result = step();
  trace.steps.push([name, clock() - start]);
  return result;
}
