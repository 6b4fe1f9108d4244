/** Ids that stand just before their neighbour's: the client shows parts in the order of their ids. */
import { expect, it } from "vitest";
import { freePartBefore, partBefore } from "../../../src/factories/part-id.ts";

const ID = "prt_9f3a00c41001Qw3RtY7uIoPaSd";

it("is of the same form, just below the neighbour, and the same each time", () => {
  expect(partBefore(ID)).toBe("prt_9f3a00c41000Qw3RtY7uIoPaSd");
  expect(partBefore("prt_9f3a00c41000Qw3RtY7uIoPaSd")).toBe("prt_9f3a00c40fffQw3RtY7uIoPaSd");
  expect(partBefore("prt_000000000001Qw3RtY7uIoPaSd")).toBe("prt_000000000000Qw3RtY7uIoPaSd");
  expect(partBefore(ID)).toBe(partBefore(ID));
});

it.each([
  ID,
  "prt_000000000000Qw3RtY7uIoPaSd",
  "prt_00000000000000000000000000",
  "prt_abc",
  "p1",
  "part-10",
  "00",
  "msg_x_a0",
  "prt_ffffffffffffzzzzzzzzzzzzzz",
])("%s comes after it", (id) => {
  expect(partBefore(id) < id).toBe(true);
  expect(partBefore(id)).not.toBe("");
});

it("gives way to ids that are taken", () => {
  const first = freePartBefore(ID, [ID]);
  const second = freePartBefore(ID, [ID, first]);
  expect([second, first, ID]).toEqual([second, first, ID].sort());
  expect(new Set([second, first, ID]).size).toBe(3);
});
