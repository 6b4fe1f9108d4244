/** What is found around a working folder, what is refused, and what is watched. One case, one fixture, or a few files. */
import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FindRequest, findSurroundings } from "../../../src/surroundings/find-surroundings.ts";
import { isStated } from "../../../src/surroundings/is-stated.ts";
import { matchRules } from "../../../src/surroundings/match-rules.ts";
import { makeTempDir, writeFile } from "../builders.ts";
import { makeProject, rulesOf } from "./builders.ts";

const find = (request: FindRequest, over: Partial<FindRequest> = {}) => findSurroundings({ ...request, ...over });

describe("a rule of each format", () => {
  it.each<[fixture: string, shownAs: string, mode: string]>([
    ["claude-no-frontmatter", ".claude/rules/commits.md", "always"],
    ["claude-paths-list", ".claude/rules/api.md", "paths"],
    ["claude-paths-flow", ".claude/rules/nested/web.md", "paths"],
    ["claude-paths-comma", ".claude/rules/db.md", "paths"],
    ["claude-broken-yaml", ".claude/rules/broken.md", "always"],
    ["claude-never-closed", ".claude/rules/open.md", "always"],
    ["claude-windows", ".claude/rules/windows.md", "paths"],
    ["cursor-unquoted", ".cursor/rules/react.mdc", "paths"],
    ["cursor-list", ".cursor/rules/python.mdc", "paths"],
    ["cursor-always", ".cursor/rules/base.mdc", "always"],
    ["cursor-described", ".cursor/rules/releases.mdc", "described"],
    ["cursor-manual", ".cursor/rules/house-style.mdc", "manual"],
    ["copilot-apply-to", ".github/instructions/tests.instructions.md", "paths"],
    ["copilot-all", ".github/instructions/all.instructions.md", "always"],
    ["copilot-none", ".github/instructions/idle.instructions.md", "manual"],
    ["copilot-always", ".github/copilot-instructions.md", "always"],
  ])("%s: %s is %s", (fixture, shownAs, mode) => {
    const rules = rulesOf(fixture);
    expect(rules.map((rule) => [rule.shownAs, rule.mode])).toEqual([[shownAs, mode]]);
    expect(rules[0]?.nativeTo).toEqual(fixture.startsWith("claude") ? ["claude-code"] : []);
  });

  it("an empty one is none", () => {
    expect(rulesOf("claude-empty")).toEqual([]);
  });

  it.each<[fixture: string, path: string, applies: boolean]>([
    ["claude-paths-list", "src/api/v1/users.ts", true],
    ["claude-paths-list", "lib/rpc/a.ts", true],
    ["claude-paths-list", "lib/db/a.ts", false],
    ["claude-paths-flow", "README.md", true],
    ["claude-paths-flow", "docs/README.md", false],
    ["cursor-unquoted", "src/App.tsx", true],
    ["cursor-unquoted", "src/styles/a.css", true],
    ["cursor-list", "src/a.py", true],
    ["cursor-list", "src/generated/a.py", false],
    ["copilot-apply-to", "web/a.spec.jsx", true],
    ["copilot-apply-to", "web/a.jsx", false],
  ])("%s and %s: %s", (fixture, path, applies) => {
    expect(matchRules(rulesOf(fixture), { paths: [path], text: "", client: "opencode" })).toHaveLength(applies ? 1 : 0);
  });

  it("names are those of the files", () => {
    expect(rulesOf("copilot-apply-to")[0]?.name).toBe("tests");
    expect(rulesOf("cursor-manual")[0]?.name).toBe("house-style");
  });

  it("the settings name further files", () => {
    const rules = rulesOf("plain", { rulePaths: ["docs/**/rules/*.md"] });
    expect(rules.map(({ shownAs, mode }) => [shownAs, mode])).toEqual([
      ["docs/team/rules/naming.md", "paths"],
      ["docs/team/rules/review.md", "always"],
    ]);
    expect(rulesOf("plain", { rulePaths: ["docs/team/rules/review.md"] })).toHaveLength(1);
    expect(rulesOf("plain", { rulePaths: ["docs/team/rules/"] })).toHaveLength(2);
    expect(rulesOf("plain", { rulePaths: ["docs/*/*.md"] })).toEqual([]);
    expect(rulesOf("plain")).toEqual([]);
  });
});

describe("the person's own rules", () => {
  const files = { "~/.claude/rules/a.md": "Own.", "~/.config/lore-inject/rules/x/b.mdc": "Mine." };

  it("count in every project, unless they are switched off", () => {
    const { request } = makeProject(null, files);
    expect(find(request).surroundings.rules.map(({ shownAs, format, nativeTo }) => [shownAs, format, nativeTo])).toEqual([
      ["~/.claude/rules/a.md", "claude", ["claude-code"]],
      ["~/.config/lore-inject/rules/x/b.mdc", "plain", []],
    ]);
    expect(find(request, { userRules: false }).surroundings.rules).toEqual([]);
    expect(find(request, { home: null, userConfigDir: null }).surroundings.rules).toEqual([]);
  });
});

describe("one body", () => {
  it("under two formats is one rule, and native if one of them is", () => {
    expect(rulesOf("same-body").map(({ shownAs, nativeTo }) => [shownAs, nativeTo])).toEqual([[".claude/rules/errors.md", ["claude-code"]]]);
  });

  it("the copy that applies more readily stays", () => {
    const { request } = makeProject(null, {
      ".claude/rules/a.md": "---\npaths: src/**\n---\nSame.",
      ".cursor/rules/a.mdc": "---\nalwaysApply: true\n---\nSame.",
    });
    expect(find(request).surroundings.rules).toMatchObject([{ shownAs: ".cursor/rules/a.mdc", mode: "always", nativeTo: ["claude-code"] }]);
  });

  it("two that wait for paths wait for both", () => {
    const { request } = makeProject(null, { ".cursor/rules/a.mdc": "---\nglobs: src/**\n---\nSame.", ".cursor/rules/b.mdc": "---\nglobs: lib/**\n---\nSame." });
    const { rules } = find(request).surroundings;
    expect(["src/a.ts", "lib/a.ts", "bin/a.ts"].map((path) => matchRules(rules, { paths: [path], text: "", client: "opencode" }).length)).toEqual([1, 1, 0]);
  });

  it("that a client loads as a document is native to it", () => {
    const nativeTo = (files: Readonly<Record<string, string>>) =>
      find(makeProject(null, { ".github/copilot-instructions.md": "Be brief.\n", ...files }).request).surroundings.rules[0]?.nativeTo;
    expect(nativeTo({})).toEqual([]);
    expect(nativeTo({ "CLAUDE.md": "Be  brief." })).toEqual(["claude-code"]);
    expect(nativeTo({ "AGENTS.md": "Be brief." })).toEqual(["claude-code", "opencode"]);
    expect(nativeTo({ "AGENTS.md": "Be brief.", "CLAUDE.md": "Other." })).toEqual(["opencode"]);
    expect(nativeTo({ "AGENTS.md": "Be brief.", "CLAUDE.md": "@AGENTS.md" })).toEqual(["claude-code", "opencode"]);
  });
});

describe("what is refused is a problem, and the rest still counts", () => {
  const good = { ".cursor/rules/good.mdc": "---\nalwaysApply: true\n---\nGood." };
  const what = (request: FindRequest, over: Partial<FindRequest> = {}) => {
    const { rules, problems } = find(request, over).surroundings;
    expect(rules.map(({ name }) => name)).toEqual(["good"]);
    return problems.map((problem) => problem.what).join("; ");
  };

  it("a link out of the project", () => {
    const { root, request } = makeProject(null, good);
    const secret = join(makeTempDir(), "secret.mdc");
    writeFileSync(secret, "Secret.");
    symlinkSync(secret, join(root, ".cursor/rules/link.mdc"));
    expect(what(request)).toMatch(/leads out of/);
  });

  it("a linked folder out of the project", () => {
    const { root, request } = makeProject(null, good);
    const outside = makeTempDir();
    writeFile(join(outside, "x.mdc"), "Secret.");
    symlinkSync(outside, join(root, ".cursor/rules/linked"));
    expect(what(request)).toMatch(/leads out of/);
  });

  it("a link in a circle is no circle", () => {
    const { root, request } = makeProject(null, good);
    symlinkSync(join(root, ".cursor/rules"), join(root, ".cursor/rules/again"));
    expect(what(request)).toBe("");
    expect(find(request).inputs.filter(([path]) => path.includes("again"))).toEqual([]);
  });

  it("a pipe, a broken link, a file that is too large, one that is no text", () => {
    const { root, request } = makeProject(null, { ...good, ".cursor/rules/large.mdc": "x".repeat(256 * 1024 + 1), ".cursor/rules/zero.mdc": "a\0b" });
    execFileSync("mkfifo", [join(root, ".cursor/rules/pipe.mdc")]);
    symlinkSync("/nowhere", join(root, ".cursor/rules/broken.mdc"));
    const said = what(request);
    for (const part of [/not a regular file/, /ENOENT/, /larger than/, /not text/]) expect(said).toMatch(part);
  });

  it.skipIf(process.getuid?.() !== 0)("a file of another user", () => {
    const { root, request } = makeProject(null, { ...good, ".cursor/rules/theirs.mdc": "Theirs." });
    chownSync(join(root, ".cursor/rules/theirs.mdc"), 12345, 12345);
    expect(what(request)).toMatch(/another user/);
  });

  it.skipIf(process.getuid?.() !== 0)("a link of ours to a file of another user", () => {
    const { root, request } = makeProject(null, { ...good, "theirs.txt": "Theirs." });
    chownSync(join(root, "theirs.txt"), 12345, 12345);
    symlinkSync(join(root, "theirs.txt"), join(root, ".cursor/rules/theirs.mdc"));
    expect(what(request)).toMatch(/another user/);
  });

  it.each(["../**/*.md", "/etc/*.md", "~/x.md", "C:\\x", "x".repeat(501)])("the rule path %j", (path) => {
    expect(what(makeProject(null, good).request, { rulePaths: [path] })).not.toBe("");
  });

  it("a broken glob", () => {
    const files = { ".cursor/rules/good.mdc": "---\nglobs: ../x/**, src/**\n---\nGood." };
    expect(what(makeProject(null, files).request)).toMatch(/leads out of the root/);
  });

  it("more than 500 rules", () => {
    const many = Object.fromEntries(Array.from({ length: 510 }, (_, n) => [`.cursor/rules/r${n}.mdc`, `Rule ${n}.`]));
    const { rules, problems } = find(makeProject(null, many).request).surroundings;
    expect(rules).toHaveLength(500);
    expect(problems[0]?.what).toMatch(/510/);
  });
});

describe("what the client loads by itself", () => {
  const TITLE = "Use pnpm for packages";
  const knows = (files: Readonly<Record<string, string>>, below = ""): boolean => {
    const { root, request } = makeProject(null, files);
    const cwd = join(root, below);
    mkdirSync(cwd, { recursive: true });
    return isStated({ title: TITLE, body: "" }, find(request, { cwd }).surroundings.statements, { bodyToo: false });
  };
  const said = "- Use pnpm for all packages.";

  it.each<[string, Readonly<Record<string, string>>, string?]>([
    ["CLAUDE.md", { "CLAUDE.md": said }],
    ["CLAUDE.local.md", { "CLAUDE.local.md": said }],
    [".claude/CLAUDE.md", { ".claude/CLAUDE.md": said }],
    ["one above the working folder", { "CLAUDE.md": said }, "src/deep"],
    ["one above the root", { "~/code/CLAUDE.md": said }],
    ["the person's own", { "~/.claude/CLAUDE.md": said }],
    ["a rule without paths", { ".claude/rules/a.md": said }],
    ["the person's rule without paths", { "~/.claude/rules/a.md": said }],
    ["AGENTS.md", { "AGENTS.md": said }, "src"],
    ["AGENTS.md beside the person's own CLAUDE.md", { "AGENTS.md": said, "~/.claude/CLAUDE.md": "Hi." }],
    ["an import", { "CLAUDE.md": "See\n\n@docs/style.md\n", "docs/style.md": said }],
    ["an import of an import, from home", { "CLAUDE.md": "@~/a.md", "~/a.md": "- @code/b.md", "~/code/b.md": said }],
    ["imports in a circle", { "CLAUDE.md": "@a.md", "a.md": `@CLAUDE.md\n\n${said}` }],
  ])("%s", (_name, files, below) => {
    expect(knows(files, below)).toBe(true);
  });

  it.each<[string, Readonly<Record<string, string>>, string?]>([
    ["AGENTS.md where a CLAUDE.md speaks", { "AGENTS.md": said, "CLAUDE.md": "Hi." }],
    ["a rule for paths", { ".claude/rules/a.md": `---\npaths: src/**\n---\n${said}` }],
    ["a rule of another client", { ".cursor/rules/a.mdc": `---\nalwaysApply: true\n---\n${said}` }],
    ["a CLAUDE.md below the working folder", { "src/CLAUDE.md": said }],
    ["an import in a code block", { "CLAUDE.md": "```\n@a.md\n```", "a.md": said }],
    ["an import amid a sentence", { "CLAUDE.md": "see @a.md there", "a.md": said }],
    [
      "an import beyond five levels",
      { "CLAUDE.md": "@1.md", "1.md": "@2.md", "2.md": "@3.md", "3.md": "@4.md", "4.md": "@5.md", "5.md": "@6.md", "6.md": said },
    ],
  ])("not %s", (_name, files, below) => {
    expect(knows(files, below)).toBe(false);
  });

  it("an import from elsewhere is not followed", () => {
    const elsewhere = join(makeTempDir(), "a.md");
    writeFileSync(elsewhere, said);
    expect(knows({ "CLAUDE.md": `@${elsewhere}` })).toBe(false);
  });

  it("its memory of the project, as far as it reads it", () => {
    const { root, home, request } = makeProject(null);
    const file = join(home, ".claude/projects", root.replace(/[^A-Za-z0-9]/g, "-"), "memory/MEMORY.md");
    const known = () => isStated({ title: TITLE, body: "" }, find(request).surroundings.statements, { bodyToo: false });
    writeFile(file, said);
    expect(known()).toBe(true);
    writeFile(file, "\n".repeat(200) + said);
    expect(known()).toBe(false);
  });

  it("at most 4000 statements", () => {
    const { request } = makeProject(null, { "CLAUDE.md": Array.from({ length: 5000 }, (_, n) => `- rule number ${n}`).join("\n") });
    expect(find(request).surroundings.statements).toHaveLength(4000);
  });
});

describe("inputs", () => {
  it("are few where there is nothing", () => {
    const { home, request } = makeProject(null);
    const root = join(home, "shop");
    mkdirSync(root);
    // Two more than in a real home: /tmp, above this one, changes too often to be watched itself.
    expect(find(request, { cwd: root, root }).inputs.length).toBeLessThanOrEqual(12 + 2);
  });

  it("name the folder that is absent, not what could be in it", () => {
    const { root, request } = makeProject(null);
    const paths = find(request).inputs.map(([path]) => path);
    expect(paths).toContain(join(root, ".cursor"));
    expect(paths).toContain(join(root, ".github"));
    expect(paths.some((path) => path.startsWith(join(root, ".github/")))).toBe(false);
  });

  it("are settled only when all of them are old", () => {
    const { root, request } = makeProject("cursor-always");
    expect(find(request).settled).toBe(true);
    writeFileSync(join(root, ".cursor/rules/base.mdc"), "New.");
    expect(find(request, { now: Date.now() }).settled).toBe(false);
  });
});

it("the order of the rules does not depend on the disk", () => {
  const { request } = makeProject(null, {
    ".cursor/rules/b.mdc": "B.",
    ".claude/rules/c.md": "C.",
    ".cursor/rules/a/z.mdc": "Z.",
    "~/.claude/rules/a.md": "A.",
  });
  const shown = find(request).surroundings.rules.map(({ shownAs }) => shownAs);
  expect(shown).toEqual([".claude/rules/c.md", ".cursor/rules/a/z.mdc", ".cursor/rules/b.mdc", "~/.claude/rules/a.md"]);
});
