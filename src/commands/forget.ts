/** `forget`: takes a record out of the files themselves, every line of it, for secrets and privacy. */
import type { CommonOptions } from "../open-for-command.ts";
import { print, printJson } from "./runtime.ts";
import { withRecords } from "./writing.ts";

export interface ForgetOptions extends CommonOptions {
  readonly json?: boolean;
}

export function forget(id: string, { json, ...options }: ForgetOptions): void {
  const removed = withRecords(options, (records) => records.forget(id));
  if (json) return printJson({ id, lines: removed });
  print([`${id} is gone: ${removed} ${removed === 1 ? "line" : "lines"} removed. Copies in backups and in git's history stay.`]);
}
