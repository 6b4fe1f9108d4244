/** Evidence: superseded findings never appear, confirmed ones are worth more. */
import { expect, it } from "vitest";
import { readFixture } from "../read-fixture.ts";

it("the degree of confirmation decides", () => {
  const { byId, ids } = readFixture("evidence", import.meta.dirname);
  expect(ids).toEqual(["evi-1", "evi-2", "evi-4"]);
  expect(byId["evi-1"]?.notes).toEqual(["confirmed", "from: bench"]);
  expect(byId["evi-1"]?.value).toBeGreaterThan(byId["evi-2"]?.value ?? 1);
});

it("a finding may have a title; if not, its text stands for one", () => {
  const { byId } = readFixture("evidence", import.meta.dirname);
  expect(byId["evi-1"]).toMatchObject({ title: "twice as fast", untitled: true, body: [] });
  expect(byId["evi-4"]).toMatchObject({ title: "Bench of March", body: [["", "three times as fast"]] });
});
