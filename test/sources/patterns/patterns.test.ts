/** Patterns: lore's YAML and our JSONL beside it; deprecated ones never appear. */
import { expect, it } from "vitest";
import { readFixture } from "../read-fixture.ts";

const read = () => readFixture("patterns", import.meta.dirname);

it("both files are read; deprecated, worthless and retracted patterns do not appear", () => {
  expect(read().ids).toEqual(["anti-1", "anti-9", "pat-1", "pat-4", "pat-9"]);
});

it("a pattern without an id is named by its place, and its empty category is dropped", () => {
  expect(read().byId["pat-4"]).toMatchObject({ title: "Has no id", tags: [] });
});

it("examples, category and confidence are kept", () => {
  const pattern = read().byId["pat-1"];
  expect(pattern?.body.map(([label]) => label)).toEqual(["Context", "Problem", "Solution", "Bad", "Good"]);
  expect(pattern).toMatchObject({ tags: ["shell"], notes: ["confidence: 0.8"] });
});

it("what proved itself is worth more than its confidence alone", () => {
  expect(read().byId["pat-1"]?.value).toBeGreaterThan(0.8);
});

it("anti-patterns are told by their fields in either file", () => {
  expect(read().byId["anti-1"]?.kind).toBe("anti-pattern");
  expect(read().byId["anti-9"]).toMatchObject({
    kind: "anti-pattern",
    body: [
      ["Symptom", "hurts"],
      ["Fix", "stop"],
    ],
  });
});

it("an entry that is no record is a problem, and the rest is read", () => {
  expect(read().problems.map(({ what }) => what)).toEqual(["entry 5 of `patterns` is not a record"]);
});
