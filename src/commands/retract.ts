/** `retract`: a record that no longer holds. It stays in its file and is never shown again. */
import type { CommonOptions } from "../open-for-command.ts";
import { print, printJson } from "./runtime.ts";
import { withRecords } from "./writing.ts";

export interface RetractOptions extends CommonOptions {
  readonly reason: string;
  readonly json?: boolean;
}

export function retract(id: string, { reason, json, ...options }: RetractOptions): void {
  withRecords(options, (records) => records.retract(id, reason));
  if (json) return printJson({ id, status: "retracted" });
  print([`${id} is retracted (lore-inject restore ${id} brings it back)`]);
}
