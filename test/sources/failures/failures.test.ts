/** Failures: steps of either type, remedies, and lines that say nothing. */
import { expect, it } from "vitest";
import { readFixture } from "../read-fixture.ts";

const read = () => readFixture("failures", import.meta.dirname);

it("a failure without a message or a retracted one does not appear", () => {
  expect(read().ids).toEqual(["fail-00000001", "fail-00000002", "fail-00000003"]);
});

it("a step is a number or a text", () => {
  expect(read().byId["fail-00000001"]?.notes).toEqual(["tool: Bash", "step: 4"]);
  expect(read().byId["fail-00000002"]?.notes).toEqual(["step: deploy"]);
});

it("type and message make the title, a fix the body", () => {
  expect(read().byId["fail-00000002"]).toMatchObject({ title: "Timeout: pump stuck", body: [["Fix", "restart it"]] });
  expect(read().byId["fail-00000003"]?.title).toBe("no type here");
});
