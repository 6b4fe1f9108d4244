/** Evidence: superseded findings never appear, confirmed ones are worth more. */
import { expect, it } from "vitest";
import { readFixture } from "../read-fixture.ts";

it("the degree of confirmation decides", () => {
  const { byId, ids } = readFixture("evidence", import.meta.dirname);
  expect(ids).toEqual(["evi-1", "evi-2"]);
  expect(byId["evi-1"]?.notes).toEqual(["confirmed", "from: bench"]);
  expect(byId["evi-1"]?.value).toBeGreaterThan(byId["evi-2"]?.value ?? 1);
});
