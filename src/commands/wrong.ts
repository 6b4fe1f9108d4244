/** `wrong <id...>`: these records misled. Their scores fall; `retract` takes one out for good. */
import { type FeedbackOptions, say } from "./helped.ts";

export function wrong(ids: readonly string[], options: FeedbackOptions): void {
  say("wrong", ids, options);
  if (!options.json) process.stderr.write("lore-inject retract <id> --reason ... keeps a record that no longer holds from being shown at all\n");
}
