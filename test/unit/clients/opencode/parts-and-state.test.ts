/** Ids of our parts, what they note, what is kept of a session, and which requests are a compaction's. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Compactions } from "../../../../src/clients/opencode/compactions.ts";
import type { Part } from "../../../../src/clients/opencode/opencode-types.ts";
import { addOwnPart, isOwnPart, noteOf, personText, shownIn } from "../../../../src/clients/opencode/own-part.ts";
import { type SessionState, SessionStates } from "../../../../src/clients/opencode/session-state.ts";
import type { ShownEntry } from "../../../../src/session/ledger-line.ts";

const SHOWN: readonly ShownEntry[] = [["journal:dec-1", "abcd1234", "full", 0.5]];
const PLACE = { sessionID: "ses_1", messageID: "msg_1" };
const partOf = (id: string, more: Partial<Part> = {}): Part => ({ id, ...PLACE, type: "text", text: "hello", ...more });

describe("our part", () => {
  it("comes before every other by its id, and is none of theirs", () => {
    const hex = fc.integer({ min: 1, max: 2 ** 47 }).map((count) => `prt_${count.toString(16).padStart(12, "0")}BBBBBBBBBBBBBB`);
    fc.assert(
      fc.property(fc.uniqueArray(hex, { minLength: 1, maxLength: 6 }), (ids) => {
        const parts = ids.map((id) => partOf(id));
        addOwnPart(parts, PLACE, { text: "ours", shown: SHOWN });
        const [own, ...others] = parts;
        expect(others.map(({ id }) => id)).toEqual(ids);
        expect(others.every(({ id }) => (own?.id ?? "") < id)).toBe(true);
      }),
    );
  });

  it("is not added where there is no id to go by, nor twice", () => {
    const nothing: Part[] = [];
    addOwnPart(nothing, PLACE, { text: "ours", shown: [] });
    const bare = [{ type: "text", text: "x" } as Part];
    addOwnPart(bare, PLACE, { text: "ours", shown: [] });
    const twice = [partOf("prt_00000000000aBBBBBBBBBBBBBB")];
    addOwnPart(twice, PLACE, { text: "ours", shown: [] });
    addOwnPart(twice, PLACE, { text: "ours", shown: [] });
    expect([nothing.length, bare.length, twice.length]).toEqual([0, 1, 2]);
  });

  it("tells what it shows, as a result of a tool does, unless that was cleared", () => {
    const parts = [partOf("prt_00000000000aBBBBBBBBBBBBBB")];
    addOwnPart(parts, PLACE, { text: "ours", shown: SHOWN });
    const info = { id: "msg_1", sessionID: "ses_1", role: "user" } as const;
    const tool = partOf("prt_1", { type: "tool", state: { metadata: noteOf(SHOWN) } });
    const cleared = partOf("prt_2", { type: "tool", state: { metadata: noteOf(SHOWN), time: { compacted: 1 } } });
    const foreign = partOf("prt_3", { metadata: { "lore-inject": { shown: [["x"]] } } });
    expect(shownIn([{ info, parts }])).toEqual(SHOWN);
    expect(shownIn([{ info, parts: [tool] }])).toEqual(SHOWN);
    expect(shownIn([{ info, parts: [cleared, foreign] }])).toEqual([]);
    expect(parts.filter(isOwnPart)).toHaveLength(1);
  });

  it("is no text of the person", () => {
    const parts = [
      partOf("prt_00000000000aBBBBBBBBBBBBBB", { text: " one " }),
      partOf("b", { text: "two", synthetic: true }),
      partOf("c", { text: "three", ignored: true }),
    ];
    addOwnPart(parts, PLACE, { text: "ours", shown: [] });
    expect(personText(parts)).toBe("one");
  });
});

describe("the state of a session", () => {
  const STATE: SessionState = {
    orientation: { text: "told", shown: SHOWN },
    summary: "msg_9",
    isCompacted: true,
    restored: { text: "back", shown: SHOWN, anchor: "msg_7" },
  };
  const NEW: SessionState = { orientation: null, isCompacted: false, restored: null };
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "lore-inject-state-"));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it("reads back, in another process too, and is gone when it is forgotten", () => {
    new SessionStates(dir).write("ses_1", STATE);
    expect(new SessionStates(dir).read("ses_1")).toEqual(STATE);
    expect(new SessionStates(dir).read("ses_2")).toEqual(NEW);
    new SessionStates(dir).forget("ses_1");
    expect(new SessionStates(dir).read("ses_1")).toEqual(NEW);
  });

  it("lives in memory where nothing can be written", () => {
    writeFileSync(join(dir, "opencode"), "a file");
    for (const states of [new SessionStates(dir), new SessionStates(null)]) {
      states.write("ses_1", STATE);
      expect(states.read("ses_1")).toEqual(STATE);
    }
  });

  it("of a file that makes no sense is new", () => {
    mkdirSync(join(dir, "opencode"));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        writeFileSync(join(dir, "opencode", "ses_1.json"), text);
        expect(new SessionStates(dir).read("ses_1")).toEqual(NEW);
      }),
      { numRuns: 30 },
    );
  });

  it("goes by age", () => {
    const states = new SessionStates(dir);
    states.write("ses_old", STATE);
    states.write("ses_new", STATE);
    utimesSync(join(dir, "opencode", "ses_old.json"), 1000, 1000);
    states.prune(30, Date.now());
    expect(readdirSync(join(dir, "opencode"))).toEqual(["ses_new.json"]);
  });
});

describe("a compaction's requests", () => {
  it("are those between its announcement and its end", () => {
    const compactions = new Compactions();
    expect(compactions.takeMessages("a")).toBe(false);
    compactions.announce("a");
    expect([compactions.takeMessages("b"), compactions.isUnderWay("b")]).toEqual([false, false]);
    expect([compactions.takeMessages("a"), compactions.isUnderWay("a")]).toEqual([true, true]);
    compactions.end("a");
    expect(compactions.isUnderWay("a")).toBe(false);
  });

  it("end with the session's next messages, when nothing else is heard", () => {
    const compactions = new Compactions();
    compactions.announce("a");
    compactions.takeMessages("a");
    expect([compactions.takeMessages("a"), compactions.isUnderWay("a")]).toEqual([false, false]);
  });

  it("may have no messages at all", () => {
    const compactions = new Compactions();
    compactions.announce("a");
    expect(compactions.takeMessages(null)).toBe(true);
    expect(compactions.takeMessages("a")).toBe(false);
  });
});
