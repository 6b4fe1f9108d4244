/** `capture`: any record; what it is follows from the flags, as with lore. */
import { fail } from "./fail.ts";
import { type LearnOptions, learn } from "./learn.ts";
import { observe } from "./observe.ts";
import { type RememberOptions, remember } from "./remember.ts";

export interface CaptureOptions extends Omit<LearnOptions, "fix">, Omit<RememberOptions, "entities"> {
  readonly errorType?: string;
  readonly tool?: string;
  readonly fix?: string;
  readonly decision?: boolean;
  readonly pattern?: boolean;
}

export function capture(words: readonly string[], options: CaptureOptions): void {
  if (options.errorType !== undefined) return fail(options.errorType, words, options);
  if (options.pattern || options.anti || options.solution !== undefined || options.problem !== undefined) return learn(words, options);
  if (options.decision || options.rationale !== undefined || options.alternatives !== undefined) return remember(words, options);
  observe(words, options);
}
