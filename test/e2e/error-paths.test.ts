/** Everything that can be wrong around the hook: the rest still answers, and it never fails. */
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hand, install, OTHER_UID, WHY_NOT } from "./other-user.ts";
import { age, ask, configure, contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, type Home, makeHome, promptEvent, runHook, write } from "./run-hook.ts";

const JOURNAL = "journal/data/decisions.jsonl";
const ENV_DECISION = "dec-cefe2c23";

function decision(id: string, fields: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ id, timestamp: "2026-11-14T09:00:00Z", tags: ["storefront"], ...fields })}\n`;
}

describe("the data root", () => {
  it("is missing", async () => {
    expect(await ask(makeHome("none"), DEPLOY_PROMPT)).toBe("");
  });

  it("is a file", async () => {
    const home = makeHome("none");
    write(home.data, "not a folder");
    expect(await ask(home, DEPLOY_PROMPT)).toBe("");
  });

  it("is empty", async () => {
    const home = makeHome("none");
    mkdirSync(home.data);
    expect(await ask(home, DEPLOY_PROMPT)).toBe("");
  });

  it("is found without LORE_DATA_DIR: LORE_DIR, XDG_DATA_HOME, the default folder", async () => {
    const home = makeHome("copy");
    expect(await ask(home, DEPLOY_PROMPT, { env: { LORE_DATA_DIR: undefined, LORE_DIR: home.data } })).toContain(DEPLOY_RECORD);
    expect(await ask(home, DEPLOY_PROMPT, { env: { LORE_DATA_DIR: undefined, XDG_DATA_HOME: home.dir } })).toContain(DEPLOY_RECORD);
    cpSync(home.data, join(home.dir, ".local/share/lore"), { recursive: true });
    expect(await ask(home, DEPLOY_PROMPT, { env: { LORE_DATA_DIR: undefined } })).toContain(DEPLOY_RECORD);
  });
});

describe("a store", () => {
  it("ends in a half-written line: the earlier sound line of that id is shown", async () => {
    const home = makeHome("copy");
    const line = decision("dec-0a0b0c01", { decision: "Quokkabroker handshake waits for the clock" });
    const later = decision("dec-0a0b0c01", { decision: "Quokkabroker handshake needs no clock", status: "superseded" });
    appendFileSync(join(home.data, JOURNAL), line + later.slice(0, 80));
    const text = await ask(home, "why does the quokkabroker handshake stall?");
    expect(text).toContain("waits for the clock");
    expect(text).not.toContain("needs no clock");
  });

  it("has broken lines, blank lines and a BOM between sound ones", async () => {
    const home = makeHome("copy");
    const file = join(home.data, "failures/data/failures.jsonl");
    const lines = readFileSync(file, "utf8").trim().split("\n");
    writeFileSync(file, `\ufeff${lines.join('\r\n{"id":"fail-1",\r\n\r\n[]\r\nnull\r\n\u0000\u0001\r\n')}`);
    expect(await ask(home, DEPLOY_PROMPT)).toContain(DEPLOY_RECORD);
  });

  it("is a folder", async () => {
    const home = makeHome("copy");
    rmSync(join(home.data, JOURNAL));
    mkdirSync(join(home.data, JOURNAL));
    const text = await ask(home, DEPLOY_PROMPT);
    expect(text).toContain(DEPLOY_RECORD);
    expect(text).not.toContain(ENV_DECISION);
  });

  it("became a folder after the cache was made", async () => {
    const home = makeHome("copy");
    expect(await ask(home, DEPLOY_PROMPT)).toContain(ENV_DECISION);
    rmSync(join(home.data, JOURNAL));
    mkdirSync(join(home.data, JOURNAL));
    expect(await ask(home, DEPLOY_PROMPT)).toContain(DEPLOY_RECORD);
  });

  it("vanished after the cache was made", async () => {
    const home = makeHome("copy");
    await ask(home, DEPLOY_PROMPT);
    rmSync(join(home.data, "journal"), { recursive: true });
    const text = await ask(home, DEPLOY_PROMPT);
    expect(text).toContain(DEPLOY_RECORD);
    expect(text).not.toContain(ENV_DECISION);
  });

  it("has a writer's lock folder beside it", async () => {
    const home = makeHome("copy");
    mkdirSync(join(home.data, `${JOURNAL}.lock`));
    expect(await ask(home, DEPLOY_PROMPT)).toContain(ENV_DECISION);
  });

  it.each([
    ["a broken flow list", "patterns: [{id: x, name: 'unclosed\n"],
    ["tabs", "patterns:\n\t- id: x\n"],
    ["another shape", "- just\n- a list\n"],
    [
      "an alias bomb",
      `a: &a [x, x]\n${[..."bcdefghij"].map((key, at) => `${key}: &${key} [${`*${"abcdefghij"[at]}, `.repeat(9)}x]`).join("\n")}\npatterns: *j\n`,
    ],
    ["deep nesting", `patterns: ${"[".repeat(20_000)}`],
    ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a, 0x3a])],
  ])("patterns.yaml holds %s: the other stores answer", async (_name, yaml) => {
    const home = makeHome("copy");
    write(join(home.data, "patterns/data/patterns.yaml"), yaml);
    expect(await ask(home, DEPLOY_PROMPT)).toContain(DEPLOY_RECORD);
  });

  it("holds broken session files and goals among sound ones", async () => {
    const home = makeHome("copy");
    write(join(home.data, "transfer/data/sessions/session-20261115-1.json"), "{");
    write(join(home.data, "transfer/data/sessions/session-20261115-2.json"), "[]");
    write(join(home.data, "transfer/data/sessions/session-20261115-3.json"), '{"handoff":[],"context":7,"id":{}}');
    write(join(home.data, "intent/data/goals/goal-1.yaml"), "name: [");
    const run = await runHook({ home, stdin: promptEvent(home, "", { hook_event_name: "SessionStart", prompt: undefined }) });
    expect(contextOf(run, "SessionStart")).toContain("session-20261112-091403-96e92785");
  });
});

describe("a 200 MB store", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-large-")));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is answered in time, with its newest record", async () => {
    const home: Home = { ...makeHome("none"), data: folder };
    // The time limit as it is shipped: this store is what it is for.
    write(join(home.config, "config.yaml"), "index: { background: false }\n");
    const newest = decision("dec-0a0b0c01", { decision: "Quokkabroker handshake waits for the clock" });
    writeLargeJournal(join(folder, JOURNAL), 200, newest);
    expect(statSync(join(folder, JOURNAL)).size).toBeGreaterThan(200 * 1024 * 1024);
    const stdin = promptEvent(home, "why does the quokkabroker handshake stall?");
    await runHook({ home, stdin });
    for (const text of [stdin, promptEvent(home, "postgres connection pool retries in the deploy pipeline")]) {
      const run = await runHook({ home, stdin: text });
      const context = contextOf(run);
      if (text === stdin) expect(context).toContain("dec-0a0b0c01");
      expect(run.ms).toBeLessThan(1500);
    }
  });
});

/** One block of lines again and again, with ids of their own. */
function writeLargeJournal(path: string, megabytes: number, lastLine: string): void {
  const filler = "The connection pool of postgres is shared by all workers of the deploy pipeline, and retries wait. ";
  const line = decision("dec-00000000", { decision: filler, rationale: filler.repeat(8) });
  const count = Math.ceil((1024 * 1024) / line.length);
  const block = Buffer.from(line.repeat(count));
  const idAt = line.indexOf("00000000");
  write(path, "");
  for (let round = 0; round < megabytes; round++) {
    for (let at = 0; at < count; at++) block.write((round * count + at).toString(16).padStart(8, "0"), at * line.length + idAt, "latin1");
    appendFileSync(path, block);
  }
  appendFileSync(path, lastLine);
}

/** Where a test takes the person's own settings away: no process is left behind all the same. */
function withoutBackground(home: Home): void {
  write(join(home.storefront, ".lore/config.yaml"), "index: { background: false }\n");
  age(home.storefront);
}

describe("settings", () => {
  it.each([
    ["a wrong value", "budget:\n  tokens: lots\nsources:\n  journal:\n    enabled: false\n"],
    ["an unknown key", "colour: blue\nsources:\n  journal:\n    enabled: false\n    colour: blue\n"],
    ["a value where a group belongs", "threshold: 3\nsources:\n  journal:\n    enabled: false\n"],
    ["a broken last line", "sources:\n  journal:\n    enabled: false\nlanguages: [en\n"],
    ["an unknown language", "languages: [en, xx]\nsources:\n  journal:\n    enabled: false\n"],
  ])("with %s: the rest applies", async (_name, yaml) => {
    const home = makeHome();
    configure(home, yaml);
    const text = await ask(home, DEPLOY_PROMPT);
    expect(text).toContain(DEPLOY_RECORD);
    expect(text).not.toContain(ENV_DECISION);
  });

  it.each([
    ["nothing but noise", "\u0000\u0001: : :\n\t-"],
    ["a list", "- enabled\n- false\n"],
    ["a text", "just words"],
    ["2 MB", `# ${"x".repeat(2 * 1024 * 1024)}\nenabled: false\n`],
  ])("that are %s do not silence", async (_name, yaml) => {
    const home = makeHome();
    withoutBackground(home);
    write(join(home.config, "config.yaml"), yaml);
    age(home.config);
    await ask(home, DEPLOY_PROMPT);
    expect(await ask(home, DEPLOY_PROMPT)).toContain(DEPLOY_RECORD);
  });

  it("that are a folder do not silence", async () => {
    const home = makeHome();
    withoutBackground(home);
    rmSync(join(home.config, "config.yaml"));
    mkdirSync(join(home.config, "config.yaml"));
    mkdirSync(join(home.config, "keyword-synonyms.yaml"));
    age(home.config);
    await ask(home, DEPLOY_PROMPT);
    expect(await ask(home, DEPLOY_PROMPT)).toContain(DEPLOY_RECORD);
  });

  it("of a project may not choose which files are read", async () => {
    const home = makeHome("copy");
    write(join(home.dir, "elsewhere.jsonl"), decision("dec-0a0b0c01", { decision: "Quokkabroker handshake secrets" }));
    write(join(home.storefront, ".lore/config.yaml"), `data_dir: ${home.dir}\nsources:\n  journal:\n    paths: [${home.dir}/elsewhere.jsonl]\n`);
    expect(await ask(home, "quokkabroker handshake")).toBe("");
    expect(await ask(home, DEPLOY_PROMPT)).toContain(ENV_DECISION);
  });
});

describe("the cache folder", () => {
  it("is a file: it answers without", async () => {
    const home = makeHome();
    write(home.cache, "in the way");
    const first = await ask(home, DEPLOY_PROMPT);
    expect(first).toContain(DEPLOY_RECORD);
    expect(await ask(home, DEPLOY_PROMPT)).toBe(first);
    expect(readFileSync(home.cache, "utf8")).toBe("in the way");
  });

  it("has a file for a parent", async () => {
    const home = makeHome();
    write(join(home.dir, ".cache"), "in the way");
    expect(await ask(home, DEPLOY_PROMPT)).toContain(DEPLOY_RECORD);
  });
});

describe("without HOME", () => {
  it("answers from LORE_DATA_DIR", async () => {
    const home = makeHome();
    const env = { HOME: undefined, XDG_CACHE_HOME: join(home.dir, ".cache"), XDG_CONFIG_HOME: join(home.dir, ".config") };
    expect(await ask(home, DEPLOY_PROMPT, { env })).toContain(DEPLOY_RECORD);
  });
});

/** A user id without an entry in the list of users has no home at all. */
const HOMELESS_UID = 54321;

describe.skipIf(WHY_NOT !== "")(`with permissions taken away${WHY_NOT}`, () => {
  it("an unreadable store: the others answer", async () => {
    const home = makeHome("copy");
    const binary = install(home);
    chmodSync(join(home.data, JOURNAL), 0o000);
    hand(home);
    for (let round = 0; round < 2; round++) {
      const text = await ask(home, DEPLOY_PROMPT, { uid: OTHER_UID, binary });
      expect(text).toContain(DEPLOY_RECORD);
      expect(text).not.toContain(ENV_DECISION);
    }
  });

  it("unreadable documents and folders: the others answer", async () => {
    const home = makeHome("copy");
    const binary = install(home);
    hand(home);
    chmodSync(join(home.data, "patterns/data/patterns.yaml"), 0o000);
    chmodSync(join(home.data, "transfer/data"), 0o000);
    chmodSync(join(home.data, "intent"), 0o000);
    for (let round = 0; round < 2; round++) expect(await ask(home, DEPLOY_PROMPT, { uid: OTHER_UID, binary })).toContain(DEPLOY_RECORD);
  });

  it("an unreadable data root: silence", async () => {
    const home = makeHome("copy");
    const binary = install(home);
    hand(home);
    chmodSync(home.data, 0o000);
    expect(await ask(home, DEPLOY_PROMPT, { uid: OTHER_UID, binary })).toBe("");
  });

  it("unreadable settings: the shipped ones apply", async () => {
    const home = makeHome("copy");
    const binary = install(home);
    withoutBackground(home);
    hand(home);
    chmodSync(join(home.config, "config.yaml"), 0o000);
    await ask(home, DEPLOY_PROMPT, { uid: OTHER_UID, binary });
    expect(await ask(home, DEPLOY_PROMPT, { uid: OTHER_UID, binary })).toContain(DEPLOY_RECORD);
  });

  it("a read-only cache folder: the same answer, each time", async () => {
    const home = makeHome("copy");
    const binary = install(home);
    const expected = await ask(home, DEPLOY_PROMPT);
    rmSync(home.cache, { recursive: true });
    mkdirSync(home.cache, { recursive: true });
    hand(home);
    chmodSync(home.cache, 0o555);
    for (let round = 0; round < 2; round++) expect(await ask(home, DEPLOY_PROMPT, { uid: OTHER_UID, binary })).toBe(expected);
  });

  it.skipIf(OTHER_UID === undefined)("no HOME, and none in the list of users either", async () => {
    const home = makeHome("copy");
    const binary = install(home);
    hand(home, HOMELESS_UID);
    const env = { HOME: undefined, XDG_CONFIG_HOME: join(home.dir, ".config") };
    expect(await ask(home, DEPLOY_PROMPT, { env, uid: HOMELESS_UID, binary })).toContain(DEPLOY_RECORD);
  });
});
