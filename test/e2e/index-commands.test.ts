/** `index status|refresh|rebuild|verify`: what they print, and their exit codes. */
import { appendFileSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { askBoth, expectVerified, index, makeIndexed, makeTwins, statusOf } from "./indexed-home.ts";
import { JOURNAL } from "./made-store.ts";
import { age, configure, type Home, makeHome, runHook, write } from "./run-hook.ts";

function pathOf(home: Home, kind: string): string {
  return join(home.cache, readdirSync(home.cache).find((name) => name.startsWith(`${kind}-`) && name.endsWith(".idx")) ?? "");
}

/** As a failing disk does it: the bytes change, the time stamp does not. */
function damage(file: string, at: number): void {
  const bytes = readFileSync(file);
  const seconds = bytes.readUInt32LE(24);
  bytes.fill(0xff, at, at + 1024);
  writeFileSync(file, bytes);
  utimesSync(file, seconds, seconds);
}

describe("status", () => {
  it("before there is one, when it is whole, when lines came after it, and when a store was changed", async () => {
    const { home, maker } = makeTwins(2000);
    const none = await index(home, "status");
    expect({ status: none.status, stderr: none.stderr }).toEqual({ status: 0, stderr: "" });
    expect(none.stdout).toMatch(/^state +none: \d+ bytes are not indexed\nsize +0\.0 kB for \d+\.\d kB of data \(0 %\)\n/);
    expect(none.stdout).toMatch(/^segments\n {2}none\nstores\n {2}patterns +\d+\.\d kB {2}\d+ bytes read directly {2}.*patterns\.yaml$/m);
    await index(home, "rebuild");
    const whole = (await index(home, "status")).stdout;
    expect(whole).toMatch(/^state +fresh\nsize +\d+\.\d kB for \d+\.\d kB of data \(\d+ %\)\nfolder +\/.*lore-inject\nsegments\n/);
    expect(whole).toMatch(/^ {2}documents +200 records +\d+ terms +\d+\.\d kB$/m);
    expect(whole).toMatch(/^ {2}base +1,\d\d\d records +[\d,]+ terms +\d+\.\d kB$/m);
    expect(whole).toMatch(/^ {2}journal +\d+\.\d kB {2}indexed {2}.*decisions\.jsonl$/m);
    const added = maker.journal(5);
    appendFileSync(join(home.data, JOURNAL), added);
    const grown = (await index(home, "status")).stdout;
    expect(grown).toMatch(/^state +fresh$/m);
    expect(grown).toMatch(new RegExp(`^ {2}journal .*  ${Buffer.byteLength(added)} bytes read directly  .*decisions\\.jsonl$`, "m"));
    writeFileSync(join(home.data, JOURNAL), maker.journal(100));
    expect((await index(home, "status")).stdout).toMatch(/^state +due: .*decisions\.jsonl was changed$/m);
  });

  it("--json, and `index` alone is `index status`", async () => {
    const { home } = makeIndexed();
    const status = await statusOf(home);
    expect(status).toMatchObject({ state: "fresh", due: null, segments: [{ kind: "documents", documents: 200 }, { kind: "base" }] });
    expect(status.stores.map(({ source }) => source)).toEqual(["patterns", "journal", "failures", "inbox"]);
    for (const { bytes, indexed } of status.stores) expect(indexed).toBe(bytes);
    expect(status.dataBytes).toBe(status.stores.reduce((sum, { bytes }) => sum + bytes, 0));
    const alone = await runHook({ home, args: ["index"] });
    expect(alone).toMatchObject({ status: 0, stderr: "" });
    expect(alone.stdout).toMatch(/^state +\w+/);
  });
});

describe("refresh and rebuild", () => {
  it("say what was built, and why; then that nothing is to do", async () => {
    const twins = makeTwins(2000);
    const { home, maker } = twins;
    const first = await index(home, "refresh");
    expect({ status: first.status, stderr: first.stderr }).toEqual({ status: 0, stderr: "" });
    const built = (kind: string, reason: string) => `${kind}: [\\d,]+ lines, \\d+\\.\\d kB in \\d+\\.\\d s.* \\(${reason}\\)\n`;
    expect(first.stdout).toMatch(
      new RegExp(`^${built("documents", "there was none that could be used")}${built("base", "there was none that could be used")}$`),
    );
    expect(await index(home, "refresh")).toMatchObject({ status: 0, stderr: "", stdout: "the index is up to date\n" });
    appendFileSync(join(home.data, JOURNAL), maker.journal(50));
    age(join(home.data, JOURNAL));
    expect((await index(home, "refresh")).stdout).toMatch(new RegExp(`^${built("delta", "lines were appended")}$`));
    expect((await index(home, "refresh")).stdout).toBe("the index is up to date\n");
    expect((await index(home, "rebuild")).stdout).toMatch(new RegExp(`^${built("documents", "asked for")}${built("base", "asked for")}$`));
    expect((await statusOf(home)).segments.map(({ kind }) => kind)).toEqual(["documents", "base"]);
    await expectVerified(home);
    await askBoth(twins, maker.prompt());
  });

  it("much that was appended becomes part of a new base", async () => {
    const { home, maker } = makeIndexed();
    appendFileSync(join(home.data, JOURNAL), maker.journal(900));
    age(join(home.data, JOURNAL));
    expect((await index(home, "refresh")).stdout).toMatch(/^base: .*\(much was appended\)\n$/);
  });

  it("--json", async () => {
    const { home } = makeTwins(2000);
    const built = JSON.parse((await index(home, "refresh", "--json")).stdout);
    expect(built).toMatchObject([
      { kind: "documents", lines: 200 },
      { kind: "base", lines: 1800 },
    ]);
    expect(JSON.parse((await index(home, "refresh", "--json")).stdout)).toEqual([]);
  });

  it("--background says nothing", async () => {
    const { home } = makeTwins(2000);
    expect(await index(home, "refresh", "--background")).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect((await statusOf(home)).state).toBe("fresh");
  });

  it("step aside while another process is at it; a lock whose holder is gone is nobody's", async () => {
    const { home } = makeIndexed();
    const key = /base-(\w+)\.idx/.exec(pathOf(home, "base"))?.[1];
    const lock = join(home.cache, `index-${key}.lock`);
    write(lock, String(process.pid));
    expect(await index(home, "rebuild")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: "lore-inject: another process is refreshing the index (wait until it is done)\n",
    });
    const { status: ended, stdout: pid } = await runHook({ home, args: [], runtime: [process.execPath, "-p", "process.pid"], binary: "" });
    expect(ended).toBe(0);
    write(lock, pid.trim());
    expect((await index(home, "rebuild")).stdout).toMatch(/^documents: /);
    expect(readdirSync(home.cache).filter((name) => name.endsWith(".lock"))).toEqual([]);
  });

  it("exit 1 when there is no folder to write to", async () => {
    const { home } = makeTwins(1500);
    rmSync(home.cache, { recursive: true, force: true });
    write(home.cache, "in the way");
    for (const command of ["refresh", "rebuild"]) {
      const { status, stdout, stderr } = await index(home, command);
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toMatch(/^lore-inject: the index cannot be built: E\w+.* \(the stores are read directly meanwhile\)\n$/);
    }
  });
});

describe("verify", () => {
  it("counts what it compared, and finds no difference; nor beside lines that are not indexed yet", async () => {
    const { home, maker } = makeIndexed();
    const counts =
      /^2,00\d lines, [\d,]+ entries of [\d,]+ terms compared with a plain reading of the stores\n(?:\d+ bytes are not indexed: prompts read them directly\n)?all equal\n$/;
    const { status, stdout, stderr } = await index(home, "verify");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(counts);
    appendFileSync(join(home.data, JOURNAL), maker.journal(500));
    expect((await index(home, "verify")).stdout).toMatch(counts);
    const json = JSON.parse((await index(home, "verify", "--json")).stdout);
    expect(json).toMatchObject({ lines: expect.closeTo(2000, -1), differences: [] });
    expect(json.postings).toBeGreaterThan(json.terms);
  });

  it.each([
    ["a posting", 100],
    ["a row or an entry", 60_000],
    ["something near the end", -3000],
  ])("exits 1 on damage that the time stamp does not tell: %s", async (_what, at) => {
    const twins = makeIndexed();
    const file = pathOf(twins.home, "base");
    damage(file, at < 0 ? readFileSync(file).length + at : at);
    const { status, stdout, stderr } = await index(twins.home, "verify");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^different: .+$/m);
    expect(stdout).not.toContain("all equal");
    expect(stderr).toBe("lore-inject: the index does not say what the stores hold (lore-inject index rebuild)\n");
    const json = await index(twins.home, "verify", "--json");
    expect(json.status).toBe(1);
    expect(JSON.parse(json.stdout).differences.length).toBeGreaterThan(0);
    expect((await index(twins.home, "rebuild")).status).toBe(0);
    await expectVerified(twins.home);
  });
});

it.each(["status", "refresh", "rebuild", "verify"])("%s exits 1 when the index is switched off", async (command) => {
  const home = makeHome();
  configure(home, "index: { enabled: false }\n");
  const { status, stdout, stderr } = await index(home, command);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^lore-inject: there is no index \(index\.enabled is off/);
});

it("an unknown one exits 1", async () => {
  const { status, stdout, stderr } = await index(makeHome(), "frobnicate");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).not.toBe("");
  expect(stderr).not.toContain("    at ");
});
