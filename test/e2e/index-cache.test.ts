/** The index's files may be lost, foreign, read-only or without room: the answer stays what the stores say. */
import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { askBoth, backgroundOf, type IndexedHome, index, indexNow, makeIndexed, makeTwins, settle, statusOf } from "./indexed-home.ts";
import { JOURNAL } from "./made-store.ts";
import { hand, install, OTHER_UID, WHY_NOT } from "./other-user.ts";
import { age, ask, configure, type Home, makeHome, runHook } from "./run-hook.ts";

function indexFiles(home: Home): readonly string[] {
  return readdirSync(home.cache).filter((name) => name.endsWith(".idx"));
}

/** A prompt to which there is an answer. */
async function aPrompt(twins: IndexedHome): Promise<string> {
  for (;;) {
    const prompt = twins.maker.prompt();
    if ((await askBoth(twins, prompt)) !== "") return prompt;
  }
}

it("deleted as a whole, and file by file", async () => {
  const twins = makeIndexed();
  const prompt = await aPrompt(twins);
  for (const name of indexFiles(twins.home)) {
    rmSync(join(twins.home.cache, name));
    await askBoth(twins, prompt);
  }
  rmSync(twins.home.cache, { recursive: true });
  await askBoth(twins, prompt);
  expect((await statusOf(twins.home)).state).toBe("none");
});

it("emptied, or a folder", async () => {
  const twins = makeIndexed();
  const prompt = await aPrompt(twins);
  for (const name of indexFiles(twins.home)) writeFileSync(join(twins.home.cache, name), "");
  await askBoth(twins, prompt);
  expect((await statusOf(twins.home)).due).toMatch(/^the \w+ part is damaged: /);
  for (const name of indexFiles(twins.home)) {
    rmSync(join(twins.home.cache, name));
    mkdirSync(join(twins.home.cache, name));
  }
  await askBoth(twins, prompt);
});

it("made by another version of the program: neither uses the other's", async () => {
  const twins = makeIndexed();
  const prompt = await aPrompt(twins);
  const other = installAs(twins.home, "9.9.9");
  expect((await statusOf(twins.home)).state).toBe("fresh");
  expect((await statusOf(twins.home, { binary: other })).state).toBe("none");
  await askBoth(twins, prompt, { binary: other });
  const rebuild = { home: twins.home, args: ["index", "rebuild", "--cwd", twins.home.storefront], binary: other };
  expect((await runHook(rebuild)).status).toBe(0);
  expect((await statusOf(twins.home, { binary: other })).state).toBe("fresh");
  expect((await statusOf(twins.home)).state).toBe("none");
  await askBoth(twins, prompt);
});

/** The same program under another number. */
function installAs(home: Home, version: string): string {
  const binary = install(home);
  const { version: own } = JSON.parse(readFileSync(join(home.dir, "program/package.json"), "utf8"));
  const dist = join(home.dir, "program/dist");
  for (const name of readdirSync(dist).filter((each) => each.endsWith(".cjs"))) {
    const code = readFileSync(join(dist, name), "utf8");
    writeFileSync(join(dist, name), code.replaceAll(`"${own}"`, `"${version}"`));
  }
  return binary;
}

it("of another home, whose stores are elsewhere", async () => {
  const twins = makeIndexed(1500);
  const prompt = await aPrompt(twins);
  const other = makeIndexed(1500);
  // The names tell them apart; here each file gets the name of the other home's.
  const names = indexFiles(twins.home);
  const foreign = indexFiles(other.home);
  for (const kind of ["documents", "base"]) {
    const [to = "", from = ""] = [names, foreign].map((each) => each.find((name) => name.startsWith(kind)));
    rmSync(join(twins.home.cache, to));
    cpSync(join(other.home.cache, from), join(twins.home.cache, to), { preserveTimestamps: true });
  }
  await askBoth(twins, prompt);
  expect(await statusOf(twins.home)).toMatchObject({ state: "none" });
  expect(indexNow(twins.home)).toMatchObject([{ kind: "documents" }, { kind: "base" }]);
  await askBoth(twins, prompt);
});

const BACKGROUND = "index: { background: true }\n";

describe.skipIf(WHY_NOT !== "")(`in a folder that cannot be written${WHY_NOT}`, () => {
  async function lock(twins: IndexedHome): Promise<string> {
    const binary = install(twins.home);
    hand(twins.home);
    hand(twins.plain);
    chmodSync(twins.home.cache, 0o555);
    return binary;
  }

  it("without an index: the same answer, no process, and `index rebuild` says why not", async () => {
    const twins = makeTwins(2000);
    configure(twins.home, BACKGROUND);
    mkdirSync(twins.home.cache, { recursive: true });
    const prompt = await aPrompt(makeTwins(2000));
    const binary = await lock(twins);
    for (let round = 0; round < 2; round++) expect(await askBoth(twins, prompt, { uid: OTHER_UID, binary })).not.toBe("");
    expect(readdirSync(twins.home.cache)).toEqual([]);
    expect(backgroundOf(twins.home)).toEqual([]);
    const args = ["index", "rebuild", "--cwd", twins.home.storefront];
    const { status, stdout, stderr } = await runHook({ home: twins.home, args, binary, uid: OTHER_UID });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^lore-inject: the index cannot be built: EACCES.* \(the stores are read directly meanwhile\)\n$/);
  });

  it("with an index that no longer holds", async () => {
    const twins = makeIndexed();
    const prompt = await aPrompt(twins);
    configure(twins.home, BACKGROUND);
    appendFileSync(join(twins.home.data, JOURNAL), twins.maker.journal(400));
    const binary = await lock(twins);
    const before = readdirSync(twins.home.cache);
    for (let round = 0; round < 2; round++) await askBoth(twins, prompt, { uid: OTHER_UID, binary });
    expect(readdirSync(twins.home.cache)).toEqual(before);
    expect(backgroundOf(twins.home)).toEqual([]);
  });
});

/** Mounted folders are given back even if a test fails. */
const mounted: string[] = [];
afterAll(() => {
  for (const folder of mounted) spawnSync("umount", ["-l", folder]);
});

function mountSmall(folder: string, size: string, more = ""): boolean {
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}${more}`, "none", folder]);
  if (status === 0) mounted.push(folder);
  return status === 0;
}

const canMount = process.platform === "linux" && mountSmall(join(makeHome("none").dir, "probe"), "64k");

describe.skipIf(!canMount)(`on a full disk${canMount ? "" : " (skipped: nothing can be mounted here)"}`, () => {
  it.each(["16k", "64k", "256k"])("of %s: the same answer, whatever fits; with room again it is built at once", async (size) => {
    const twins = makeTwins(2000);
    mountSmall(twins.home.cache, size);
    const prompt = await aPrompt(twins);
    const { status, stdout, stderr } = await index(twins.home, "rebuild");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^lore-inject: the index cannot be built: ENOSPC/);
    await askBoth(twins, prompt);
    // What was begun does not take the room from the others.
    expect(readdirSync(twins.home.cache).filter((name) => /\.idx\b.*\.tmp/.test(name))).toEqual([]);
    expect((await statusOf(twins.home)).state).not.toBe("fresh");
    spawnSync("mount", ["-o", "remount,size=64m", twins.home.cache]);
    expect(await index(twins.home, "rebuild")).toMatchObject({ status: 0, stderr: "", stdout: expect.stringMatching(/^documents: .*\nbase: /) });
    expect((await statusOf(twins.home)).state).toBe("fresh");
    await askBoth(twins, prompt);
  });

  it("that fills up when the index grows: the old one serves on", async () => {
    const twins = makeTwins(1200);
    mountSmall(twins.home.cache, "3m");
    indexNow(twins.home);
    const prompt = await aPrompt(twins);
    writeFileSync(join(twins.home.cache, "filler"), Buffer.alloc(1000));
    for (let free = 4 << 20; free >= 4096; ) {
      try {
        appendFileSync(join(twins.home.cache, "filler"), Buffer.alloc(free));
      } catch {
        free /= 2;
      }
    }
    appendFileSync(join(twins.home.data, JOURNAL), twins.maker.journal(100));
    settle(twins.home);
    const { status } = await index(twins.home, "refresh");
    expect(status).toBe(1);
    expect((await statusOf(twins.home)).segments.map(({ kind }) => kind)).toEqual(["documents", "base"]);
    await askBoth(twins, prompt);
  });

  it("with prompts that start a refresh: the same answers, and nothing is left", async () => {
    const twins = makeTwins(2000);
    configure(twins.home, BACKGROUND);
    age(twins.home.config);
    mountSmall(twins.home.cache, "64k");
    for (let round = 0; round < 3; round++) await aPrompt(twins);
    for (let tries = 0; backgroundOf(twins.home).length > 0 && tries < 200; tries++) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(backgroundOf(twins.home)).toEqual([]);
    expect(readdirSync(twins.home.cache).filter((name) => name.includes(".idx"))).toEqual([]);
  });

  it("a prompt leaves no unfinished file behind", async () => {
    const twins = makeTwins(2000);
    mountSmall(twins.home.cache, "64k");
    for (let round = 0; round < 3; round++) await ask(twins.home, twins.maker.prompt());
    expect(readdirSync(twins.home.cache).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});
