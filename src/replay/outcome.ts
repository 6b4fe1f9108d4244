/** The nouns of a replay: what each set of settings would have said at each moment. */
import type { EpochMs, Form, SourceName, Tokens } from "../types.ts";
import type { Use } from "./judge-use.ts";

export interface ShownItem {
  readonly key: string;
  readonly title: string;
  readonly source: SourceName;
  readonly form: Form;
  readonly tokens: Tokens;
  /** Days between the record and the prompt; null when it has no date. */
  readonly ageDays: number | null;
  readonly use: Use;
  /** Words of the prompt, as the tokenizer has them, that found it by a synonym alone. Only when explained. */
  readonly via: readonly string[];
}

export interface Outcome {
  readonly session: string;
  readonly project: string | null;
  readonly at: EpochMs;
  /** A search is the person's or the agent's own: what it finds is not an injection. */
  readonly kind: "start" | "prompt" | "compaction" | "search";
  readonly prompt: string;
  readonly tokens: Tokens;
  readonly ms: number;
  readonly items: readonly ShownItem[];
  /** Why nothing was said. */
  readonly silent: string | null;
  /** What was not shown, and turned up in the answer all the same. */
  readonly missed: readonly { readonly key: string; readonly title: string }[];
}

export interface VariantOutcomes {
  readonly name: string;
  readonly outcomes: readonly Outcome[];
}
