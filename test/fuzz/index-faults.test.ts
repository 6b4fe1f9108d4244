/**
 * Five hundred refreshes killed at any moment, and five hundred damaged index files: the answer stays that of the stores,
 * and the index becomes whole again.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, copyFileSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { askBoth, indexNow, makeTwins } from "../e2e/indexed-home.ts";
import { JOURNAL, type Pick, type StoreMaker, seeded } from "../e2e/made-store.ts";
import { age, type Home, ROOT } from "../e2e/run-hook.ts";
import { rounds } from "../rounds.ts";
import { compare, openIndexed, placeOf, reach, refresh, verify } from "./compare.ts";

const SEED = Number(process.env.FAST_CHECK_SEED ?? 20261116);

function describeDifference(prompt: string, text: string, expected: string): string {
  return `${JSON.stringify(prompt)}: ${JSON.stringify(text.slice(0, 200))} instead of ${JSON.stringify(expected.slice(0, 200))}`;
}

describe("killed refreshes", () => {
  const KILLS = rounds(500);
  /** So many of them are of the command itself; the others of its work alone, which starts quicker. */
  const COMMANDS = 60;

  it(`${KILLS}: every answer is right, and one refresh heals`, async () => {
    const twins = makeTwins(500);
    const { home, maker } = twins;
    indexNow(home);
    const pick = seeded(SEED);
    const script = await bundleWork(home);
    const slowest = { command: await timeOf(startCommand(home, pick)), work: await timeOf(startWork(script, pick)) };
    const wrong: string[] = [];
    const seen = { began: 0, finished: 0 };
    let compared = 0;
    for (let round = 0; round < KILLS; round++) {
      changeJournal(home, maker, pick);
      const isCommand = round % Math.floor(KILLS / COMMANDS) === 0;
      const child = isCommand ? startCommand(home, pick) : startWork(script, pick);
      const unfinished = countUnfinished(home);
      const killed = await killAfter(child, pick(Math.ceil(1.2 * (isCommand ? slowest.command : slowest.work))));
      if (!killed) seen.finished++;
      else if (countUnfinished(home) > unfinished) seen.began++;
      const prompt = maker.prompt();
      const { text, expected } = compare(prompt, home);
      if (text !== "") compared++;
      if (text !== expected) wrong.push(`seed ${SEED}, kill ${round}: ${describeDifference(prompt, text, expected)}`);
      if (round % 50 === 49) await askBoth(twins, maker.prompt());
    }
    expect(wrong).toEqual([]);
    // They would tell nothing if they all came before the work, or after it.
    expect(compared).toBeGreaterThan(KILLS / 5);
    expect(seen.began).toBeGreaterThan(KILLS / 100);
    expect(seen.finished).toBeGreaterThan(0);
    // A line that was cut short is read directly until somebody ends it.
    appendFileSync(join(home.data, JOURNAL), `\n${maker.journal(1)}`);
    age(join(home.data, JOURNAL));
    // A lock whose holder was killed before it could sign is honoured for five seconds.
    await expect.poll(() => refresh(home), { timeout: 8000, interval: 500 }).not.toBeNull();
    expect(verify(home)).toEqual([]);
    const { trace } = compare(maker.prompt(), home);
    expect({ due: trace.due, scanned: reach(trace).scanned }).toEqual({ due: null, scanned: 0 });
    for (const prompt of maker.prompts(20)) {
      const { text, expected } = compare(prompt, home);
      expect(text).toBe(expected);
    }
  }, 240_000);

  /** Mostly appends, as a journal sees; now and then what an editor does. What it did was a while ago, or a refresh would wait. */
  function changeJournal(home: Home, maker: StoreMaker, pick: Pick): void {
    const journal = join(home.data, JOURNAL);
    const kind = pick(30);
    if (kind < 16) appendFileSync(journal, maker.journal(1 + pick(3)));
    else if (kind === 16) truncateSync(journal, Math.floor(readFileSync(journal).length * 0.9));
    else if (kind === 17) writeFileSync(journal, maker.journal(300));
    else if (kind === 18) writeFileSync(journal, readFileSync(journal, "utf8").replaceAll("kalor", "lorka"));
    else return;
    age(journal);
  }

  /** The refresh without the command around it: what would otherwise be mostly the start of a process. */
  async function bundleWork(home: Home): Promise<string> {
    const context = openIndexed(home);
    const outfile = join(home.dir, "refresh.cjs");
    const request = { place: placeOf(context), stores: context.stores, knownProjects: context.knownProjects };
    const contents = `import { refreshIndex } from "./src/store/index/refresh-index.ts";
refreshIndex({ ...${JSON.stringify(request)}, force: process.argv[2] === "rebuild", progress: { start() {}, advance() {}, wait() {} } });`;
    await build({ stdin: { contents, resolveDir: ROOT }, bundle: true, platform: "node", format: "cjs", outfile, logLevel: "silent" });
    return outfile;
  }

  function startWork(script: string, pick: Pick): ChildProcess {
    return spawn(process.execPath, [script, pick(2) === 0 ? "rebuild" : "refresh"], { stdio: "ignore" });
  }

  function startCommand(home: Home, pick: Pick): ChildProcess {
    const args = [join(ROOT, "bin/lore-inject.js"), "index", pick(2) === 0 ? "rebuild" : "refresh", "--cwd", home.storefront];
    const env = { PATH: process.env.PATH, HOME: home.dir, LORE_DATA_DIR: home.data };
    return spawn(process.execPath, args, { stdio: "ignore", env });
  }

  async function timeOf(child: ChildProcess): Promise<number> {
    const startedAt = performance.now();
    await killAfter(child, 20_000);
    return performance.now() - startedAt;
  }

  /** Whether it was, rather than had ended by itself. */
  function killAfter(child: ChildProcess, ms: number): Promise<boolean> {
    const timer = setTimeout(() => child.kill("SIGKILL"), ms);
    return new Promise((resolve) => {
      child.on("exit", (_code, signal) => {
        clearTimeout(timer);
        resolve(signal === "SIGKILL");
      });
    });
  }

  function countUnfinished(home: Home): number {
    return readdirSync(home.cache).filter((name) => name.includes(".tmp")).length;
  }
});

type Damage = (bytes: Buffer, pick: Pick) => Buffer;

const DAMAGES: Readonly<Record<string, Damage>> = {
  "a bit flipped": (bytes, pick) => flip(bytes, pick, 1),
  "some bits flipped": (bytes, pick) => flip(bytes, pick, 2 + pick(30)),
  "a run overwritten": (bytes, pick) => {
    const at = pick(bytes.length);
    for (let i = at; i < Math.min(bytes.length, at + 1 + pick(200)); i++) bytes[i] = pick(256);
    return bytes;
  },
  "a run moved": (bytes, pick) => {
    const length = 4 + pick(400);
    const [from, to] = [pick(bytes.length - length), pick(bytes.length - length)];
    bytes.copyWithin(to, from, from + length);
    return bytes;
  },
  truncated: (bytes, pick) => bytes.subarray(0, pick(bytes.length)),
  extended: (bytes, pick) => Buffer.concat([bytes, Buffer.alloc(1 + pick(5000), pick(256))]),
  "a page zeroed": (bytes, pick) => {
    const page = pick(Math.ceil(bytes.length / 4096)) * 4096;
    return bytes.fill(0, page, Math.min(bytes.length, page + 4096));
  },
  "the head of the file": (bytes, pick) => {
    bytes[pick(32)] = pick(256);
    return bytes;
  },
  "a number near the end": (bytes, pick) => {
    // The footer is text: one digit for another keeps it well-formed.
    const digits = [...bytes.subarray(-2000).keys()].map((i) => Math.max(0, bytes.length - 2000) + i).filter((i) => isDigit(bytes[i] ?? 0));
    const at = digits[pick(Math.max(1, digits.length))];
    if (at !== undefined) bytes[at] = 0x30 + ((((bytes[at] ?? 0) - 0x30 + 1 + pick(9)) % 10) & 15);
    return bytes;
  },
};

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function flip(bytes: Buffer, pick: Pick, count: number): Buffer {
  for (let i = 0; i < count; i++) {
    const at = pick(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << pick(8));
  }
  return bytes;
}

describe("damaged index files", () => {
  const ROUNDS = rounds(500);

  it(`${ROUNDS}: every answer is right, and the index is healed`, () => {
    const { home, maker } = makeTwins(240);
    indexNow(home);
    appendFileSync(join(home.data, JOURNAL), maker.journal(24));
    age(join(home.data, JOURNAL));
    expect(indexNow(home)).toMatchObject([{ kind: "delta" }]);
    const files = readdirSync(home.cache).filter((name) => name.endsWith(".idx"));
    expect(files).toHaveLength(3);
    const originals = new Map(files.map((name) => [name, readFileSync(join(home.cache, name))]));
    const restore = (): void => {
      for (const [name, bytes] of originals) writeSealed(join(home.cache, name), bytes, timeIn(bytes));
    };
    const pick = seeded(SEED);
    const wrong: string[] = [];
    const notHealed: string[] = [];
    const counts = { noticed: 0, fallenBack: 0, answered: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      restore();
      const keepsTime = round % 2 === 0;
      const what = `seed ${SEED}, round ${round}: ${inflict(home, { files, originals, pick, keepsTime })}${keepsTime ? ", its time kept" : ""}`;
      const context = openIndexed(home);
      let due: string | null = null;
      for (const prompt of maker.prompts(2)) {
        const { text, expected, trace } = compare(prompt, home, context);
        if (text !== expected) wrong.push(`${what}: ${describeDifference(prompt, text, expected)}`);
        if (expected !== "") counts.answered++;
        due ??= trace.due;
      }
      if (due?.startsWith("the index cannot be used")) counts.fallenBack++;
      else if (due !== null) counts.noticed++;
      refresh(home);
      if (verify(home).length === 0) continue;
      notHealed.push(what);
      // What nobody has read yet is not known to be damaged; building it anew helps always.
      expect(refresh(home, true)).toMatchObject([{ kind: "documents" }, { kind: "base" }]);
      expect({ what, differences: verify(home) }).toEqual({ what, differences: [] });
    }
    expect(wrong).toEqual([]);
    expect(notHealed.filter((what) => !what.endsWith("its time kept"))).toEqual([]);
    expect(counts.answered).toBeGreaterThan(ROUNDS / 2);
    expect(counts.noticed).toBeGreaterThan(ROUNDS / 3);
    expect(counts.fallenBack).toBeGreaterThan(ROUNDS / 50);
  }, 240_000);

  interface Scene {
    readonly files: readonly string[];
    readonly originals: ReadonlyMap<string, Buffer>;
    readonly pick: Pick;
    readonly keepsTime: boolean;
  }

  function inflict(home: Home, { files, originals, pick, keepsTime }: Scene): string {
    const name = files[pick(files.length)] ?? "";
    const kinds = [...Object.keys(DAMAGES), "swapped", "another's copy", "lost"];
    const kind = kinds[pick(kinds.length)] ?? "";
    const path = join(home.cache, name);
    const inflicted = DAMAGES[kind];
    if (inflicted) {
      const original = originals.get(name) ?? Buffer.alloc(0);
      writeSealed(path, inflicted(Buffer.from(original), pick), keepsTime ? timeIn(original) : null);
      return `${name.split("-")[0]}: ${kind}`;
    }
    const other = join(home.cache, files[(files.indexOf(name) + 1 + pick(files.length - 1)) % files.length] ?? "");
    if (kind === "lost") rmSync(path);
    else if (kind === "another's copy") {
      copyFileSync(other, path);
      if (keepsTime) utimesSync(path, timeIn(readFileSync(other)), timeIn(readFileSync(other)));
    } else {
      renameSync(path, `${path}.aside`);
      renameSync(other, path);
      renameSync(`${path}.aside`, other);
    }
    return `${name.split("-")[0]}: ${kind}`;
  }

  /** When the file was sealed, in seconds: it carries its own time. */
  function timeIn(bytes: Buffer): number {
    return bytes.readUInt32LE(24);
  }

  function writeSealed(path: string, bytes: Buffer, seconds: number | null): void {
    writeFileSync(path, bytes);
    if (seconds !== null) utimesSync(path, seconds, seconds);
  }
});
