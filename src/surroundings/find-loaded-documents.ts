/** The documents that a client puts before the agent by itself: CLAUDE.md and its imports, AGENTS.md, the memory of the project. */
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Problem } from "../types.ts";
import { findImports } from "./find-imports.ts";
import { isWithin, readInside } from "./read-inside.ts";
import type { Client } from "./surroundings.ts";
import type { Watcher } from "./watcher.ts";

export interface LoadedDocument {
  readonly file: string;
  readonly text: string;
  readonly clients: readonly Client[];
}

export interface LoadedRequest {
  readonly cwd: string;
  readonly root: string;
  readonly home: string | null;
}

export function findLoadedDocuments(request: LoadedRequest, watcher: Watcher, problems: Problem[]): readonly LoadedDocument[] {
  const finder = new Finder(request, watcher, problems);
  finder.takeOwn();
  const speaks = finder.takeClaude();
  finder.takeAgents(speaks ? ["opencode"] : ["claude-code", "opencode"]);
  finder.takeMemory();
  return [...finder.documents.values()];
}

/** Deeper paths exist only by accident or malice. */
const MAX_FOLDERS = 64;
const MAX_DOCUMENTS = 100;
const MAX_IMPORT_DEPTH = 5;
/** The client reads no more of its memory. */
const MEMORY_LINES = 200;
const LOCAL = "CLAUDE.local.md";

class Finder {
  /** By file. */
  readonly documents = new Map<string, LoadedDocument>();

  constructor(
    private readonly request: LoadedRequest,
    private readonly watcher: Watcher,
    private readonly problems: Problem[],
  ) {}

  takeOwn(): void {
    const { home } = this.request;
    if (home !== null) this.takeWithImports(join(home, ".claude", "CLAUDE.md"), null);
  }

  /** Whether there is a CLAUDE.md in the working folder or above: then the client does not look for AGENTS.md. */
  takeClaude(): boolean {
    const { cwd, root } = this.request;
    let speaks = false;
    for (const folder of ancestors(cwd)) {
      const inside = isWithin(folder, root) ? root : folder;
      for (const name of this.claudeNames(folder)) {
        // The person's own is known already, and does not count.
        const taken = this.takeWithImports(join(folder, name), [inside]);
        if (taken && name !== LOCAL) speaks = true;
      }
    }
    return speaks;
  }

  takeAgents(clients: readonly Client[]): void {
    const { cwd, root } = this.request;
    for (const folder of ancestors(cwd).filter((each) => isWithin(each, root))) this.take(join(folder, "AGENTS.md"), [root], clients);
  }

  takeMemory(): void {
    const { cwd, root, home } = this.request;
    if (home === null) return;
    for (const folder of new Set([cwd, root])) {
      const slug = folder.replace(/[^A-Za-z0-9]/g, "-");
      const file = join(home, ".claude", "projects", slug, "memory", "MEMORY.md");
      const document = this.take(file, null, ["claude-code"]);
      if (document !== null) this.documents.set(file, { ...document, text: document.text.split("\n", MEMORY_LINES).join("\n") });
    }
  }

  /** In `/` and `/home` hardly anything ever changes, so that the folder alone is watched while it holds none of them. */
  private claudeNames(folder: string): readonly string[] {
    const names = ["CLAUDE.md", LOCAL, join(".claude", "CLAUDE.md")];
    const { root, home } = this.request;
    const aboveHome = folder === dirname(folder) || (home !== null && folder !== home && isWithin(home, folder));
    if (!aboveHome || folder === root || isShared(folder) || existsSync(join(folder, ".claude"))) return names;
    this.watcher.watch(folder);
    return names.filter((name) => existsSync(join(folder, name)));
  }

  /** False when it is not there, or known already. */
  private takeWithImports(file: string, inside: readonly string[] | null, depth = 0): boolean {
    if (this.documents.has(file)) return false;
    const document = this.take(file, inside, ["claude-code"]);
    if (document === null) return false;
    if (depth === MAX_IMPORT_DEPTH) return true;
    const { root, home } = this.request;
    const allowed = home === null ? [root] : [root, home];
    for (const path of findImports(document.text, dirname(file), home)) {
      if (allowed.some((folder) => isWithin(path, folder))) this.takeWithImports(path, allowed, depth + 1);
    }
    return true;
  }

  private take(file: string, inside: readonly string[] | null, clients: readonly Client[]): LoadedDocument | null {
    const known = this.documents.get(file);
    if (!this.watcher.watch(file) || (known === undefined && this.documents.size >= MAX_DOCUMENTS)) return null;
    try {
      const text = known?.text ?? readInside(file, inside);
      const document = { file, text, clients: [...new Set([...(known?.clients ?? []), ...clients])] };
      this.documents.set(file, document);
      return document;
    } catch (error) {
      this.problems.push({ where: file, what: `cannot be read: ${(error as Error).message}`, hint: "what it states is not known" });
      return null;
    }
  }
}

/** From the folder itself up to the top. */
function ancestors(folder: string): readonly string[] {
  const chain = [folder];
  for (let parent = dirname(folder); parent !== chain.at(-1) && chain.length < MAX_FOLDERS; parent = dirname(parent)) chain.push(parent);
  return chain;
}

/** Anybody may write there, and somebody does all the time. */
function isShared(folder: string): boolean {
  try {
    return (statSync(folder).mode & 0o002) !== 0;
  } catch {
    return true;
  }
}
