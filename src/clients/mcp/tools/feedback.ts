/** `feedback`: whether a record helped or was wrong. */
import * as z from "zod/v4";
import { findById } from "../../../find-by-id.ts";
import { cleanText } from "../../../privacy/clean.ts";
import { attempt, Refusal } from "../../../refusal.ts";
import { neutralizeLine } from "../../../render/neutralize.ts";
import { appendFeedback } from "../../../store/feedback-file.ts";
import { defineTool } from "../tool.ts";

const MAX_WHY = 1000;
const input = z.object({
  id: z.string().min(1).max(300).describe("The record's id, as it was shown"),
  verdict: z.enum(["helped", "wrong"]).describe("helped: it was right and of use here. wrong: it is out of date or not true"),
  why: z.string().max(MAX_WHY).optional().describe("What told, in a sentence"),
});
const output = z.object({ key: z.string().describe("source:id of the record"), verdict: z.enum(["helped", "wrong"]) });

export const feedback = defineTool({
  name: "feedback",
  title: "Judge a record",
  description:
    "Says whether a record that was shown helped or was wrong. Records that help are shown rather, wrong ones less. Use it when a record saved you work, " +
    "or when what it says is no longer true. It changes no record.",
  input,
  output,
  readOnly: false,
  idempotent: false,
  run({ id, verdict, why }, place) {
    const context = place.open();
    const found = findById(context, id);
    if (found === null) throw new Refusal(`no record ${id}`, "search finds ids by words");
    const { stateDir } = context.locations;
    if (stateDir === null) throw new Refusal("there is no folder to keep it in", "set HOME or XDG_STATE_HOME");
    const key = `${found.source}:${found.id}`;
    const reason = why === undefined ? "" : cleanText(why).trim();
    attempt(() => appendFeedback(stateDir, [{ at: context.now, key, verdict, by: "agent", ...(reason === "" ? {} : { why: reason }) }]));
    const shown = neutralizeLine(key);
    return { text: `Noted: ${shown} ${verdict === "helped" ? "helped" : "was wrong"}.`, data: { key: shown, verdict } };
  },
});
