/** `promote`: an observation becomes a decision or a pattern, and leaves the inbox. */
import { tell, type WriteOptions, withRecords } from "./writing.ts";

export interface PromoteOptions extends WriteOptions {
  readonly to: "decision" | "pattern";
}

export function promote(id: string, options: PromoteOptions): void {
  tell(
    withRecords(options, (records) => records.promote(id, options.to, options)),
    options,
  );
}
