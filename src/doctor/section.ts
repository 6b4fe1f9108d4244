/** What a check hands back: lines for a person, facts for a program, and findings that each name a way out. */
import { neutralizeLine } from "../render/neutralize.ts";

/** error: it does not work. warning: it works, but not as it should. note: worth knowing, nothing is wrong. */
type Severity = "error" | "warning" | "note";

export interface Finding {
  readonly severity: Severity;
  /** For programs: stays the same when the words change. */
  readonly code: string;
  readonly what: string;
  /** A command, or an edit. */
  readonly remedy: string;
}

export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
  readonly findings: readonly Finding[];
  readonly facts: unknown;
}

/** A check that fails is a finding like any other: the rest is still examined. */
export function examined(title: string, check: () => Omit<Section, "title">): Section {
  try {
    return { title, ...check() };
  } catch (error) {
    const what = `${title} could not be examined: ${neutralizeLine((error as Error).message)}`;
    const remedy = "the rest of this report still holds; if it stays, please report it with this line";
    return { title, lines: ["could not be examined"], findings: [{ severity: "warning", code: "not-examined", what, remedy }], facts: null };
  }
}

/** `~` for the home folder: paths are most of what is printed. */
export function shortPath(path: string, home: string | null): string {
  const isBelow = home !== null && path.startsWith(home) && /^[\\/:]|^$/.test(path.slice(home.length));
  return neutralizeLine(isBelow ? `~${path.slice(home.length)}` : path);
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

export function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
