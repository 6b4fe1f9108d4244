/** `init`: makes the folder in which a team keeps records beside its code, ready to be committed and merged. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify as toYaml } from "yaml";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { print, printJson } from "./runtime.ts";

export interface InitOptions extends CommonOptions {
  readonly name?: string;
  readonly json?: boolean;
}

/** Two branches that each add lines keep both: of one id the last line speaks. */
const ATTRIBUTES = "*.jsonl merge=union text eol=lf";
const STORES: readonly string[] = ["decisions.jsonl", "patterns.jsonl", "failures.jsonl"];

export function init({ name, json = false, ...options }: InitOptions): void {
  const { workspace } = openForCommand(options);
  if (workspace.gitTop === null) throw new Refusal(`${workspace.cwd} is in no git repository`, "run git init, or go to the repository's folder");
  const folder = join(workspace.gitTop, ".lore");
  let made: readonly string[];
  try {
    made = makeAll(folder, name);
  } catch (error) {
    throw new Refusal((error as Error).message, "the folder must be writable, and .lore a folder");
  }
  if (json) return printJson({ folder, made });
  print([
    made.length === 0 ? `${folder} is complete` : `made in ${folder}: ${made.join(", ")}`,
    'Record for everybody:  lore-inject remember --shared "…"',
    "Share it:              git add .lore, and commit it",
    "Who gets it by git:    looks at it, then runs lore-inject trust; until then none of it is used",
  ]);
}

function makeAll(folder: string, name: string | undefined): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const made: string[] = [];
  const make = (file: string, text: string): void => {
    if (existsSync(join(folder, file))) return;
    writeFileSync(join(folder, file), text, { flag: "wx" });
    made.push(file);
  };
  for (const file of STORES) make(file, "");
  if (name !== undefined) make("project.yaml", toYaml({ name }));
  make(".gitattributes", `${ATTRIBUTES}\n`);
  const attributes = join(folder, ".gitattributes");
  const text = readFileSync(attributes, "utf8");
  if (!text.includes("merge=union")) {
    writeFileSync(attributes, `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${ATTRIBUTES}\n`);
    made.push(".gitattributes (merge=union)");
  }
  return made;
}
