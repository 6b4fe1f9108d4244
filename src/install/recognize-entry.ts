/** Whether an entry of a settings file starts this program, and as what: by its words, however the path, the version or the form differ. Pure. */

import { UNLESS_WARM } from "./warm-entries.ts";

/** Other uses (`lore-inject status`, say) are somebody's own, and left alone. */
export type Role = "inject" | "capture" | "warm" | "other";

export interface Recognized {
  readonly role: Role;
  /** The script or program itself, as it is written there. */
  readonly program: string;
  /** What the person added behind it, e.g. `--budget 500`. */
  readonly extra: readonly string[];
  /** With surroundings of the person's own: it counts, and is left as it is. */
  readonly isCustom: boolean;
}

export const CAPTURE = "capture-hook";

const PROGRAM = /^lore-inject(?:@[\w.^~-]+)?(?:\.[cm]?js|\.cmd|\.exe|\.ps1)?$/i;
/** What may stand before it: runtimes, runners of packages, and wrappers that change nothing but the surroundings. */
const LAUNCHERS = /^(?:node|nodejs|bun|bunx|npx|pnpx|npm|pnpm|yarn|deno|env|nice|timeout|exec|command|volta|mise|asdf|fnm|cmd)(?:\.exe|\.cmd)?$/i;
/** In one line with it, these do nothing of their own that would be lost. */
const IDLE = /^(?:cd|true|:|exit)$/;

/** Null when it does something else, or something else as well. */
export function recognizeEntry(command: string, args: readonly string[] | null): Recognized | null {
  if (args !== null) return recognizeWords([command, ...args]);
  const found = splitCommands(command).map((words) => ({ words, recognized: recognizeWords(words) }));
  const own = found.filter(({ recognized }) => recognized !== null);
  const isMixed = found.some(({ words, recognized }) => recognized === null && !IDLE.test(words[0] ?? ":"));
  return own.length === 1 && !isMixed ? (own[0]?.recognized ?? null) : null;
}

/** A line that starts us among other things: it is not ours to change, but counts as a registration. */
export function mentionsProgram(command: string): boolean {
  return splitCommands(command).some((words) => recognizeWords(words) !== null);
}

/** Variables, limits and redirections are the person's own: an entry that has any would lose them with a new one. */
function isTheirs(words: readonly string[], program: string): boolean {
  const before = words.slice(0, words.indexOf(program));
  return words.includes(REDIRECTED) || before.some((word) => ASSIGNMENT.test(word) || WRAPPERS.test(lastSegment(word)));
}

const WRAPPERS = /^(?:nice|timeout|ionice|taskset)$/;

function recognizeWords(all: readonly string[]): Recognized | null {
  const words = all.slice(all.findIndex((word) => !ASSIGNMENT.test(word)));
  const index = words.findIndex((word) => PROGRAM.test(lastSegment(word)));
  const program = words[index];
  if (program === undefined || (index > 0 && !isLauncher(words))) return null;
  const isCustom = isTheirs(all, program);
  const [first, ...rest] = words.slice(index + 1).filter((word) => word !== REDIRECTED);
  if (first === CAPTURE) return { role: "capture", program, extra: rest, isCustom };
  const isHook = first === undefined || first.startsWith("-");
  return { role: isHook ? "inject" : "other", program, extra: first === undefined ? [] : [first, ...rest], isCustom };
}

/** A shell only with our own script, which starts what follows it. */
function isLauncher([first = "", second = ""]: readonly string[]): boolean {
  return LAUNCHERS.test(lastSegment(first)) || (lastSegment(first) === "sh" && lastSegment(second) === UNLESS_WARM);
}

function lastSegment(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? "";
}

/** Quoted text, operators, redirections, words: enough to know what a line starts, not a shell. */
const TOKEN = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([;&|]+)|\d?[<>]+&?\s*[^\s;&|]*|([^\s;&|<>"']+)/g;
const ASSIGNMENT = /^\w+=/;
/** Stands for what a redirection says. */
const REDIRECTED = ">";

function splitCommands(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const [token, double, single, operator, plain] of line.matchAll(TOKEN)) {
    const word = double ?? single ?? plain;
    if (operator !== undefined) commands.push([]);
    else if (word !== undefined) commands.at(-1)?.push(word);
    else if (!token.endsWith("/dev/null")) commands.at(-1)?.push(REDIRECTED);
  }
  return commands.filter((words) => words.length > 0);
}
