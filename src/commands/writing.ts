/** What every command that writes has in common: the records of the folder, the text it is given, what it says afterwards. */

import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import type { Said } from "../write/compose-record.ts";
import { type Added, type AddOptions, Records } from "../write/records.ts";
import type { Writable } from "../write/writable.ts";
import { makeProgress, print, printJson, readText } from "./runtime.ts";

export interface WriteOptions extends CommonOptions, AddOptions {
  readonly json?: boolean;
}

/** Runs `work` on the records, with a sign of life for whoever waits. */
export function withRecords<T>(options: CommonOptions, work: (records: Records) => T): T {
  const progress = makeProgress("going through the stores");
  try {
    return work(new Records(openForCommand(options), () => void progress.tick()));
  } finally {
    progress.done();
  }
}

/** The text of a command: its words, or standard input for `-`. */
export function textFrom(words: readonly string[]): string {
  return readText(words.join(" "));
}

/** Writes one record and says its id. */
export function write(kind: Writable, said: Said, options: WriteOptions): void {
  tell(
    withRecords(options, (records) => records.add(kind, said, options)),
    options,
  );
}

export function tell({ id, kind, file, fields, related }: Added, { json }: WriteOptions): void {
  if (json) return printJson({ id, kind, file, fields, related: related.map((each) => each.id) });
  print([id]);
  for (const each of related)
    process.stderr.write(`still active on this subject: ${each.id} ${each.title} (lore-inject supersede ${each.id} "…" if this replaces it)\n`);
}
