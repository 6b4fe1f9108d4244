/** Whether a stored failure is about exactly this file or command. Pure. */
import type { LoreRecord } from "../types.ts";

/** Shorter ones (`ls`, `make`) stand in too many texts. */
const MIN_COMMAND = 6;

/** `file` is below the project's root, with slashes. */
export function belongsToFile({ title, body, entities }: LoreRecord, file: string): boolean {
  const isNested = file.includes("/");
  if (entities.some((entity) => isSameFile(entity, file))) return true;
  // A bare name such as index.ts is too common to be looked for in prose.
  return isNested && [title, ...body.map(([, text]) => text)].some((text) => hasWhole(text, file, false));
}

/** Entities may name a file from a folder above or below the root. */
function isSameFile(entity: string, file: string): boolean {
  const named = entity
    .replaceAll("\\", "/")
    .replace(/^\.\//, "")
    .replace(/:\d+(?::\d+)?$/, "");
  if (named === file) return true;
  return named.includes("/") && file.includes("/") && (file.endsWith(`/${named}`) || named.endsWith(`/${file}`));
}

export function belongsToCommand({ title, body }: LoreRecord, command: string): boolean {
  const asked = plainCommand(command);
  if (asked.length < MIN_COMMAND) return false;
  const stored = body.filter(([label]) => label === "Command").map(([, text]) => plainCommand(text));
  return stored.includes(asked) || (stored.length === 0 && hasWhole(title, asked, true));
}

/** Without the folder it is run in and without variables before it. */
export function plainCommand(command: string): string {
  return command
    .slice(0, 2000)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^cd [^&;|]{1,300}(?:&&|;) /, "")
    .replace(/^(?:[A-Z_][A-Z0-9_]{0,60}=[^ ]{0,200} ){1,8}/, "")
    .replace(/ 2>&1$/, "")
    .trim();
}

/** `build:all` is another command than `build`, but `src/env.ts:7` is a place in the file. */
function hasWhole(text: string, part: string, isCommand: boolean): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const next = text.charCodeAt(at + part.length);
    const goesOn = isNameCode(next) || (isCommand && next === 58 && isNameCode(text.charCodeAt(at + part.length + 1)));
    if (!isNameCode(text.charCodeAt(at - 1)) && !goesOn) return true;
  }
  return false;
}

function isNameCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 45;
}
