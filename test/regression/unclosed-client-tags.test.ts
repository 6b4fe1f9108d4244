/** Each opening tag of the client without its end was searched for to the end of the prompt: quadratic, about a second. */
import { expect, it } from "vitest";
import { splitPrompt } from "../../src/analyze/split-prompt.ts";

it("a prompt of unclosed tags", () => {
  const startedAt = performance.now();
  splitPrompt("<ide_a>".repeat(18_000));
  expect(performance.now() - startedAt).toBeLessThan(150);
});
