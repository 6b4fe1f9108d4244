/** `fail`: something that went wrong, and the remedy if there is one. */
import { textFrom, type WriteOptions, write } from "./writing.ts";

export interface FailOptions extends WriteOptions {
  readonly tool?: string;
  readonly command?: string;
  readonly fix?: string;
  readonly entities?: readonly string[];
}

export function fail(type: string, words: readonly string[], options: FailOptions): void {
  const { tool, command, fix, entities } = options;
  write("failure", { text: textFrom(words), type, tool, command, fix, entities }, options);
}
