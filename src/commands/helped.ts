/** `helped <id...>`: these records were of use. Their scores rise a little. */
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { giveFeedback, type Said, type Saying } from "../usefulness/give-feedback.ts";
import { makeProgress, print, printJson } from "./runtime.ts";

export interface FeedbackOptions extends CommonOptions {
  readonly why?: string;
  readonly json?: boolean;
}

export function helped(ids: readonly string[], options: FeedbackOptions): void {
  say("helped", ids, options);
}

/** Writes it down and says what it means. */
export function say(verdict: Saying["verdict"], ids: readonly string[], { why, json, ...options }: FeedbackOptions): void {
  const progress = makeProgress("looking for the records");
  let said: readonly Said[];
  try {
    said = giveFeedback(ids, { verdict, by: "person", ...(why === undefined ? {} : { why }) }, openForCommand(options), () => void progress.tick());
  } finally {
    progress.done();
  }
  if (json) return printJson(said.map(({ id, factor }) => ({ id, verdict, factor })));
  print(
    said.map(
      ({ id, factor }) => `${id}: ${factor === null ? "noted; usefulness does not enter the scores" : `its score is now multiplied by ${factor.toFixed(2)}`}`,
    ),
  );
}
