/** The registry: one record a project, gathered from four files. */
import { expect, it } from "vitest";
import { readFixture } from "../read-fixture.ts";

const read = () => readFixture("registry", import.meta.dirname);

it("one record a project that says something", () => {
  expect(read().ids).toEqual(["registry-moon", "registry-tide"]);
});

it("metadata, cluster and dependencies meet in one record", () => {
  expect(read().byId["registry-tide"]).toMatchObject({
    title: "tide: opens the gate",
    notes: ["role: service"],
    projects: ["tide"],
    body: [
      ["Part of", "harbour"],
      ["Components", "gate, pump"],
      ["Exposes", "gate-api"],
      ["Consumes", "moon-feed"],
      ["Depends on", "moon (phases); sky"],
    ],
  });
});

it("a contract belongs to the project in whose folder it lies", () => {
  expect(read().byId["registry-moon"]?.body).toContainEqual(["Exposes", "~/dev/moon/phases.json: JSON"]);
});
