/** A session's file: many processes write to it at once, and whatever is wrong with it, nothing throws and no line is lost. */
import { spawn } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LedgerLine } from "../../../src/session/ledger-line.ts";
import { LedgerFile, ledgerName, sessionsFolder } from "../../../src/store/ledger-file.ts";
import { makeFolder, makeTempDir, REPO_ROOT, writeFile } from "../builders.ts";

const ID = "0b6c1e9a-50d2-4f0d-8a53-9a2f6a1f77c4";
const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === "win32";

const lineOf = (over: Partial<LedgerLine> = {}): LedgerLine => ({ at: 1, by: 1, event: "prompt", ...over });
const showing = (key: string, over: Partial<LedgerLine> = {}): LedgerLine => lineOf({ shown: [[key, "h", "full", 1]], ...over });

function place(sessionId = ID) {
  const stateDir = join(makeTempDir(), "state");
  return { stateDir, sessionId, path: join(sessionsFolder(stateDir), ledgerName(sessionId)) };
}

/** What a run does: reads, appends, closes. */
function append(where: { readonly stateDir: string; readonly sessionId: string }, line: LedgerLine) {
  const file = new LedgerFile(where);
  const others = file.append(line);
  file.close();
  return others;
}

function read(where: { readonly stateDir: string; readonly sessionId: string }) {
  const file = new LedgerFile(where);
  file.close();
  return file.ledger;
}

const linesOf = (path: string): readonly string[] => readFileSync(path, "utf8").split("\n").filter((line) => line !== ""); // biome-ignore format: short

describe("LedgerFile", () => {
  it("reads back what was appended, from one file a session", () => {
    const where = place();
    expect(read(where).started).toBe(false);
    expect(existsSync(where.path)).toBe(false);
    append(where, showing("a"));
    append(where, showing("b"));
    append({ ...where, sessionId: "another" }, showing("c"));
    expect([...read(where).shown(null).keys()]).toEqual(["a", "b"]);
    expect(read(where).prompts).toBe(2);
    expect(readdirSync(sessionsFolder(where.stateDir)).sort()).toEqual([`${ID}.jsonl`, "another.jsonl"]);
  });

  it("knows at once what it appended itself", () => {
    const file = new LedgerFile(place());
    expect(file.append(showing("a"))).toBe(null);
    expect(file.append(showing("b"))).toBe(null);
    expect([...file.ledger.shown(null).keys()]).toEqual(["a", "b"]);
    file.close();
  });

  it.skipIf(isWindows)("is the owner's alone", () => {
    const where = place();
    append(where, lineOf());
    expect(statSync(where.path).mode & 0o777).toBe(0o600);
    expect(statSync(sessionsFolder(where.stateDir)).mode & 0o777).toBe(0o700);
  });

  it("any lines, in whatever order two runs append them, are read back in that order", () => {
    const text = fc.string({ unit: "binary", maxLength: 20 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), text), { maxLength: 12 }), (steps) => {
        const where = place();
        const [one, two] = [new LedgerFile(where), new LedgerFile(where)];
        for (const [isFirst, topic] of steps) (isFirst ? one : two).append(lineOf({ by: isFirst ? 1 : 2, topics: [topic] }));
        one.close();
        two.close();
        // JSON keeps lone surrogates as escapes, so that they come back as they were.
        expect(read(where).topics.map(({ texts }) => texts[0])).toEqual(steps.map(([, topic]) => topic));
      }),
      { numRuns: 50 },
    );
  });
});

describe("runs at the same moment", () => {
  it("the later one is told what the others added, the first nothing", () => {
    const where = place();
    append(where, showing("old"));
    const runs = [1, 2, 3].map((by) => ({ by, file: new LedgerFile(where) }));
    const others = runs.map(({ by, file }) => file.append(showing("same", { by })));
    for (const { file } of runs) file.close();
    expect(others[0]).toBe(null);
    expect(others.slice(1).map((ledger) => [...(ledger?.shown(null).keys() ?? [])])).toEqual([["same"], ["same"]]);
  });

  it("so is one for which there was no file yet", () => {
    const where = place();
    const late = new LedgerFile(where);
    append(where, showing("same", { by: 2 }));
    expect([...(late.append(showing("same"))?.shown(null).keys() ?? [])]).toEqual(["same"]);
    late.close();
  });

  it("one that comes after the last line is complete is told nothing", () => {
    const where = place();
    append(where, showing("same"));
    expect(append(where, showing("same", { by: 2 }))).toBe(null);
  });

  it("200 processes lose no line, tear none, and of those that claim one key one is first", async () => {
    const where = place();
    const folder = makeTempDir();
    const bundle = join(folder, "ledger-file.cjs");
    buildSync({ entryPoints: [join(REPO_ROOT, "src/store/ledger-file.ts")], outfile: bundle, bundle: true, platform: "node", format: "cjs" });
    const script = writeFile(join(folder, "claim.cjs"), CLAIM);
    const gate = join(folder, "go");
    const results: { by: number; group: string; wasFirst: boolean }[] = [];
    // In waves: each waits until all of it have read the file, so that they claim in the same moment.
    for (let wave = 0; wave < WAVES; wave++) {
      const runs = Array.from({ length: 200 / WAVES }, (_, index) => {
        const group = `k:${wave}-${index % 5}`;
        return claim([script, bundle, where.stateDir, ID, group, `${gate}-${wave}`], `${folder}/ready-${wave}-`, index);
      });
      await until(() => readdirSync(folder).filter((name) => name.startsWith(`ready-${wave}-`)).length === runs.length);
      writeFileSync(`${gate}-${wave}`, "");
      results.push(...(await Promise.all(runs)));
    }
    const lines = linesOf(where.path).map((line) => JSON.parse(line) as LedgerLine);
    expect(lines).toHaveLength(200);
    expect(new Set(lines.map(({ by }) => by))).toEqual(new Set(results.map(({ by }) => by)));
    const groups = [...new Set(results.map(({ group }) => group))];
    const firsts = groups.map((group) => results.filter((each) => each.group === group && each.wasFirst).map(({ by }) => by));
    // The one whose line stands first, and nobody else.
    expect(firsts).toEqual(groups.map((group) => [lines.find(({ shown }) => shown?.[0]?.[0] === group)?.by]));
    expect(groups).toHaveLength(5 * WAVES);
    expect(read(where).shown(null).size).toBe(5 * WAVES);
  }, 110_000);
});

const WAVES = 10;

/** Opens the file, says so, waits for the gate, claims the key, and tells whether another was first. */
const CLAIM = `
const { existsSync, writeFileSync } = require("node:fs");
const [bundle, stateDir, sessionId, group, gate, ready] = process.argv.slice(2);
const { LedgerFile } = require(bundle);
const file = new LedgerFile({ stateDir, sessionId });
writeFileSync(ready, "");
while (!existsSync(gate)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
const others = file.append({ at: 1, by: process.pid, event: "prompt", topics: ["x".repeat(process.pid % 4000)], shown: [[group, "h", "full", 1]] });
process.stdout.write(JSON.stringify({ by: process.pid, group, wasFirst: !others?.shown(null).has(group) }));
`;

function claim(args: readonly string[], ready: string, index: number): Promise<{ by: number; group: string; wasFirst: boolean }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args, `${ready}${index}`], { stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(JSON.parse(out)) : reject(new Error(`exit ${code}`))));
  });
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("a damaged file", () => {
  it("a torn last line costs itself, not the next one", () => {
    const where = place();
    append(where, showing("a"));
    appendFileSync(where.path, '{"at":1,"by":2,"event":"prompt","shown":[["b"');
    expect([...read(where).shown(null).keys()]).toEqual(["a"]);
    expect(append(where, showing("c"))).toBe(null);
    expect([...read(where).shown(null).keys()]).toEqual(["a", "c"]);
    append(where, showing("d"));
    expect(linesOf(where.path)).toHaveLength(4);
    expect([...read(where).shown(null).keys()]).toEqual(["a", "c", "d"]);
  });

  it("a whole last line without its newline counts, and so does the next", () => {
    const where = place();
    writeFile(where.path, JSON.stringify(showing("a")));
    append(where, showing("b"));
    expect([...read(where).shown(null).keys()]).toEqual(["a", "b"]);
  });

  it("a torn line and another run at once: the other is still told", () => {
    const where = place();
    writeFile(where.path, '{"at":1,');
    const [one, two] = [new LedgerFile(where), new LedgerFile(where)];
    expect(one.append(showing("same"))).toBe(null);
    expect(two.append(showing("same", { by: 2 }))?.shown(null).size).toBe(1);
    one.close();
    two.close();
    expect(read(where).prompts).toBe(2);
  });

  it("any bytes before a line do not keep it from being read", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const where = place();
        writeFile(where.path, bytes);
        append(where, showing("a"));
        expect([...read(where).shown(null).keys()]).toEqual(["a"]);
        expect(readFileSync(where.path).subarray(0, bytes.length).equals(Buffer.from(bytes))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it("of a file beyond a megabyte the end counts", () => {
    const where = place();
    append(where, showing("old"));
    const filler = `${JSON.stringify(lineOf({ event: "precompact", source: "x".repeat(1000) }))}\n`;
    appendFileSync(where.path, filler.repeat(1100));
    append(where, showing("new"));
    expect([...read(where).shown(null).keys()]).toEqual(["new"]);
    expect(append(where, showing("newer"))).toBe(null);
    expect([...read(where).shown(null).keys()]).toEqual(["new", "newer"]);
  });

  it("a line that is too long for one write is not written; the run itself knows it", () => {
    const where = place();
    append(where, showing("a"));
    const before = readFileSync(where.path);
    const file = new LedgerFile(where);
    file.append(showing("b", { topics: ["x".repeat(64 * 1024)] }));
    expect(file.ledger.shown(null).has("b")).toBe(true);
    file.append(showing("c"));
    file.close();
    expect(readFileSync(where.path).subarray(0, before.length).equals(before)).toBe(true);
    expect([...read(where).shown(null).keys()]).toEqual(["a", "c"]);
  });

  it("a file that goes away meanwhile is no failure", () => {
    const where = place();
    append(where, showing("a"));
    writeFileSync(where.path, "");
    expect(read(where).started).toBe(false);
    append(where, showing("b"));
    expect([...read(where).shown(null).keys()]).toEqual(["b"]);
  });
});

describe("something else in the file's place", () => {
  function expectNoMemory(where: { readonly stateDir: string; readonly sessionId: string }): void {
    const file = new LedgerFile(where);
    expect(file.ledger.started).toBe(false);
    expect(file.append(showing("a"))).toBe(null);
    // This run still knows it.
    expect(file.ledger.shown(null).has("a")).toBe(true);
    file.close();
    expect(read(where).started).toBe(false);
  }

  it.skipIf(isWindows)("a link is refused, to a file and to nothing", () => {
    const where = place();
    mkdirSync(sessionsFolder(where.stateDir), { recursive: true });
    const target = writeFile(join(makeTempDir(), "target"), `${JSON.stringify(showing("theirs"))}\n`);
    symlinkSync(target, where.path);
    const before = readFileSync(target, "utf8");
    expectNoMemory(where);
    expect(readFileSync(target, "utf8")).toBe(before);
    const dangling = place("dangling");
    mkdirSync(sessionsFolder(dangling.stateDir), { recursive: true });
    const nowhere = join(makeTempDir(), "none");
    symlinkSync(nowhere, dangling.path);
    expectNoMemory(dangling);
    expect(existsSync(nowhere)).toBe(false);
    expect(lstatSync(dangling.path).isSymbolicLink()).toBe(true);
  });

  it("a folder", () => {
    const where = place();
    makeFolder(where.path);
    expectNoMemory(where);
  });

  it("a file in the place of the folder, or of one above it", () => {
    const where = place();
    writeFile(sessionsFolder(where.stateDir), "");
    expectNoMemory(where);
    expectNoMemory({ stateDir: join(writeFile(join(makeTempDir(), "file"), ""), "deeper", "state"), sessionId: ID });
  });

  it("a path that no file system takes", () => {
    expectNoMemory({ stateDir: join(makeTempDir(), "x".repeat(300)), sessionId: ID });
    expectNoMemory({ stateDir: `${makeTempDir()}/a\0b`, sessionId: ID });
  });

  it.skipIf(isRoot || isWindows)("a folder that may only be read", () => {
    const where = place();
    makeFolder(sessionsFolder(where.stateDir));
    chmodSync(sessionsFolder(where.stateDir), 0o500);
    expectNoMemory(where);
    chmodSync(sessionsFolder(where.stateDir), 0o700);
  });

  // Not /proc: there Node's own mkdir never comes back.
  it.skipIf(!existsSync("/sys/kernel"))("a folder that nobody may write, not even root", () => {
    expectNoMemory({ stateDir: "/sys/kernel/lore-inject", sessionId: ID });
  });
});

describe("ledgerName", () => {
  it.each([
    [ID, `${ID}.jsonl`],
    ["session_1", "session_1.jsonl"],
  ])("%s is used as it is", (id, name) => {
    expect(ledgerName(id)).toBe(name);
  });

  it.each(["", "../../etc/passwd", "a/b", "a\\b", ".", "..", "a.b", "UPPER", "x-0123456789abcdef", "a\0b", "a b", "é", "con:", "a".repeat(81)])(
    "%j is known by its hash",
    (id) => {
      expect(ledgerName(id)).toMatch(/^x-[0-9a-f]{16}\.jsonl$/);
      expect(ledgerName(id)).not.toBe(`${id}.jsonl`);
    },
  );

  it("every id has a name of its own that stays in the folder, whatever the case counts", () => {
    const id = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(..."abAB-_./\\x0") }), fc.uuid());
    fc.assert(
      fc.property(id, id, (one, two) => {
        expect(ledgerName(one)).toMatch(/^[a-z0-9_-]{1,80}\.jsonl$/);
        expect(ledgerName(one) === ledgerName(two)).toBe(one === two);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("found by tests", () => {
  const shownBy = (others: { shown(agent: null): ReadonlyMap<string, unknown> } | null): readonly string[] => [...(others?.shown(null).keys() ?? [])];

  // A line of more than a page can be seen half-written: LedgerFile.readBetween then begins in the middle of it.
  it("a line that was half there when the file was read is told as the others' once it is whole", () => {
    const where = place();
    const whole = `${JSON.stringify(showing("same", { by: 2 }))}\n`;
    writeFile(where.path, whole.slice(0, 20));
    const file = new LedgerFile(where);
    appendFileSync(where.path, whole.slice(20));
    const others = file.append(showing("same"));
    file.close();
    expect(shownBy(others)).toEqual(["same"]);
  });
});
