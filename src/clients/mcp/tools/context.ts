/** `context`: what a prompt would be given, for any text, without being remembered. */
import * as z from "zod/v4";
import { neutralizeLine } from "../../../render/neutralize.ts";
import { defineTool } from "../tool.ts";
import { questionOf } from "./search.ts";

const input = z.object({
  text: z.string().min(1).max(100_000).describe("A prompt, a task, a question, an error message"),
  max_tokens: z.int().min(50).max(20_000).optional().describe("At most so many tokens of context; by default as configured"),
});
const output = z.object({
  context: z.string().describe("Ready to be put before a prompt; empty when nothing is worth saying"),
  tokens: z.number().describe("About so many tokens"),
  records: z.array(z.string()).describe("Keys (source:id) of what is in it"),
  silent_because: z.string().optional().describe("Why there is nothing to say; absent when there is"),
});

export const context = defineTool({
  name: "context",
  title: "Context for a text",
  description:
    "Gives the context that belongs to a text, chosen and shortened as for a prompt: relevant decisions, patterns, failures and rules within a token budget, or " +
    "nothing when nothing is sure enough. Use it at the start of a task, or before handing a task to another agent. Nothing is remembered as shown.",
  input,
  output,
  readOnly: true,
  idempotent: true,
  run({ text, max_tokens }, place) {
    const injection = place.core.inject(questionOf(text, place), {
      adapt: (opened) => ({
        ...opened,
        isTrial: true,
        config: { ...opened.config, budget: { ...opened.config.budget, tokens: max_tokens ?? opened.config.budget.tokens } },
      }),
    });
    place.noteAsked(text);
    const { selection, silent } = injection.trace;
    const data = {
      context: injection.text,
      tokens: injection.text === "" ? 0 : (selection?.tokens ?? 0),
      records: injection.text === "" ? [] : (selection?.items ?? []).map(({ offer }) => neutralizeLine(offer.key)),
      ...(injection.text === "" ? { silent_because: silent ?? "nothing is stored" } : {}),
    };
    return { text: injection.text === "" ? `Nothing to add: ${silent ?? "nothing is stored"}.` : injection.text, data };
  },
});
