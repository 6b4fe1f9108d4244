/** Lets a person edit a text in the editor of their choice. What they wrote is kept wherever it cannot be used. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Refusal } from "../refusal.ts";

/** As words, or null when none is set. Quotes keep a path with blanks together; no shell is asked. */
export function findEditor(env: NodeJS.ProcessEnv): readonly string[] | null {
  const words = [...(env.VISUAL || env.EDITOR || "").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
  return words.length === 0 ? null : words;
}

/** `use` gets the edited text; if it throws, the file stays, and is named. */
export function editInEditor<T>([command = "", ...args]: readonly string[], name: string, text: string, use: (edited: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "lore-edit-"));
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  try {
    const { status, error } = spawnSync(command, [...args, file], { stdio: "inherit" });
    if (status !== 0) throw new Refusal(`the editor failed: nothing was changed${error === undefined ? "" : ` (${error.message})`}`);
    const result = use(readFileSync(file, "utf8"));
    rmSync(folder, { recursive: true, force: true });
    return result;
  } catch (error) {
    if (readFileSync(file, "utf8") !== text) throw new Refusal((error as Error).message, `what you wrote is in ${file}`);
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
