/** One line of metrics: what one run of the hook did. Never what the prompt said, unless the settings ask for it. */
import type { EpochMs, Form, Tokens } from "../types.ts";

export interface MetricLine {
  readonly v: 1;
  readonly at: EpochMs;
  /** As the client calls it. */
  readonly event: string;
  readonly session: string | null;
  readonly agent?: string;
  readonly project: string | null;
  readonly shown: readonly (readonly [key: string, form: Form, tokens: Tokens, score: number])[];
  readonly tokens: Tokens;
  readonly budget: Tokens;
  /** From the start of the process to the answer; of the event alone where the process stays. */
  readonly ms: number;
  readonly steps: Readonly<Record<string, number>>;
  /** Of what was shown, the keys of records that the person asked for by name: they are never kept back. */
  readonly named?: readonly string[];
  /** Keys that the session has already. */
  readonly suppressed?: readonly string[];
  /** Keys that were kept back to compare with. */
  readonly withheld?: readonly string[];
  /** Why nothing was said. */
  readonly silent?: string;
  /** Answered by a process that stays. */
  readonly warm?: true;
  readonly problems?: number;
  readonly prompt?: string;
}
