/** `supersede`: a new record in the place of an old one, which stays readable and is never shown again. */
import { print, printJson } from "./runtime.ts";
import { textFrom, type WriteOptions, withRecords } from "./writing.ts";

export interface SupersedeOptions extends WriteOptions {
  readonly rationale?: string;
}

export function supersede(id: string, words: readonly string[], options: SupersedeOptions): void {
  const newId = withRecords(options, (records) => records.supersede(id, textFrom(words), options));
  if (options.json) return printJson({ id: newId, supersedes: id });
  print([newId]);
}
