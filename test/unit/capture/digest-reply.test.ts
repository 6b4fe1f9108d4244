/** Replies → gist, what is left, what is in the way, what is asked. */
import { expect, test } from "vitest";
import { digestReply } from "../../../src/capture/digest-reply.ts";

test.each([
  [
    "a short beginning goes with what follows",
    "Done!\n\nThe parser reads both forms now, and falls back to the old one.",
    "Done! The parser reads both forms now, and falls back to the old one.",
  ],
  ["a list reads on", "I changed:\n- the parser\n- the tests", "I changed: the parser; the tests."],
  [
    "code is left out",
    "```ts\nconst a = 1;\n```\nThe constant is exported from the module that owns the settings.",
    "The constant is exported from the module that owns the settings.",
  ],
  [
    "headings lose their mark",
    "## Summary\n\nThe **cache** is bounded by 64 MB and drops the oldest entry first.",
    "Summary The cache is bounded by 64 MB and drops the oldest entry first.",
  ],
])("gist: %s", (_, reply, gist) => expect(digestReply(reply).gist).toBe(gist));

test.each([
  ["a heading and a list", "All good.\n\n### Next steps\n\n1. Run it\n2. Ship it\n\nBye.", ["Run it", "Ship it"]],
  ["nested points", "Remaining work:\n- the docs\n  - only the index\n- the release", ["the docs", "the release"]],
  ["boxes", "- [x] parser\n- [ ] printer", ["printer"]],
  ["in line", "It works. Next: update the docs.", ["update the docs."]],
  ["in a sentence", "It works. The next step is to update the docs.", ["The next step is to update the docs."]],
  ["nothing left", "Remaining: none.", []],
  ["a word that only begins alike", "Nextcloud is configured. The remaining budget was spent.", []],
])("next: %s", (_, reply, steps) => expect(digestReply(reply).nextSteps).toEqual(steps));

test("blockers", () => {
  expect(digestReply("The code is ready. The release is blocked by the failing signing job. All else is fine.").blockers).toEqual([
    "The release is blocked by the failing signing job.",
  ]);
  expect(digestReply("The queue is no longer blocked by slow consumers.").blockers).toEqual([]);
});

test("questions", () => {
  expect(digestReply("Both work.\n\nShould I use Redis or Postgres?").question).toBe("Should I use Redis or Postgres?");
  expect(digestReply("All done. Is there anything else I can do?").question).toBeNull();
  expect(digestReply("Why does it fail? Because of the cache.").question).toBeNull();
});
