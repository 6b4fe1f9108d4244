/** `remember`: a decision, with its reasons. */
import { textFrom, type WriteOptions, write } from "./writing.ts";

export interface RememberOptions extends WriteOptions {
  readonly rationale?: string;
  readonly alternatives?: readonly string[];
  readonly entities?: readonly string[];
  readonly type?: string;
}

export function remember(words: readonly string[], options: RememberOptions): void {
  const { rationale, alternatives, entities, type } = options;
  write("decision", { text: textFrom(words), rationale, alternatives, entities, type }, options);
}
