/** Decisions as lore writes them: what is retired never appears, what is odd is read. */
import { expect, it } from "vitest";
import { readFixture } from "../read-fixture.ts";

const read = () => readFixture("journal", import.meta.dirname);

it("only live decisions appear: nothing superseded, retracted, revised or replaced in words", () => {
  const { ids } = read();
  expect(ids.filter((id) => id.startsWith("dec-"))).toEqual(["dec-00000001", "dec-00000006", "dec-00000007", "dec-00000008", "dec-0000000a"]);
});

it("a line without an id gets one from its content, the same each time", () => {
  const made = (): string | undefined => read().ids.find((id) => id.startsWith("journal~"));
  expect(made()).toMatch(/^journal~[0-9a-f]{16}$/);
  expect(made()).toBe(made());
});

it("alternatives may be a text instead of a list", () => {
  expect(read().byId["dec-00000001"]?.body).toContainEqual(["Instead of", "no cache"]);
});

it("housekeeping tags are left out, topics and projects stay", () => {
  expect(read().byId["dec-00000001"]?.tags).toEqual(["tide", "caching"]);
  expect(read().byId["dec-00000008"]?.tags).toEqual(["one-tag"]);
});

it("title, decision, project and outcome find their places", () => {
  const { byId } = read();
  expect(byId["dec-00000007"]).toMatchObject({ title: "Short title", projects: ["tide"], body: [["", "The long decision"]] });
  expect(byId["dec-00000001"]?.notes).toEqual([]);
  expect(byId["dec-00000006"]?.notes).toEqual(["odd value"]);
});

it("an unreadable date is no date", () => {
  expect(read().byId["dec-00000008"]).toMatchObject({ day: null, at: null });
});

it("a torn line is a problem, not an end", () => {
  expect(read().problems.map(({ what }) => what)).toEqual(["not one JSON object"]);
});
