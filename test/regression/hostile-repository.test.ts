/** What a cloned or unpacked repository may not do to its reader. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ask, DEPLOY_PROMPT, DEPLOY_RECORD, makeHome, promptEvent, runHook, write } from "../e2e/run-hook.ts";

it.each(["config.yaml", "project.yaml", "keyword-synonyms.yaml"])("a link from .lore/%s to an endless device is not followed", async (name) => {
  const home = makeHome();
  mkdirSync(join(home.storefront, ".lore"));
  symlinkSync("/dev/zero", join(home.storefront, ".lore", name));
  const run = await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT) });
  expect(run.stdout).toContain(DEPLOY_RECORD);
  expect(run.ms).toBeLessThan(5000);
});

it("a pipe in place of a file does not stop the hook", async () => {
  const home = makeHome("copy");
  mkdirSync(join(home.storefront, ".lore"));
  execFileSync("mkfifo", [join(home.storefront, ".lore", "project.yaml"), join(home.data, "patterns/data/patterns2.jsonl")]);
  write(join(home.config, "config.yaml"), "deadline_ms: 10000\nsources: { patterns: { paths: [patterns/data/patterns2.jsonl] } }\n");
  const run = await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT) });
  expect(run.stdout).toContain(DEPLOY_RECORD);
  expect(run.ms).toBeLessThan(5000);
});

it("a link that leads out of the repository is not followed, and named", async () => {
  const home = makeHome();
  write(join(home.dir, "private.yaml"), "name: ledgerd\n");
  mkdirSync(join(home.storefront, ".lore"));
  symlinkSync(join(home.dir, "private.yaml"), join(home.storefront, ".lore", "project.yaml"));
  const { stderr } = await runHook({ home, args: ["--debug", "--prompt", DEPLOY_PROMPT, "--cwd", home.storefront] });
  expect(stderr).toContain("project    storefront");
  expect(stderr).toMatch(/project\.yaml: cannot be read: leads out of /);
});

it("a link to the environment leaves nothing of it in the cache", async () => {
  const home = makeHome();
  mkdirSync(join(home.storefront, ".lore"));
  symlinkSync("/proc/self/environ", join(home.storefront, ".lore", "config.yaml"));
  await ask(home, DEPLOY_PROMPT, { env: { SECRET: "sk-live-123: yes" } });
  for (const file of readdirSync(home.cache)) expect(readFileSync(join(home.cache, file)).includes("sk-live-123")).toBe(false);
});

it.each([
  ["a remote of blanks", `[remote "origin"]\n url = a${" ".repeat(200_000)}"x\n`],
  ["a remote of letters", `[remote "origin"]\n url = ${"a".repeat(200_000)}\n`],
])("%s in .git/config takes no time", async (_name, config) => {
  const home = makeHome();
  write(join(home.storefront, ".git", "config"), config);
  const run = await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT) });
  expect(run.stdout).toContain(DEPLOY_RECORD);
  expect(run.ms).toBeLessThan(5000);
});

it("a .git file of blanks takes no time", async () => {
  const home = makeHome();
  write(join(home.storefront, ".git"), `gitdir: x${" ".repeat(60_000)}y`);
  expect((await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT) })).ms).toBeLessThan(5000);
});

it("its settings do not open other projects' records", async () => {
  const home = makeHome("none");
  write(
    join(home.data, "journal/data/decisions.jsonl"),
    `${JSON.stringify({ id: "dec-0a0b0c01", timestamp: "2026-11-01T00:00:00Z", decision: "Wombatlicence parser costs money", project: "acme-private" })}\n`,
  );
  const settings = "max_wrong: 1\nthreshold: { score: 0, relative: 0 }\nprojects: { other: 1, other_max_wrong: 1 }\n";
  write(join(home.storefront, ".lore/config.yaml"), settings);
  expect(await ask(home, "rename the parser of the ledger import")).toBe("");
});

it("its settings cannot speak to the terminal", async () => {
  const home = makeHome();
  write(join(home.storefront, ".lore/config.yaml"), '"\\e]0;pwned\\a": 1\n');
  const { stdout } = await runHook({ home, args: ["sources", "--cwd", home.storefront] });
  expect(stdout).toContain("unknown key");
  expect(stdout).not.toContain("\u001b");
});
