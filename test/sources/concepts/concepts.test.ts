/** Concepts: a name with a definition. */
import { expect, it } from "vitest";
import { readFixture } from "../read-fixture.ts";

it("a concept needs a definition; what grounds it is shown", () => {
  const { byId, ids } = readFixture("concepts", import.meta.dirname);
  expect(ids).toEqual(["con-1", "con-3"]);
  expect(byId["con-1"]).toMatchObject({
    title: "Slack tide",
    body: [
      ["", "the hour in which nothing flows"],
      ["Grounded by", "dec-00000001, pat-1"],
    ],
  });
});
