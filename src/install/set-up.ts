/** What a first installation offers beside the hooks: a data folder, an import of what is found, a first injection to look at. */
import { existsSync, mkdirSync } from "node:fs";
import type { Environment } from "../config/environment.ts";
import type { Asker } from "./ask.ts";
import type { Command } from "./command-for.ts";
import { tryCommand } from "./try-command.ts";

export interface FoundImport {
  /** As `lore-inject import` calls it. */
  readonly name: string;
  readonly title: string;
  readonly paths: readonly string[];
}

export interface SetUpRequest {
  readonly ask: Asker;
  /** Somebody is there to answer. */
  readonly isInteractive: boolean;
  readonly dataRoot: string | null;
  readonly findImports: () => readonly FoundImport[];
  /** Prints for itself what it did. */
  readonly runImport: (found: FoundImport) => Promise<void>;
  /** Import without asking. */
  readonly imports: boolean;
}

export interface SetUp {
  readonly dataFolder: "made" | "there" | "none";
  readonly imported: readonly string[];
}

/** Scripts get the folder, and an import only if they say so: it writes many records at once. */
export async function setUp(request: SetUpRequest): Promise<SetUp> {
  const dataFolder = await offerFolder(request);
  return { dataFolder, imported: dataFolder === "none" ? [] : await offerImports(request) };
}

async function offerFolder({ ask, dataRoot }: SetUpRequest): Promise<SetUp["dataFolder"]> {
  if (dataRoot === null) return "none";
  if (existsSync(dataRoot)) return "there";
  if (!(await ask.confirm(`Make ${dataRoot} for your records?`, true))) return "none";
  mkdirSync(dataRoot, { recursive: true, mode: 0o700 });
  return "made";
}

async function offerImports({ ask, isInteractive, imports, findImports, runImport }: SetUpRequest): Promise<readonly string[]> {
  if (!isInteractive && !imports) return [];
  const done: string[] = [];
  for (const found of findImports()) {
    const question = `Import ${found.title}: ${found.paths.slice(0, 3).join(", ")}${found.paths.length > 3 ? ", …" : ""}?`;
    if (!imports && !(await ask.confirm(question, true))) continue;
    await runImport(found);
    done.push(found.name);
  }
  return done;
}

export interface ShowRequest {
  readonly command: Command;
  readonly cwd: string;
  readonly env: Environment;
}

/** The start of a session here, without an id, so that no session remembers it. */
export function showInjection({ command, cwd, env }: ShowRequest): readonly string[] {
  const event = JSON.stringify({ hook_event_name: "SessionStart", source: "startup", cwd, transcript_path: "" });
  const { context, fault } = tryCommand({ command, cwd, env, event });
  if (fault !== null) return [`The hook cannot be started: ${fault}`];
  if (context !== "") return ["A session that starts here is shown:", "", ...context.split("\n").map((line) => `  ${line}`)];
  return [
    "A session that starts here is shown nothing yet: there is no record about this project.",
    'Write one: lore-inject remember "what you decided" --rationale "why"',
  ];
}
