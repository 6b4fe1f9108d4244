/** `goal`: what a project is to reach, in a YAML file of its own, as lore keeps it. */
import { textFrom, type WriteOptions, write } from "./writing.ts";

export interface GoalOptions extends WriteOptions {
  readonly description?: string;
  readonly priority?: string;
}

export function goal(words: readonly string[], options: GoalOptions): void {
  write("goal", { text: textFrom(words), context: options.description, severity: options.priority }, options);
}
