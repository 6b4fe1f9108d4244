/** Signals and observations: gone once promoted or discarded. */
import { expect, it } from "vitest";
import { readFixture } from "../read-fixture.ts";

it("raw ones appear, promoted, discarded and empty ones do not", () => {
  const { byId, ids } = readFixture("inbox", import.meta.dirname);
  expect(ids).toEqual(["obs-1", "obs-4", "sig-1"]);
  expect(byId["sig-1"]).toMatchObject({ kind: "signal", notes: ["from: cli"], tags: ["tide"] });
  expect(byId["obs-1"]?.kind).toBe("observation");
});

it("a note may have a title; if not, its text stands for one", () => {
  const { byId } = readFixture("inbox", import.meta.dirname);
  expect(byId["obs-1"]).toMatchObject({ title: "pump is loud", untitled: true, body: [] });
  expect(byId["obs-4"]).toMatchObject({ title: "Loud pump", body: [["", "the left one, since Monday"]] });
  expect(byId["obs-4"]?.untitled).toBeUndefined();
});
