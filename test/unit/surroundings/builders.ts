/** What the tests of surroundings share: a temp project made from a fixture, aged so that its stamps are settled. */
import { cpSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { type FindRequest, findSurroundings } from "../../../src/surroundings/find-surroundings.ts";
import type { Client, Rule } from "../../../src/surroundings/surroundings.ts";
import { makeTempDir, writeFile } from "../builders.ts";

export interface TestProject {
  readonly root: string;
  readonly home: string;
  readonly request: FindRequest;
}

/** A home with one project in it. */
export function makeProject(fixture: string | null, files: Readonly<Record<string, string>> = {}): TestProject {
  const home = makeTempDir();
  const root = join(home, "code", "shop");
  writeFile(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  if (fixture !== null) cpSync(join(import.meta.dirname, "fixtures", fixture), root, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFile(path.startsWith("~/") ? join(home, path.slice(2)) : join(root, path), text);
  ageAll(home);
  const userConfigDir = join(home, ".config", "lore-inject");
  return { root, home, request: { cwd: root, root, home, userConfigDir, rulePaths: [], client: "claude-code", userRules: true, now: Date.now() } };
}

/** As if all of it had been there for ten minutes. */
function ageAll(folder: string): void {
  const then = new Date(Date.now() - 600_000);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) ageAll(path);
    else if (entry.isFile()) utimesSync(path, then, then);
  }
  utimesSync(folder, then, then);
}

export function rulesOf(fixture: string, over: Partial<FindRequest> = {}): readonly Rule[] {
  return findSurroundings({ ...makeProject(fixture).request, ...over }).surroundings.rules;
}

export function makeRule(over: Partial<Rule> = {}): Rule {
  const name = over.name ?? "style";
  return {
    file: `/p/.cursor/rules/${name}.mdc`,
    shownAs: `.cursor/rules/${name}.mdc`,
    name,
    format: "cursor",
    mode: "always",
    include: [],
    exclude: [],
    description: "",
    hash: name,
    nativeTo: [],
    ...over,
  };
}

export const CLIENTS: readonly Client[] = ["claude-code", "opencode"];
