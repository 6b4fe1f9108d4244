/** The index is a cache: whatever happens to it or to the stores, the very next prompt gets what the stores say. */
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compare, reach } from "../fuzz/compare.ts";
import { askBoth, type IndexedHome, index, indexNow, makeIndexed, makeTwins, statusOf } from "./indexed-home.ts";
import { FAILURES, JOURNAL, line, PATTERNS } from "./made-store.ts";
import { age, ask, configure, type Home, makeHome, runHook, write } from "./run-hook.ts";

const QUOKKA = "why does the quokkabroker handshake stall?";

function decision(id: string, fields: Readonly<Record<string, unknown>> = {}): string {
  return line({ id, timestamp: "2026-11-14T09:00:00Z", decision: "Quokkabroker handshake waits for the clock", tags: ["storefront"], ...fields });
}

const isIndexFile = (name: string): boolean => name.endsWith(".idx");

function indexFiles(home: Home): readonly string[] {
  if (!existsSync(home.cache)) return [];
  return readdirSync(home.cache).filter(isIndexFile).sort();
}

/** The prompts' answers, then again when all of it is indexed. */
async function expectSameNowAndLater(twins: IndexedHome, prompts: readonly string[]): Promise<void> {
  for (const prompt of prompts) await askBoth(twins, prompt);
  indexNow(twins.home);
  for (const prompt of prompts) await askBoth(twins, prompt);
}

describe("says what the stores say", () => {
  it("to 50 prompts about 4,000 records, none of which is read directly", async () => {
    const { home, maker } = makeIndexed(4000);
    let answered = 0;
    for (const prompt of maker.prompts(50)) {
      const { text, expected, trace } = compare(prompt, home);
      expect({ prompt, text }).toEqual({ prompt, text: expected });
      if (trace.reports.length > 0) expect(reach(trace)).toMatchObject({ scanned: 0 });
      if (text !== "" && reach(trace).indexed > 900_000) answered++;
    }
    expect(answered).toBeGreaterThan(15);
  });

  it("through the binary, byte for byte", async () => {
    const twins = makeIndexed();
    const answers = [];
    for (const prompt of twins.maker.prompts(12)) {
      const [text, expected] = await Promise.all([ask(twins.home, prompt), ask(twins.plain, prompt)]);
      expect(text).toBe(expected);
      answers.push(text);
    }
    expect(answers.filter(Boolean).length).toBeGreaterThan(5);
  });

  it("with a base, lines appended behind it, and more behind those", async () => {
    const twins = makeIndexed();
    const { home, maker } = twins;
    const journal = join(home.data, JOURNAL);
    appendFileSync(journal, maker.journal(150));
    expect(indexNow(home)).toMatchObject([{ kind: "delta" }]);
    appendFileSync(journal, maker.journal(20));
    expect((await statusOf(home)).segments.map(({ kind }) => kind)).toEqual(["documents", "base", "delta"]);
    for (const prompt of maker.prompts(40)) {
      const { text, expected } = compare(prompt, home);
      expect({ prompt, text }).toEqual({ prompt, text: expected });
    }
    for (const prompt of maker.prompts(4)) await askBoth(twins, prompt);
  });
});

describe("the very next prompt notices", () => {
  it.each([1, 100, 1000])("%d appended records", async (count) => {
    const twins = makeIndexed();
    const { home, maker } = twins;
    const before = Array.from({ length: count - 1 }, () => maker.decision()).join("");
    appendFileSync(join(home.data, JOURNAL), before + decision("dec-0a0b0c01"));
    expect(await askBoth(twins, QUOKKA)).toContain("dec-0a0b0c01");
    await expectSameNowAndLater(twins, maker.prompts(2));
    expect(await askBoth(twins, QUOKKA)).toContain("dec-0a0b0c01");
  });

  it("a line that is still being written, and its end", async () => {
    const twins = makeIndexed();
    const { home } = twins;
    const journal = join(home.data, JOURNAL);
    const added = decision("dec-0a0b0c01");
    appendFileSync(journal, added.slice(0, 60));
    expect(await askBoth(twins, QUOKKA)).toBe("");
    indexNow(home);
    expect(await askBoth(twins, QUOKKA)).toBe("");
    appendFileSync(journal, added.slice(60));
    expect(await askBoth(twins, QUOKKA)).toContain("dec-0a0b0c01");
  });

  /** A home in whose index the quokkabroker stands, in the middle of the journal. */
  async function withQuokka(): Promise<IndexedHome & { readonly journal: string }> {
    const twins = makeTwins(2000);
    const journal = join(twins.home.data, JOURNAL);
    const lines = readFileSync(journal, "utf8").split("\n");
    lines.splice(600, 0, decision("dec-0a0b0c01").trimEnd());
    writeFileSync(journal, lines.join("\n"));
    age(journal);
    indexNow(twins.home);
    expect(await askBoth(twins, QUOKKA)).toContain("dec-0a0b0c01");
    return { ...twins, journal };
  }

  it.each<[string, string, RegExp | null]>([
    ["retired", decision("dec-0a0b0c01", { status: "retracted" }), null],
    ["retired in other words", decision("dec-0a0b0c01", { decision: "Withdrawn", status: "retracted" }), null],
    ["replaced by words of no interest", decision("dec-0a0b0c01", { decision: "Something else entirely" }), null],
    ["replaced", decision("dec-0a0b0c01", { decision: "Quokkabroker handshake needs a certificate" }), /needs a certificate/],
    [
      "superseded",
      decision("dec-0a0b0c01", { status: "superseded" }) + decision("dec-0a0b0c02", { decision: "Quokkabroker handshake is gone" }),
      /dec-0a0b0c02[\s\S]*is gone/,
    ],
  ])("a record that is %s by a later line", async (_how, later, shown) => {
    const twins = await withQuokka();
    appendFileSync(twins.journal, later);
    for (const isRefreshed of [false, true]) {
      if (isRefreshed) await expectSameNowAndLater(twins, [QUOKKA]);
      const text = await askBoth(twins, QUOKKA);
      expect(text).not.toContain("waits for the clock");
      if (shown) expect(text).toMatch(shown);
      else expect(text).toBe("");
    }
  });

  it("a record that was edited in place, with as many bytes", async () => {
    const twins = await withQuokka();
    const before = readFileSync(twins.journal, "utf8");
    writeFileSync(twins.journal, before.replace("Quokkabroker handshake waits", "Wombatbroker handshake waits"));
    expect(statSync(twins.journal).size).toBe(Buffer.byteLength(before));
    expect(await askBoth(twins, QUOKKA)).toBe("");
    expect(await askBoth(twins, QUOKKA.replace("quokka", "wombat"))).toContain("dec-0a0b0c01");
    await expectSameNowAndLater(twins, [QUOKKA, QUOKKA.replace("quokka", "wombat")]);
  });

  it("an edit that kept the time of the last change", async () => {
    const twins = await withQuokka();
    const { mtime } = statSync(twins.journal);
    writeFileSync(twins.journal, readFileSync(twins.journal, "utf8").replace("Quokkabroker handshake waits", "Wombatbroker handshake waits"));
    age(twins.journal, (Date.now() - mtime.getTime()) / 1000);
    // Asked first: no line that the index knows would tell that something changed.
    expect(await askBoth(twins, QUOKKA.replace("quokka", "wombat"))).toContain("dec-0a0b0c01");
    expect(await askBoth(twins, QUOKKA)).toBe("");
  });

  it("a store that lost its end", async () => {
    const twins = await withQuokka();
    truncateSync(twins.journal, readFileSync(twins.journal).indexOf("dec-0a0b0c01") - 8);
    expect(await askBoth(twins, QUOKKA)).toBe("");
    await expectSameNowAndLater(twins, [QUOKKA, ...twins.maker.prompts(2)]);
  });

  it("a store that lost its end and grew again, beyond what it was", async () => {
    const twins = await withQuokka();
    const { size } = statSync(twins.journal);
    truncateSync(twins.journal, readFileSync(twins.journal).indexOf("dec-0a0b0c01") - 8);
    while (statSync(twins.journal).size <= size) appendFileSync(twins.journal, twins.maker.journal(100));
    expect(await askBoth(twins, QUOKKA)).toBe("");
    await expectSameNowAndLater(twins, [QUOKKA, ...twins.maker.prompts(2)]);
  });

  it("a store that was rewritten: other lines, then more of them, then none", async () => {
    const twins = await withQuokka();
    for (const lines of [300, 3000, 0]) {
      writeFileSync(twins.journal, twins.maker.journal(lines));
      expect(await askBoth(twins, QUOKKA)).toBe("");
      await askBoth(twins, twins.maker.prompt());
    }
    await expectSameNowAndLater(twins, [QUOKKA, ...twins.maker.prompts(2)]);
  });

  it("two stores that changed places, and one that was replaced by another file", async () => {
    const twins = await withQuokka();
    const other = `${twins.journal}.other`;
    writeFileSync(other, twins.maker.journal(800) + decision("dec-0a0b0c02", { decision: "Quokkabroker handshake from elsewhere" }));
    age(other);
    renameSync(twins.journal, `${twins.journal}.aside`);
    renameSync(other, twins.journal);
    const text = await askBoth(twins, QUOKKA);
    expect(text).toContain("dec-0a0b0c02");
    expect(text).not.toContain("dec-0a0b0c01");
    const failures = join(twins.home.data, FAILURES);
    renameSync(failures, other);
    renameSync(twins.journal, failures);
    renameSync(other, twins.journal);
    await askBoth(twins, QUOKKA);
    await expectSameNowAndLater(twins, [QUOKKA, ...twins.maker.prompts(2)]);
  });

  it("a store that is gone, and back", async () => {
    const twins = await withQuokka();
    renameSync(twins.journal, `${twins.journal}.aside`);
    expect(await askBoth(twins, QUOKKA)).toBe("");
    renameSync(`${twins.journal}.aside`, twins.journal);
    expect(await askBoth(twins, QUOKKA)).toContain("dec-0a0b0c01");
  });

  it("an edited YAML document", async () => {
    const twins = makeIndexed();
    const file = join(twins.home.data, PATTERNS);
    const before = readFileSync(file, "utf8");
    const entry = (solution: string) =>
      before.replace("patterns:\n", `patterns:\n    - id: "pat-000001-0a0b0c0d"\n      name: "Quokkabroker handshake"\n      solution: "${solution}"\n`);
    for (const solution of ["Set the first clock", "Set the other clock"]) {
      writeFileSync(file, entry(solution));
      expect(await askBoth(twins, QUOKKA)).toContain(solution);
    }
    await expectSameNowAndLater(twins, [QUOKKA, ...twins.maker.prompts(2)]);
    writeFileSync(file, before);
    expect(await askBoth(twins, QUOKKA)).toBe("");
  });

  it("a project that the registry gained, and lost: a tag becomes its name, and a word again", async () => {
    const registry = "registry/data/metadata.yaml";
    const twins = makeIndexed();
    const { home } = twins;
    appendFileSync(join(home.data, JOURNAL), decision("dec-0a0b0c01", { tags: ["wombatworks"] }));
    indexNow(home);
    const neutral = await askBoth(twins, QUOKKA);
    expect(neutral).toContain("dec-0a0b0c01");
    write(join(home.data, registry), "metadata:\n  wombatworks:\n    role: shop\n    description: sells\n");
    await expectSameNowAndLater(twins, [QUOKKA]);
    rmSync(join(home.data, registry));
    expect(await askBoth(twins, QUOKKA)).toBe(neutral);
  });
});

describe("two files of one source", () => {
  const TWO = "sources: { journal: { paths: [journal/data/decisions.jsonl, journal/data/more.jsonl] } }\n";

  it("the later file counts, whatever is indexed and whichever of them changes", async () => {
    const twins = makeTwins(1500, TWO);
    const { home, maker } = twins;
    const [first, second] = [join(home.data, JOURNAL), join(home.data, "journal/data/more.jsonl")];
    appendFileSync(first, decision("dec-0a0b0c01", { decision: "Quokkabroker handshake says the first file" }));
    write(second, maker.journal(300) + decision("dec-0a0b0c01", { decision: "Quokkabroker handshake says the second file" }));
    age(join(home.data, "journal"));
    expect(await askBoth(twins, QUOKKA)).toContain("says the second file");
    indexNow(home);
    expect(await askBoth(twins, QUOKKA)).toContain("says the second file");
    appendFileSync(first, decision("dec-0a0b0c01", { decision: "Quokkabroker handshake says the first file again" }));
    expect(await askBoth(twins, QUOKKA)).toContain("says the second file");
    expect(indexNow(home)).toMatchObject([{ kind: "delta" }]);
    expect(await askBoth(twins, QUOKKA)).toContain("says the second file");
    appendFileSync(second, decision("dec-0a0b0c01", { status: "retracted" }));
    expect(await askBoth(twins, QUOKKA)).toBe("");
    indexNow(home);
    expect(await askBoth(twins, QUOKKA)).toBe("");
    rmSync(second);
    expect(await askBoth(twins, QUOKKA)).toContain("says the first file again");
  });
});

describe("settings", () => {
  it("that leave a source out have an index of their own", async () => {
    const twins = makeIndexed();
    const before = indexFiles(twins.home);
    configure(twins.home, "sources: { failures: { enabled: false } }\n");
    configure(twins.plain, "index: { enabled: false }\nsources: { failures: { enabled: false } }\n");
    const prompts = twins.maker.prompts(3);
    for (const prompt of prompts) await askBoth(twins, prompt);
    indexNow(twins.home);
    expect(indexFiles(twins.home)).toEqual(expect.arrayContaining([...before]));
    expect(indexFiles(twins.home).length).toBe(2 * before.length);
    for (const prompt of prompts) await askBoth(twins, prompt);
  });

  it("that switch it off leave it unread and unmade", async () => {
    const { plain, maker } = makeTwins(1500);
    await ask(plain, maker.prompt());
    expect(indexFiles(plain)).toEqual([]);
    const { status, stdout, stderr } = await index(plain, "refresh");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("there is no index");
  });
});

describe("--debug", () => {
  async function debug(home: Home, prompt: string): Promise<string> {
    return (await runHook({ home, args: ["--debug", "--prompt", prompt, "--cwd", home.storefront] })).stderr;
  }

  it("says that the index is to be refreshed, and what was read beside it", async () => {
    const { home, maker } = makeTwins(2000);
    expect(await debug(home, QUOKKA)).toMatch(/^index +to be refreshed: \d+ bytes had to be read directly$/m);
    indexNow(home);
    const indexed = await debug(home, QUOKKA);
    expect(indexed).not.toContain("to be refreshed");
    expect(indexed).toMatch(/journal +\d+ records .*decisions\.jsonl +\(indexed\)$/m);
    const added = maker.journal(3);
    appendFileSync(join(home.data, JOURNAL), added);
    const grown = await debug(home, QUOKKA);
    expect(grown).not.toContain("to be refreshed");
    expect(grown).toMatch(new RegExp(`decisions\\.jsonl +\\(indexed, and ${Buffer.byteLength(added)} bytes behind it read\\)$`, "m"));
    writeFileSync(join(home.data, JOURNAL), maker.journal(800));
    const changed = await debug(home, QUOKKA);
    expect(changed).toMatch(/^index +to be refreshed: .*decisions\.jsonl was changed$/m);
    expect(changed).toMatch(/decisions\.jsonl$/m);
  });
});

it("a home without any store has nothing to index", async () => {
  const home = makeHome("none");
  expect(await ask(home, QUOKKA)).toBe("");
  expect(await statusOf(home)).toMatchObject({ state: "none", due: null, bytes: 0, dataBytes: 0 });
  expect(await index(home, "refresh")).toMatchObject({ status: 0, stderr: "" });
  expect(await ask(home, QUOKKA)).toBe("");
});
