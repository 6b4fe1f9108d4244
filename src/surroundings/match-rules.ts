/** Which rules speak to an event: by the paths it touches, by its text, or always. Rules that the client loads itself are left to it. */
import type { Client, Rule } from "./surroundings.ts";

export interface RuleOccasion {
  /** Relative to the root, with slashes. */
  readonly paths: readonly string[];
  readonly text: string;
  readonly client: Client;
}

export interface MatchedRule {
  readonly rule: Rule;
  /** For people: "always", "matches src/auth.ts". */
  readonly why: string;
  /** The rule as a whole, or the line by which the agent decides whether to read it. */
  readonly form: "whole" | "index";
}

export function matchRules(rules: readonly Rule[], { paths, text, client }: RuleOccasion): readonly MatchedRule[] {
  const tidy = paths.map((path) => path.replaceAll("\\", "/")).filter(isBelowRoot);
  const matched: MatchedRule[] = [];
  for (const rule of rules) {
    const why = rule.nativeTo.includes(client) ? null : reason(rule, tidy, text);
    if (why !== null) matched.push({ rule, why, form: why === BY_DESCRIPTION ? "index" : "whole" });
  }
  return matched;
}

/** Longer ones are no files of a project, and long for a regular expression. */
const MAX_PATH = 1024;
const BY_DESCRIPTION = "by description";

/** Rules of a project say nothing of files elsewhere. */
function isBelowRoot(path: string): boolean {
  return path.length <= MAX_PATH && !path.startsWith("/") && !path.startsWith("../") && path.charAt(1) !== ":";
}

function reason(rule: Rule, paths: readonly string[], text: string): string | null {
  if (rule.mode === "always") return "always";
  if (isNamed(rule, text)) return "named in the prompt";
  if (rule.mode === "described") return BY_DESCRIPTION;
  const path = rule.mode === "paths" ? firstMatch(rule, paths) : undefined;
  return path === undefined ? null : `matches ${path}`;
}

function firstMatch({ include, exclude }: Rule, paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined;
  const wanted = include.map((source) => new RegExp(source));
  const refused = exclude.map((source) => new RegExp(source));
  return paths.find((path) => wanted.some((pattern) => pattern.test(path)) && !refused.some((pattern) => pattern.test(path)));
}

/** `@name`, or the file's path. */
function isNamed({ name, shownAs }: Rule, text: string): boolean {
  return holds(text, `@${name}`) || holds(text, shownAs);
}

function holds(text: string, mention: string): boolean {
  for (let at = text.indexOf(mention); at >= 0; at = text.indexOf(mention, at + 1)) {
    if (!isNameCode(text.charCodeAt(at - 1)) && endsAt(text, at + mention.length)) return true;
  }
  return false;
}

/** `@api` is not named by `@api-v2` nor by `@api.test`, but by `@api.` at the end of a sentence. */
function endsAt(text: string, end: number): boolean {
  const code = text.charCodeAt(end);
  if (isNameCode(code) || code === 45) return false;
  return code !== 46 || !isNameCode(text.charCodeAt(end + 1));
}

function isNameCode(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code > 127;
}
