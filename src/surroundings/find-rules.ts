/** Reads the rule files of a project and of its person. A file that cannot be read is a problem, and the others still count. */
import { statSync } from "node:fs";
import { basename, relative, sep } from "node:path";
import { hashText } from "../store/identity.ts";
import type { Problem } from "../types.ts";
import { compileGlobs } from "./compile-globs.ts";
import { type ParsedRule, parseRule } from "./parse-rule.ts";
import { isWithin, readInside } from "./read-inside.ts";
import { configuredPlace, type PlaceRequest, projectPlaces, type RulePlace, userPlaces } from "./rule-places.ts";
import type { Rule } from "./surroundings.ts";
import { walkFolder } from "./walk-folder.ts";
import type { Watcher } from "./watcher.ts";

export interface FoundRule {
  readonly rule: Rule;
  readonly body: string;
}

/** Nobody reads more; each is asked for its stamp on every prompt. */
const MAX_RULES = 500;

export function findRules(request: PlaceRequest, watcher: Watcher, problems: Problem[]): readonly FoundRule[] {
  const configured = request.rulePaths.map((pattern) => configuredPlace(pattern, request.root));
  problems.push(...configured.filter((place) => "what" in place));
  const places = [...projectPlaces(request.root), ...configured.filter((place) => "top" in place), ...userPlaces(request)];
  const found = new Map<string, RulePlace>();
  for (const place of places) {
    for (const file of listFiles(place, watcher, problems)) if (!found.has(file)) found.set(file, place);
  }
  const files = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  if (files.length > MAX_RULES) problems.push({ where: request.root, what: `${files.length} rule files`, hint: `the first ${MAX_RULES} are used` });
  return files.slice(0, MAX_RULES).flatMap(([file, place]) => readRule({ file, place, request, watcher, problems }) ?? []);
}

function listFiles({ top, maxDepth, inside, accepts }: RulePlace, watcher: Watcher, problems: Problem[]): readonly string[] {
  if (!watcher.watch(top)) return [];
  if (!isFolder(top)) return accepts(top) ? [top] : [];
  const { files, folders, refused, complete } = walkFolder(top, { maxDepth, inside });
  for (const folder of folders) watcher.watch(folder);
  for (const folder of refused) problems.push({ where: folder, what: `leads out of ${inside}`, hint: "this folder is skipped; the rest is used" });
  if (!complete) problems.push({ where: top, what: "holds more folders or files than are looked at", hint: "name the folder of your rules itself" });
  return files.filter(accepts);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

interface RuleFile {
  readonly file: string;
  readonly place: RulePlace;
  readonly request: PlaceRequest;
  readonly watcher: Watcher;
  readonly problems: Problem[];
}

function readRule({ file, place, request, watcher, problems }: RuleFile): FoundRule | null {
  watcher.watch(file);
  try {
    const parsed = parseRule(readInside(file, place.inside === null ? null : [place.inside]), place.format);
    return parsed === null ? null : { rule: makeRule(file, place, parsed, request, problems), body: parsed.body };
  } catch (error) {
    problems.push({ where: file, what: `cannot be read: ${(error as Error).message}`, hint: "this rule is skipped; the rest is used" });
    return null;
  }
}

function makeRule(file: string, { format }: RulePlace, parsed: ParsedRule, request: PlaceRequest, problems: Problem[]): Rule {
  const include = compileGlobs(parsed.include, format);
  const exclude = compileGlobs(parsed.exclude, format);
  for (const what of [...include.problems, ...exclude.problems]) problems.push({ where: file, what, hint: "this glob is skipped" });
  return {
    file,
    shownAs: showPath(file, request),
    name: basename(file).replace(/(?:\.instructions)?\.[^.]+$/, ""),
    format,
    mode: parsed.mode,
    include: include.sources,
    exclude: exclude.sources,
    description: parsed.description,
    hash: hashBody(parsed.body),
    nativeTo: format === "claude" ? ["claude-code"] : [],
  };
}

export function hashBody(body: string): string {
  return hashText(body.trim().replace(/\s+/g, " "));
}

function showPath(file: string, { root, home }: PlaceRequest): string {
  const shown = isWithin(file, root) ? relative(root, file) : home !== null && isWithin(file, home) ? `~${sep}${relative(home, file)}` : file;
  return sep === "/" ? shown : shown.replaceAll(sep, "/");
}
