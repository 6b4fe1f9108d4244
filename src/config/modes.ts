/** Keyword modes: what a mode is, and how the layers' entries become the list of them. */
import type { Problem } from "../types.ts";

export const PRIORITIES = ["critical", "high", "normal", "low"] as const;
type Priority = (typeof PRIORITIES)[number];

/** A word or a phrase in a prompt that makes the agent be told something more. */
export interface Mode {
  readonly name: string;
  /** Whether the patterns count. The words count in any case. */
  readonly enabled: boolean;
  /** Lower-case, without white space. */
  readonly words: readonly string[];
  /** Regular expressions for the flags `iu`, kept as text: settings are cached as JSON. */
  readonly patterns: readonly string[];
  readonly text: string;
  readonly priority: Priority;
}

/** A mode as one file gives it: what it leaves out stays as earlier files have it. */
export interface ModeEntry extends Partial<Omit<Mode, "name">> {
  readonly name: string;
  /** File and line, for what only shows once the layers are merged. */
  readonly where: string;
}

/** By name, in the order of first mention. A mode that could never say anything is a problem, not a mode. */
export function mergeModes(entries: readonly ModeEntry[], problems: Problem[]): readonly Mode[] {
  const merged = new Map<string, Mode>();
  const places = new Map<string, string>();
  for (const { where, ...given } of entries) {
    const before = merged.get(given.name) ?? { name: given.name, enabled: true, words: [], patterns: [], text: "", priority: "high" };
    merged.set(given.name, { ...before, ...given });
    places.set(given.name, where);
  }
  return [...merged.values()].filter((mode) => {
    const problem = findGap(mode);
    if (problem !== null) problems.push({ where: places.get(mode.name) ?? "modes", ...problem });
    return problem === null;
  });
}

function findGap({ name, text, words, patterns }: Mode): Pick<Problem, "what" | "hint"> | null {
  if (text === "") return { what: `mode "${name}" has no text, it is left out`, hint: "text: what the agent is told when the mode is on" };
  if (words.length + patterns.length > 0) return null;
  return { what: `mode "${name}" has neither words nor patterns, it is left out`, hint: `words: [${name}]` };
}
