/** Whether a failure is about exactly this file or command, what client wrote a transcript, and that no mode is missed. */
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Mode } from "../../../src/config/modes.ts";
import { belongsToCommand, belongsToFile } from "../../../src/events/belongs-to.ts";
import { findModes } from "../../../src/modes/find-modes.ts";
import { mayMeanMode } from "../../../src/modes/may-mean-mode.ts";
import { readClientVersion } from "../../../src/store/read-client-version.ts";
import { makeFolder, makeRecord, makeTempDir, writeFile } from "../builders.ts";

describe("belongsToFile", () => {
  it.each<[string, object, string, boolean]>([
    ["an entity names it", { entities: ["src/pay/client.ts"] }, "src/pay/client.ts", true],
    ["with a line", { entities: ["src/pay/client.ts:12:3"] }, "src/pay/client.ts", true],
    ["from here", { entities: ["./src/pay/client.ts"] }, "src/pay/client.ts", true],
    ["with backslashes", { entities: ["src\\pay\\client.ts"] }, "src/pay/client.ts", true],
    ["from a folder below the root", { entities: ["pay/client.ts"] }, "src/pay/client.ts", true],
    ["from a folder above the root", { entities: ["shop/src/pay/client.ts"] }, "src/pay/client.ts", true],
    ["a bare entity is a file at the root only", { entities: ["client.ts"] }, "src/pay/client.ts", false],
    ["a bare entity and a file at the root", { entities: ["client.ts"] }, "client.ts", true],
    ["another file that ends alike", { entities: ["src/pay/my-client.ts"] }, "client.ts", false],
    ["a title that names it", { title: "src/pay/client.ts(71,38): error TS2345" }, "src/pay/client.ts", true],
    ["a body that names it", { body: [["Fix", "see src/pay/client.ts."]] }, "src/pay/client.ts", true],
    ["a longer name", { title: "src/pay/client.tsx fails" }, "src/pay/client.ts", false],
    ["a name that begins earlier", { title: "my-src/pay/client.ts fails" }, "src/pay/client.ts", false],
    ["a bare name in prose says nothing", { title: "index.ts fails" }, "index.ts", false],
  ])("%s", (_, record, file, expected) => {
    expect(belongsToFile(makeRecord(record), file)).toBe(expected);
  });
});

describe("belongsToCommand", () => {
  it.each<[string, object, string, boolean]>([
    ["the same", { body: [["Command", "npm run build"]] }, "npm run build", true],
    ["in another folder, with variables and redirection", { body: [["Command", "npm run build"]] }, "cd web && CI=1 npm run  build 2>&1", true],
    ["a longer one", { body: [["Command", "npm run build"]] }, "npm run build:all", false],
    ["a title that holds it", { title: "npm run build ends with 137" }, "npm run build", true],
    ["a title that holds a longer one", { title: "npm run build-all ends with 137" }, "npm run build", false],
    ["a stored command speaks, not the title", { title: "npm run build", body: [["Command", "make all"]] }, "npm run build", false],
    ["too short to tell", { title: "ls -l fails" }, "ls -l", false],
    ["nothing", { title: "" }, "", false],
  ])("%s", (_, record, command, expected) => {
    expect(belongsToCommand(makeRecord(record), command)).toBe(expected);
  });

  // hasWhole ends a name at a colon, which is a part of the names of scripts.
  it("npm run build is not npm run build:all", () => {
    expect(belongsToCommand(makeRecord({ title: "npm run build:all ends with 137" }), "npm run build")).toBe(false);
  });

  it("takes no time over any command", () => {
    for (const part of ["A=1 ", "cd x && ", " ", "cd ", "2>&1 "]) {
      const begin = performance.now();
      belongsToCommand(makeRecord({ title: part.repeat(2000) }), part.repeat(50_000));
      expect(performance.now() - begin).toBeLessThan(500);
    }
  });
});

describe("readClientVersion", () => {
  const write = (text: string): string => writeFile(join(makeTempDir(), "t.jsonl"), text);

  it("from the first lines of the client's record", () => {
    expect(readClientVersion(write('{"type":"summary"}\n{"type":"user","version":"2.1.197","cwd":"/w"}\n'))).toBe("2.1.197");
  });

  it("null when it does not say, is too far in, or is not there", () => {
    expect(readClientVersion(write('{"version":"next"}\n'))).toBe(null);
    expect(readClientVersion(write(`${" ".repeat(65_536)}"version":"2.1.197"`))).toBe(null);
    expect(readClientVersion("")).toBe(null);
    expect(readClientVersion(join(makeTempDir(), "none"))).toBe(null);
    expect(readClientVersion(makeFolder(join(makeTempDir(), "folder")))).toBe(null);
  });
});

describe("mayMeanMode", () => {
  const mode = (over: Partial<Mode>): Mode => ({ name: "m", enabled: false, words: [], patterns: [], text: "t", priority: "high", ...over });

  it("enabled patterns are always worth asking for; words when they stand there, disabled patterns never", () => {
    expect(mayMeanMode([mode({ enabled: true, patterns: ["x"] })], "hello")).toBe(true);
    expect(mayMeanMode([mode({ patterns: ["hello"] })], "hello")).toBe(false);
    expect(mayMeanMode([mode({ words: ["ulw"] })], "please ULW now")).toBe(true);
    expect(mayMeanMode([mode({ words: ["ulw"] })], "please")).toBe(false);
    expect(mayMeanMode([], "ulw")).toBe(false);
  });

  it("false means that there is none", () => {
    const modes = [mode({ words: ["ulw", "[search-mode]"] }), mode({ name: "n", enabled: true, words: ["tief"] })];
    const parts = fc.constantFrom("ulw", "ULW", "[search-mode]", "Tief", "`", '"', "\n", " ", "/x ", "<a>", "</a>", "é", "İ");
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (given) => {
        if (findModes(modes, given.join("")).length > 0) expect(mayMeanMode(modes, given.join(""))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  // findModes composes what it reads, mayMeanMode does not: macOS and some input methods send letters and accents apart.
  it("a word with its accents apart is a word", () => {
    const modes = [mode({ words: ["gründlich"] })];
    const prompt = "bitte gründlich".normalize("NFD");
    expect(findModes(modes, prompt)).toHaveLength(1);
    expect(mayMeanMode(modes, prompt)).toBe(true);
  });
});
