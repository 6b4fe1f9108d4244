/** Goals: one file each, with criteria as texts or objects. */
import { expect, it } from "vitest";
import { readFixture } from "../read-fixture.ts";

const read = () => readFixture("goals", import.meta.dirname);

it("open goals appear, completed and cancelled ones do not", () => {
  expect(read().ids).toEqual(["goal-1", "goal-two"]);
});

it("criteria may be texts", () => {
  expect(read().byId["goal-1"]).toMatchObject({ projects: ["tide"], notes: ["active", "priority: high"] });
  expect(read().byId["goal-1"]?.body).toContainEqual(["Done when", "opens in a minute; closes in two"]);
});

it("criteria may be objects", () => {
  expect(read().byId["goal-two"]?.body).toContainEqual(["Done when", "a stranger can follow it; it fits on a page"]);
});

it("a broken file is named with its line, and the others are read", () => {
  const [problem] = read().problems;
  expect(problem?.where).toMatch(/broken\.yaml:\d+$/);
});
