/** What was found serves only while everything it was made from is surely the same. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadSurroundings } from "../../../src/store/surroundings-cache.ts";
import { type PrepareSurroundingsRequest, prepareSurroundings } from "../../../src/surroundings/prepare-surroundings.ts";
import { writeFile } from "../builders.ts";
import { makeProject } from "./builders.ts";

interface Prepared {
  readonly root: string;
  readonly cache: string;
  readonly request: PrepareSurroundingsRequest;
}

const FILES = { ".cursor/rules/deep/a.mdc": "---\nalwaysApply: true\n---\nÜber allem.", "CLAUDE.md": "- Use tabs.\n\n@docs/more.md" };

function prepare(): Prepared & { readonly found: unknown } {
  const { root, home, request } = makeProject(null, FILES);
  const cache = join(home, ".cache");
  const whole = { ...request, cacheDir: cache, version: "1", key: "k" };
  return { root, cache, request: whole, found: prepareSurroundings(whole) };
}

it("what was prepared is loaded as it was", () => {
  const { request, found } = prepare();
  expect(loadSurroundings(request)).toEqual(found);
  expect(loadSurroundings(request)?.rules).toHaveLength(1);
});

it("another version, folder or key, or no cache, loads nothing", () => {
  const { request } = prepare();
  expect(loadSurroundings({ ...request, version: "2" })).toBeNull();
  expect(loadSurroundings({ ...request, cwd: "/elsewhere" })).toBeNull();
  expect(loadSurroundings({ ...request, key: "other" })).toBeNull();
  expect(loadSurroundings({ ...request, cacheDir: null })).toBeNull();
});

it.each<[string, (prepared: Prepared) => void]>([
  ["an edited rule", ({ root }) => writeFileSync(join(root, ".cursor/rules/deep/a.mdc"), "---\nalwaysApply: true\n---\nUnder all.")],
  ["a new rule beside it", ({ root }) => writeFileSync(join(root, ".cursor/rules/deep/b.mdc"), "New.")],
  ["a new folder of rules", ({ root }) => mkdirSync(join(root, ".cursor/rules/deep/er"))],
  ["a rule that is gone", ({ root }) => rmSync(join(root, ".cursor/rules/deep/a.mdc"))],
  ["the first rule of another client", ({ root }) => writeFile(join(root, ".claude/rules/a.md"), "New.")],
  ["copilot-instructions", ({ root }) => writeFile(join(root, ".github/copilot-instructions.md"), "New.")],
  ["an edited CLAUDE.md", ({ root }) => writeFileSync(join(root, "CLAUDE.md"), "- Use spaces.")],
  ["a CLAUDE.local.md", ({ root }) => writeFileSync(join(root, "CLAUDE.local.md"), "Hi.")],
  ["a CLAUDE.md above", ({ root }) => writeFileSync(join(root, "../CLAUDE.md"), "Hi.")],
  ["an AGENTS.md", ({ root }) => writeFileSync(join(root, "AGENTS.md"), "Hi.")],
  ["an import that was missing", ({ root }) => writeFile(join(root, "docs/more.md"), "Hi.")],
  ["a rule of the person", ({ request }) => writeFile(join(request.userConfigDir ?? "", "rules/a.md"), "Hi.")],
  [
    "a memory of the client",
    ({ root, request }) => writeFile(join(request.home ?? "", ".claude/projects", root.replace(/[^A-Za-z0-9]/g, "-"), "memory/MEMORY.md"), "Hi."),
  ],
  ["a damaged cache", ({ cache }) => damage(cache, (text) => text.replace('"always"', '"manual"'))],
  ["a cut cache", ({ cache }) => damage(cache, (text) => text.slice(0, -1))],
  ["an empty cache", ({ cache }) => damage(cache, () => "")],
  ["a cache of another kind", ({ cache }) => damage(cache, () => "[]\n[]")],
])("%s ends it", (_name, change) => {
  const prepared = prepare();
  expect(loadSurroundings(prepared.request)).not.toBeNull();
  change(prepared);
  expect(loadSurroundings(prepared.request)).toBeNull();
});

it("a file of the project that is none of these changes nothing", () => {
  const { root, request } = prepare();
  writeFile(join(root, "src/a.ts"), "export {};");
  expect(loadSurroundings(request)).not.toBeNull();
});

it("what was found in a moving project is not trusted", () => {
  const { root, request } = prepare();
  writeFileSync(join(root, "CLAUDE.md"), "- Just now.");
  prepareSurroundings({ ...request, now: Date.now() });
  expect(loadSurroundings({ ...request, now: Date.now() })).toBeNull();
});

function damage(cache: string, change: (text: string) => string): void {
  for (const name of readdirSync(cache)) writeFileSync(join(cache, name), change(readFileSync(join(cache, name), "utf8")));
}
