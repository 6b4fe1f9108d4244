/** `restore`: a retracted, superseded or discarded record holds again. */
import { CommandError, type CommonOptions, print, printJson } from "./runtime.ts";
import { attempt, latest, now, openWriter } from "./writing.ts";

export interface RestoreOptions extends CommonOptions {
  readonly json?: boolean;
}

export function restore(id: string, { json, ...options }: RestoreOptions): void {
  const { context, store } = openWriter(options);
  const version = latest(id, store);
  const status = version.source === "inbox" ? "raw" : "active";
  const current = version.fields.status ?? status;
  if (current === status) throw new CommandError(`${id} is in force already`);
  attempt(() => store.addVersion(version, { status, superseded_by: null, retracted_reason: null, status_changed_at: now(context) }));
  if (json) return printJson({ id, status });
  print([`${id} is in force again`]);
}
