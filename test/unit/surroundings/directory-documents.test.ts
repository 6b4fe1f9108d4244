/** AGENTS.md and README.md on the way up, unless the client has them already. */
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type DirectoryRequest, findDirectoryDocuments } from "../../../src/surroundings/directory-documents.ts";
import { makeTempDir } from "../builders.ts";
import { makeProject } from "./builders.ts";

const TREE = { "src/auth/AGENTS.md": "Auth.", "src/README.md": "Sources.", "AGENTS.md": "Root.", "lib/readme.md": "Library.", "README.md": "Project." };

function find(files: Readonly<Record<string, string>>, folders: readonly string[], over: (root: string) => Partial<DirectoryRequest> = () => ({})) {
  const { root } = makeProject(null, files);
  const request = {
    folders: folders.map((folder) => join(root, folder)),
    root,
    client: "claude-code",
    clientVersion: "2.1.197",
    loaded: new Set<string>(),
  } as const;
  return findDirectoryDocuments({ ...request, ...over(root) });
}

const shown = (...args: Parameters<typeof find>) => find(...args).documents.map(({ shownAs }) => shownAs);

it("from the folder up to the root, nearest first", () => {
  expect(shown(TREE, ["src/auth"])).toEqual(["src/auth/AGENTS.md", "src/README.md", "AGENTS.md", "README.md"]);
});

it("of several folders the near ones come before what is above them, each once", () => {
  expect(shown(TREE, ["src/auth", "lib", "src/auth"])).toEqual(["src/auth/AGENTS.md", "lib/readme.md", "src/README.md", "AGENTS.md", "README.md"]);
});

it("each with its kind and text", () => {
  expect(find(TREE, ["lib"]).documents[0]).toMatchObject({ kind: "readme", text: "Library." });
  expect(find(TREE, ["lib"]).documents[1]).toMatchObject({ kind: "agents", text: "Root." });
});

it("a folder outside of the root is none of ours", () => {
  expect(shown(TREE, [".."])).toEqual([]);
});

describe("AGENTS.md", () => {
  const agents = { "src/AGENTS.md": "Sources." };
  const found = (files: Readonly<Record<string, string>>, over: Partial<DirectoryRequest>) =>
    shown({ ...agents, ...files }, ["src"], () => over).includes("src/AGENTS.md");

  it.each<[name: string, files: Readonly<Record<string, string>>, over: Partial<DirectoryRequest>, found: boolean]>([
    ["OpenCode loads it", {}, { client: "opencode", clientVersion: null }, false],
    ["an older Claude Code does not", {}, { clientVersion: "2.1.276" }, true],
    ["from 2.1.277 on it does", {}, { clientVersion: "2.1.277" }, false],
    ["and later", {}, { clientVersion: "2.2.0 (Claude Code)" }, false],
    ["and in 3", {}, { clientVersion: "3.0" }, false],
    ["not where a CLAUDE.md stands beside it", { "src/CLAUDE.md": "Hi." }, { clientVersion: "2.1.277" }, true],
    ["not where one stands above it", { "CLAUDE.md": "Hi." }, { clientVersion: "2.1.277" }, true],
    ["not where one stands above the root", { "~/CLAUDE.md": "Hi." }, { clientVersion: "2.1.277" }, true],
    ["not where the project's is in .claude", { ".claude/CLAUDE.md": "Hi." }, { clientVersion: "2.1.277" }, true],
    ["the person's own does not count", { "~/.claude/CLAUDE.md": "Hi." }, { clientVersion: "2.1.277" }, false],
    ["an unknown version is taken for an older one", {}, { clientVersion: null }, true],
    ["a version that is none likewise", {}, { clientVersion: "nightly" }, true],
    ["a CLAUDE.md that imports it loads it", { "src/CLAUDE.md": "@AGENTS.md\n" }, { clientVersion: null }, false],
    ["one that only mentions it does not", { "src/CLAUDE.md": "See AGENTS.md." }, { clientVersion: null }, true],
    ["one that imports another does not", { "src/CLAUDE.md": "@../AGENTS.md" }, { clientVersion: null }, true],
  ])("%s", (_name, files, over, expected) => {
    expect(found(files, over)).toBe(expected);
  });

  it("what the client has reported as loaded is not repeated, whatever its version", () => {
    const loaded = (root: string) => ({ clientVersion: null, loaded: new Set([join(root, "src/AGENTS.md"), join(root, "src/README.md")]) });
    expect(shown({ ...agents, "src/README.md": "Read." }, ["src"], loaded)).toEqual([]);
  });

  it("a CLAUDE.md that is a link to it loads it", () => {
    const linked = (root: string) => {
      symlinkSync("AGENTS.md", join(root, "src/CLAUDE.md"));
      return {};
    };
    expect(shown(agents, ["src"], linked)).toEqual([]);
  });
});

describe("what is refused", () => {
  it("a file that is too large is a problem, and the others still count", () => {
    const { documents, problems } = find({ ...TREE, "src/README.md": "x".repeat(256 * 1024 + 1) }, ["src"]);
    expect(documents.map(({ shownAs }) => shownAs)).toEqual(["AGENTS.md", "README.md"]);
    expect(problems).toMatchObject([{ where: expect.stringMatching(/src.README\.md$/), what: expect.stringMatching(/larger than/) }]);
  });

  it("a link out of the root", () => {
    const secret = join(makeTempDir(), "secret.md");
    writeFileSync(secret, "Secret.");
    const linked = (root: string) => {
      symlinkSync(secret, join(root, "src/AGENTS.md"));
      return {};
    };
    const { documents, problems } = find({ "src/a.ts": "" }, ["src"], linked);
    expect(documents).toEqual([]);
    expect(problems[0]?.what).toMatch(/leads out of/);
  });

  it("one that says nothing is passed over", () => {
    expect(find({ "README.md": " \n" }, [""])).toEqual({ documents: [], problems: [] });
  });
});
