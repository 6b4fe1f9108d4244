/**
 * Globs → sources of regular expressions over a path below the root, so that the event's own process needs no glob library.
 * A glob that is broken, or that could keep a regular expression busy for long, becomes a problem.
 */
import picomatch from "picomatch";
import { expandBraces } from "./expand-braces.ts";
import type { RuleFormat } from "./surroundings.ts";

export type CompiledGlob = { readonly source: string } | { readonly problem: string };

export interface CompiledGlobs {
  readonly sources: readonly string[];
  readonly problems: readonly string[];
}

const MAX_LENGTH = 500;
const MAX_STARS = 20;
/** Every star more multiplies the ways to read a name. */
const MAX_STARS_IN_NAME = 3;

export function compileGlobs(globs: readonly string[], format: RuleFormat): CompiledGlobs {
  const compiled = globs.map((glob) => compileGlob(glob, format));
  return {
    sources: [...new Set(compiled.flatMap((result) => ("source" in result ? [result.source] : [])))],
    problems: compiled.flatMap((result) => ("problem" in result ? [result.problem] : [])),
  };
}

export function compileGlob(glob: string, format: RuleFormat): CompiledGlob {
  const shown = `glob "${glob.slice(0, 60)}"`;
  if (glob.length > MAX_LENGTH) return { problem: `${shown} is longer than ${MAX_LENGTH} characters` };
  const anchored = anchor(glob.trim(), format);
  if (anchored === "" || anchored === "/**") return { problem: `${shown} is empty` };
  if (anchored.split("/").includes("..")) return { problem: `${shown} leads out of the root` };
  const plain = plainGroups(anchored);
  if (plain === null) return { problem: `${shown} uses an extended pattern such as +(…) or !(…), which is not supported` };
  const choices = expandBraces(plain);
  if (choices === null) return { problem: `${shown} stands for too many paths` };
  if (choices.some(isMonstrous)) return { problem: `${shown} has too many stars` };
  return compileChoices([...new Set(choices)], shown);
}

/** Whose patterns without a slash reach every folder. */
const ANY_DEPTH: readonly RuleFormat[] = ["cursor", "plain"];

function anchor(glob: string, format: RuleFormat): string {
  const bare = glob.replace(/^(?:\.?\/)+/, "");
  const whole = bare.endsWith("/") ? `${bare}**` : bare;
  return ANY_DEPTH.includes(format) && bare !== "" && !glob.includes("/") ? `**/${whole}` : whole;
}

/** `@(a|b)` and `(a|b)` are braces; other parentheses are part of a name, as in `app/(shop)/page.tsx`. */
function plainGroups(glob: string): string | null {
  if (/[?*+!]\([^)]*\|/.test(glob) || /(?:^|\/)[+!]\(/.test(glob)) return null;
  const groups = glob.replace(/@?\(([^(){}]*\|[^(){}]*)\)/g, (_all, inner: string) => `{${inner.replaceAll("|", ",")}}`);
  return groups.replace(/(?<!\\)[()|]/g, "\\$&");
}

function isMonstrous(glob: string): boolean {
  return count(glob) > MAX_STARS || glob.split("/").some((segment) => segment !== ANY_FOLDERS && count(segment) > MAX_STARS_IN_NAME);
}

function count(text: string): number {
  return text.split("*").length - 1;
}

function compileChoices(choices: readonly string[], shown: string): CompiledGlob {
  try {
    const sources = choices.map((choice, index) => compilePath(choice, `g${index}x`));
    const source = sources.length === 1 ? (sources[0] ?? "") : sources.map((each) => `(?:${each})`).join("|");
    new RegExp(source);
    return { source };
  } catch (error) {
    return { problem: `${shown} is broken: ${(error as Error).message}` };
  }
}

const ANY_FOLDERS = "**";
const FOLDERS = "(?:[^/]+/)*";

/**
 * Name by name, as what lies between two `**` is matched where it first occurs and never tried again: if the rest cannot be found
 * behind that place, it cannot be found behind a later one. A single expression of several `**` would try them all, for minutes.
 */
function compilePath(glob: string, group: string): string {
  const segments = glob.split("/").filter((segment) => segment !== "" && segment !== ".");
  // A plain name may be that of a folder.
  const isPlain = !segments.some((segment) => segment !== ANY_FOLDERS && /[*?[]/.test(segment));
  const end = isPlain ? "(?:/|$)" : segments.at(-1) === ANY_FOLDERS ? "/" : "$";
  while (segments.at(-1) === ANY_FOLDERS) segments.pop();
  if (segments.length === 0) return "^";
  const stretches = splitStretches(segments);
  const last = stretches.pop() ?? [];
  const before = stretches.map((names, index) => {
    const found = names.map((name) => `${name}/`).join("");
    return index === 0 || found === "" ? found : `(?=(?<${group}${index}>${FOLDERS}?${found}))\\k<${group}${index}>`;
  });
  return `^${before.join("")}${stretches.length > 0 ? FOLDERS : ""}${last.join("/")}${end}`;
}

/** The names between one `**` and the next. */
function splitStretches(segments: readonly string[]): string[][] {
  const stretches: string[][] = [[]];
  for (const segment of segments) {
    if (segment === ANY_FOLDERS) stretches.push([]);
    else stretches.at(-1)?.push(compileName(segment));
  }
  return stretches;
}

const OPTIONS = { dot: true, nobrace: true, noextglob: true, noglobstar: true, nonegate: true, strictSlashes: true, windows: false } as const;

function compileName(segment: string): string {
  const { source } = picomatch.makeRe(segment.replace(/\*{2,}/g, "*"), OPTIONS);
  const inner = withoutAnchors(source);
  if (inner === source) throw new Error(`"${segment}" is no name`);
  // Looked at as a whole: once it fits, or not, it is not tried again when something behind it fails.
  return segment.includes("*") ? `(?=(?:${inner})(?:/|$))[^/]+` : `(?:${inner})`;
}

/** picomatch wraps names without a wildcard twice. */
function withoutAnchors(source: string): string {
  const inner = /^\^\(\?:(.*)\)\$$/s.exec(source)?.[1];
  return inner === undefined ? source : withoutAnchors(inner);
}
