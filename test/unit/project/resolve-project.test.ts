/** Which project a folder belongs to, from hand-written .git files in real folders. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findWorkspace } from "../../../src/project/find-workspace.ts";
import { parseAddress, parseRemotes } from "../../../src/project/read-git-remotes.ts";
import { type ProjectOverride, resolveProject } from "../../../src/project/resolve-project.ts";
import type { Project } from "../../../src/types.ts";
import { makeFolder, makeTempDir, writeFile } from "../builders.ts";

function resolveAt(cwd: string, home: string | null, override: ProjectOverride | null = null): Project {
  return resolveProject({ workspace: findWorkspace(cwd, home), override, workspaceRoots: ["~/dev"], home });
}

function makeRepo(folder: string, url: string | null): string {
  const remote = url === null ? "" : `[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
  writeFile(join(folder, ".git", "config"), `[core]\n\tbare = false\n${remote}`);
  return folder;
}

describe("git remote", () => {
  it.each([
    ["git@github.com:acme/flow.git"],
    ["git@github.com:acme/flow"],
    ["ssh://git@github.com:22/acme/flow.git"],
    ["https://github.com/acme/flow.git"],
    ["https://github.com/acme/flow"],
    ["https://github.com/acme/flow/"],
    ["https://user:secret@github.com/acme/flow.git"],
    ["git://github.com/acme/flow.git/"],
    ["/srv/git/acme/flow.git"],
    ["file:///srv/git/acme/flow.git"],
    ["..\\acme\\flow"],
    ["C:\\git\\acme\\flow"],
    ["github:acme/flow"],
  ])("%s is acme/flow", (url) => {
    expect(parseAddress(url)).toEqual({ name: "flow", slug: "acme/flow" });
    const home = makeTempDir();
    expect(resolveAt(makeRepo(join(home, "somewhere", "clone"), url), home)).toMatchObject({ name: "flow", slug: "acme/flow" });
  });

  it("a subgroup belongs to the path: the last two segments make the slug", () => {
    expect(parseAddress("https://gitlab.com/acme/team/flow.git").name).toBe("flow");
  });

  it("origin comes before upstream and others, whatever their order; the others are aliases", () => {
    const config = ["zeta", "upstream", "origin"].map((name) => `[remote "${name}"]\n  url = https://host/${name}/flow.git`).join("\n");
    expect(parseRemotes(config).map(({ remote }) => remote)).toEqual(["origin", "upstream", "zeta"]);
    const home = makeTempDir();
    writeFile(join(home, "r", ".git", "config"), config);
    expect(resolveAt(join(home, "r"), home)).toMatchObject({ slug: "origin/flow", aliases: ["upstream/flow", "zeta/flow"] });
  });

  it("two repositories of one folder name but different remotes differ", () => {
    const home = makeTempDir();
    const a = resolveAt(makeRepo(join(home, "a", "api"), "git@host:one/api.git"), home);
    const b = resolveAt(makeRepo(join(home, "b", "api"), "git@host:two/api.git"), home);
    expect([a.slug, b.slug]).toEqual(["one/api", "two/api"]);
  });

  it("a subfolder belongs to its repository", () => {
    const home = makeTempDir();
    const repo = makeRepo(join(home, "clone"), "git@host:acme/flow.git");
    expect(resolveAt(makeFolder(join(repo, "packages", "core")), home).name).toBe("flow");
  });

  it.each([
    ["pushurl alone", '[remote "origin"]\n pushurl = x/y'],
    ["garbage", "\0\0 [remote ["],
    ["a branch section with a url", '[branch "main"]\n url = https://host/a/b'],
  ])("%s names no remote", (_name, config) => {
    expect(parseRemotes(config)).toEqual([]);
  });
});

describe("worktrees and submodules", () => {
  function makeWorktree(home: string, url: string | null): string {
    const main = makeRepo(join(home, "code", "flow-main"), url);
    const gitDir = join(main, ".git", "worktrees", "hotfix");
    writeFile(join(gitDir, "commondir"), "../..\n");
    writeFile(join(home, "code", "hotfix", ".git"), `gitdir: ${gitDir}\n`);
    return join(home, "code", "hotfix");
  }

  it("a worktree has the remote of its repository", () => {
    const home = makeTempDir();
    expect(resolveAt(makeWorktree(home, "git@host:acme/flow.git"), home)).toMatchObject({ name: "flow", slug: "acme/flow" });
  });

  it("without a remote a worktree has the name of the main folder", () => {
    const home = makeTempDir();
    expect(resolveAt(makeWorktree(home, null), home).name).toBe("flow-main");
  });

  it("a submodule is a project of its own", () => {
    const home = makeTempDir();
    const top = makeRepo(join(home, "code", "parent"), "git@host:acme/parent.git");
    writeFile(join(top, ".git", "modules", "lib", "config"), '[remote "origin"]\n\turl = git@host:acme/lib.git\n');
    writeFile(join(top, "vendor", "lib", ".git"), "gitdir: ../../.git/modules/lib\n");
    expect(resolveAt(join(top, "vendor", "lib"), home)).toMatchObject({ name: "lib", slug: "acme/lib" });
  });

  it("a submodule without a remote has its own folder's name", () => {
    const home = makeTempDir();
    const top = makeRepo(join(home, "code", "parent"), null);
    writeFile(join(top, ".git", "modules", "lib", "config"), "[core]\n");
    writeFile(join(top, "vendor", "lib", ".git"), "gitdir: ../../.git/modules/lib\n");
    expect(resolveAt(join(top, "vendor", "lib"), home).name).toBe("lib");
  });

  it("a .git file that names nothing is a plain folder", () => {
    const home = makeTempDir();
    writeFile(join(home, "code", "odd", ".git"), "nonsense");
    expect(resolveAt(join(home, "code", "odd"), home)).toMatchObject({ name: "odd", slug: null });
  });
});

describe("folders", () => {
  it("below a workspace root the first segment counts", () => {
    const home = makeTempDir();
    expect(resolveAt(makeFolder(join(home, "dev", "shop", "packages", "core")), home)).toMatchObject({ name: "shop", slug: null });
  });

  it("elsewhere the folder's own name counts", () => {
    const home = makeTempDir();
    expect(resolveAt(makeFolder(join(home, "notes")), home).name).toBe("notes");
  });

  it("the home folder and the root are no project", () => {
    const home = makeTempDir();
    expect(resolveAt(home, home).name).toBe(null);
    expect(resolveAt("/", home).name).toBe(null);
  });

  it("a repository of dotfiles in the home folder does not make it a project", () => {
    const home = makeRepo(makeTempDir(), "git@host:me/dotfiles.git");
    expect(resolveAt(home, home).name).toBe(null);
    expect(resolveAt(makeFolder(join(home, "dev", "shop")), home).name).toBe("shop");
  });

  it("an override file beats the remote and keeps the slug", () => {
    const home = makeTempDir();
    const repo = makeRepo(join(home, "clone"), "git@host:acme/flow.git");
    const file = writeFile(join(repo, ".lore", "project.yaml"), "name: river\n");
    expect(findWorkspace(makeFolder(join(repo, "src")), home).overrideFile).toBe(file);
    const project = resolveAt(repo, home, { name: "river", aliases: ["stream"] });
    expect(project).toMatchObject({ name: "river", slug: "acme/flow", aliases: ["stream"] });
  });

  it("the nearest project files win, and the walk ends at the repository", () => {
    const home = makeTempDir();
    writeFile(join(home, "code", ".lore", "config.yaml"), "");
    const repo = makeRepo(join(home, "code", "flow"), null);
    expect(findWorkspace(repo, home).configFile).toBe(null);
    const own = writeFile(join(repo, ".lore", "config.yaml"), "");
    expect(findWorkspace(makeFolder(join(repo, "a", "b")), home).configFile).toBe(own);
  });
});
