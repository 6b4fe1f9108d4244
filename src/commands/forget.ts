/** `forget`: takes a record out of the files themselves, every line of it, for secrets and privacy. */
import { CommandError, type CommonOptions, print, printJson } from "./runtime.ts";
import { attempt, openWriter } from "./writing.ts";

export interface ForgetOptions extends CommonOptions {
  readonly json?: boolean;
}

export function forget(id: string, { json, ...options }: ForgetOptions): void {
  const { store } = openWriter(options);
  const removed = attempt(() => store.remove(id));
  if (removed === 0)
    throw new CommandError(`no record ${id} in a JSONL store`, "lore-inject show tells where a record is; YAML documents are edited in their files");
  if (json) return printJson({ id, lines: removed });
  print([`${id} is gone: ${removed} ${removed === 1 ? "line" : "lines"} removed. Copies in backups and in git's history stay.`]);
}
