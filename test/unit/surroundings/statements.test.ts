/** What a document states: one statement for each thing it says, with what it says it about. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { statementsOf } from "../../../src/surroundings/statements.ts";

/** The statements as lists of words, marks left out. */
const wordsOf = (text: string) =>
  statementsOf(text).map((statement) =>
    statement
      .trim()
      .split(" ")
      .filter((word) => !/[!:]/.test(word)),
  );

it("paragraphs and list items are statements of their own", () => {
  expect(wordsOf("Use pnpm for\npackages.\n\n- tabs indent\n- tests run\n  twice\n\n1. commit small")).toEqual([
    ["use", "pnpm", "packag"],
    ["tab", "indent"],
    ["test", "run", "twic"],
    ["commit", "small"],
  ]);
});

it("words are folded as records are, each once, without stopwords", () => {
  expect(statementsOf("The migrations migrate AuthService and the auth service")).toEqual([" migrat authservic auth servic "]);
});

it("a heading belongs to all below it, up to the next", () => {
  expect(wordsOf("# Database\n\nAppend rows.\n\n- vacuum nightly\n\n# Cache\n\nExpire keys.")).toEqual([
    ["databas", "append", "row"],
    ["databas", "vacuum", "night"],
    ["cach", "expir", "key"],
  ]);
});

it("a heading with nothing below it says what it says", () => {
  expect(wordsOf("# Squash commits\n## Rebase branches\n")).toEqual([
    ["squash", "commit"],
    ["rebas", "branch"],
  ]);
});

it("what leads a list in belongs to its items: they may be what is forbidden", () => {
  expect(statementsOf("Never do this:\n\n- force push\n- skip tests").slice(1)).toEqual([" ! !forc forc push ", " ! !skip skip test "]);
  expect(statementsOf("- Never:\n  - force push\n- Squash commits")).toEqual([" ! ", " ! !forc forc push ", " squash commit "]);
});

it("front matter and comments are not said; code and table rows are, line by line", () => {
  expect(wordsOf("---\ntitle: Hidden\n---\n<!-- secret\nnote -->\n```sh\nnpm test\nnpm lint\n```\n| port | usage |\n| 8080 | proxy |")).toEqual([
    ["npm", "test"],
    ["npm", "lint"],
    ["port", "usag"],
    ["8080", "proxi"],
  ]);
});

it("a long paragraph is taken sentence by sentence", () => {
  const sentence = "Alpha beta gamma delta epsilon zeta eta theta iota kappa lambda.";
  expect(statementsOf(Array(3).fill(sentence).join(" "))).toHaveLength(1);
  expect(statementsOf(Array(7).fill(sentence).join(" "))).toHaveLength(7);
});

it("any text gives statements of distinct words between blanks", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom("# ", "- ", "\n", "```", "<!--", "-->", "---\n", "don't ", "| a |", "  - "))), (pieces) => {
      for (const statement of statementsOf(pieces.join(""))) {
        const words = statement.slice(1, -1).split(" ");
        expect(statement.startsWith(" ") && statement.endsWith(" ") && !words.includes("")).toBe(true);
        expect(new Set(words).size).toBe(words.length);
      }
    }),
    { numRuns: 500 },
  );
});
