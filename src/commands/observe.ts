/** `observe`: a raw note for the inbox, to be promoted or discarded later. */
import { textFrom, type WriteOptions, write } from "./writing.ts";

export interface ObserveOptions extends WriteOptions {
  readonly source?: string;
}

export function observe(words: readonly string[], options: ObserveOptions): void {
  write("observation", { text: textFrom(words), source: options.source }, options);
}
