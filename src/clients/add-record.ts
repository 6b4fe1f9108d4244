/** Writes a record for an agent: the ways out that a command line has are none for it. */
import type { Context } from "../open-context.ts";
import { Refusal } from "../refusal.ts";
import type { Said } from "../write/compose-record.ts";
import { type Added, type AddOptions, Records } from "../write/records.ts";
import type { Writable } from "../write/writable.ts";

export interface NewRecord {
  readonly kind: Writable;
  readonly said: Said;
  readonly options: AddOptions;
  /** What to do when there is one that says the same. */
  readonly ifKnown: string;
}

export function addRecord(context: Context, { kind, said, options, ifKnown }: NewRecord): Added {
  try {
    return new Records(context).add(kind, said, options);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.hint?.includes("--force")) throw new Refusal(error.message, ifKnown);
    if (error.hint?.includes("standard input")) throw new Refusal(error.message, "give the text");
    throw error;
  }
}
