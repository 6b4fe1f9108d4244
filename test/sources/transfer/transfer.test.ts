/** Handoffs: sessions that say something, each once, whether full or compressed. */
import { expect, it } from "vitest";
import { readFixture } from "../read-fixture.ts";

const read = () => readFixture("transfer", import.meta.dirname);

it("placeholders, empty sessions and retracted lines do not appear; the archive does", () => {
  expect(read().ids).toEqual(["hand-1", "session-1", "session-2", "session-4", "session-6"]);
});

it("a full session wins over its compressed copy; a copy alone stands in", () => {
  const { byId } = read();
  expect(byId["session-1"]?.title).toBe("Gate opens, pump is next");
  expect(byId["session-2"]?.title).toBe("only the copy is left");
});

it("a placeholder message beside a real next step is left out, the step is not", () => {
  expect(read().byId["session-4"]?.title).toBe("but this remains");
});

it("steps, questions, threads, branch and files find their places", () => {
  expect(read().byId["session-1"]).toMatchObject({
    projects: ["tide"],
    entities: ["src/gate.ts"],
    notes: ["branch: gate"],
    body: [
      ["Summary", "Worked on the gate"],
      ["Next", "test the pump"],
      ["Open question", "which oil?"],
      ["Open thread", "paint it"],
    ],
  });
});

it("without a project the folders of the session may name it", () => {
  expect(read().byId["session-2"]?.projects).toContain("tide");
});

it("a torn session file is a problem, and the others are read", () => {
  expect(read().problems.map(({ where }) => where.replace(/^.*[/\\]/, ""))).toEqual(["session-7.json"]);
});
