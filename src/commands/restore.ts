/** `restore`: a retracted, superseded or discarded record holds again. */
import type { CommonOptions } from "../open-for-command.ts";
import { print, printJson } from "./runtime.ts";
import { withRecords } from "./writing.ts";

export interface RestoreOptions extends CommonOptions {
  readonly json?: boolean;
}

export function restore(id: string, { json, ...options }: RestoreOptions): void {
  const status = withRecords(options, (records) => records.restore(id));
  if (json) return printJson({ id, status });
  print([`${id} is in force again`]);
}
