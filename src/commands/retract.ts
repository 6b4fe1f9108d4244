/** `retract`: a record that no longer holds. It stays in its file and is never shown again. */
import { cleanText } from "../privacy/clean.ts";
import { CommandError, type CommonOptions, print, printJson } from "./runtime.ts";
import { attempt, latest, now, openWriter } from "./writing.ts";

export interface RetractOptions extends CommonOptions {
  readonly reason: string;
  readonly json?: boolean;
}

export function retract(id: string, { reason, json, ...options }: RetractOptions): void {
  const { context, store } = openWriter(options);
  const version = latest(id, store);
  if (version.fields.status === "retracted") throw new CommandError(`${id} is retracted already`, "lore-inject history shows its lines");
  attempt(() => store.addVersion(version, { status: "retracted", retracted_reason: cleanText(reason), status_changed_at: now(context) }));
  if (json) return printJson({ id, status: "retracted" });
  print([`${id} is retracted (lore-inject restore ${id} brings it back)`]);
}
