/** A rule file's text → when it applies, by the semantics of the client it was written for. Globs are left as written. */
import { parse as parseYaml } from "yaml";
import { parseGlobField, unquote, withoutFields } from "./parse-glob-field.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";
import type { RuleFormat, RuleMode } from "./surroundings.ts";

export interface ParsedRule {
  readonly mode: RuleMode;
  /** Globs as written; `exclude` without its `!`. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly description: string;
  readonly body: string;
}

/** Null for a rule that says nothing. */
export function parseRule(text: string, format: RuleFormat): ParsedRule | null {
  const { header, body } = splitFrontmatter(text);
  if (body.trim() === "") return null;
  const fields = header === null ? null : readFields(header, format);
  const mode = modeOf(fields, format);
  const globs = mode === "paths" ? (fields?.globs ?? []) : [];
  const include = globs.filter((glob) => !glob.startsWith("!"));
  const exclude = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  // Whoever only says what is left out means all the rest.
  return { mode, include: mode === "paths" && include.length === 0 ? ["**"] : include, exclude, description: fields?.description ?? "", body: body.trim() };
}

interface Fields {
  readonly globs: readonly string[];
  readonly description: string;
  readonly alwaysApply: boolean | null;
  /** Not even YAML once the globs are taken out. */
  readonly broken: boolean;
}

const GLOB_FIELDS: Readonly<Record<RuleFormat, readonly string[]>> = {
  claude: ["paths"],
  cursor: ["globs"],
  copilot: ["applyTo"],
  "copilot-always": [],
  plain: ["paths", "globs", "applyTo"],
};

/** A header is a few lines. What is longer is read line by line alone. */
const MAX_YAML = 16 * 1024;

function readFields(header: string, format: RuleFormat): Fields {
  const names = GLOB_FIELDS[format];
  const found = names.map((name) => parseGlobField(header, name)).filter((field) => field !== null);
  const rest = withoutFields(header, names);
  const values = parseValues(rest);
  const description = values === null ? lineValue(rest, "description") : values.description;
  const alwaysApply = values === null ? lineValue(rest, "alwaysApply") : values.alwaysApply;
  return {
    globs: found.flatMap(({ globs }) => globs),
    description: typeof description === "string" ? description.trim().replace(/\s+/g, " ") : "",
    alwaysApply: alwaysApply === undefined || alwaysApply === null ? null : String(alwaysApply).toLowerCase() === "true",
    broken: values === null || found.some(({ broken }) => broken),
  };
}

function parseValues(yaml: string): Readonly<Record<string, unknown>> | null {
  if (yaml.length > MAX_YAML) return null;
  try {
    const values: unknown = parseYaml(yaml, { logLevel: "error", uniqueKeys: false });
    if (values === null || values === undefined) return {};
    return typeof values === "object" && !Array.isArray(values) ? (values as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** `description: Errors: how we report them` is no YAML, and clear all the same. */
function lineValue(header: string, name: string): string | undefined {
  const line = header.split("\n").findLast((candidate) => candidate.startsWith(`${name}:`));
  return line === undefined ? undefined : unquote(line.slice(name.length + 1));
}

function modeOf(fields: Fields | null, format: RuleFormat): RuleMode {
  switch (format) {
    case "copilot-always":
      return "always";
    case "claude":
      return fields === null || fields.broken || fields.globs.length === 0 ? "always" : "paths";
    case "copilot":
      return fields === null || fields.globs.length === 0 ? "manual" : isAll(fields.globs) ? "always" : "paths";
    case "cursor":
      return fields === null ? "manual" : byFields(fields);
    case "plain":
      return fields === null || isAll(fields.globs) || saysNothing(fields) ? "always" : byFields(fields);
  }
}

function byFields({ alwaysApply, globs, description }: Fields): RuleMode {
  if (alwaysApply === true) return "always";
  if (globs.length > 0) return "paths";
  return description === "" ? "manual" : "described";
}

function saysNothing({ alwaysApply, globs, description }: Fields): boolean {
  return alwaysApply === null && globs.length === 0 && description === "";
}

function isAll(globs: readonly string[]): boolean {
  return globs.some((glob) => glob === "**" || glob === "**/*") && !globs.some((glob) => glob.startsWith("!"));
}
