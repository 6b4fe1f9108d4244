/** Where rule files lie, and whose they are. Names only; nothing is read here. */
import { join } from "node:path";
import picomatch from "picomatch";
import type { Problem } from "../types.ts";
import { compileGlob } from "./compile-globs.ts";
import type { RuleFormat } from "./surroundings.ts";

export interface RulePlace {
  /** A folder, or a single file. */
  readonly top: string;
  readonly format: RuleFormat;
  readonly maxDepth: number;
  /** Links must not lead out of it; null for what is the person's own. */
  readonly inside: string | null;
  readonly accepts: (file: string) => boolean;
}

export interface PlaceRequest {
  readonly root: string;
  readonly home: string | null;
  readonly userConfigDir: string | null;
  /** Globs below the root, from the settings. */
  readonly rulePaths: readonly string[];
  readonly userRules: boolean;
}

/** Nobody nests rules deeper. */
const MAX_DEPTH = 8;

export function projectPlaces(root: string): readonly RulePlace[] {
  const below = { maxDepth: MAX_DEPTH, inside: root };
  return [
    { ...below, top: join(root, ".claude", "rules"), format: "claude", accepts: endsWith(".md") },
    { ...below, top: join(root, ".cursor", "rules"), format: "cursor", accepts: endsWith(".mdc") },
    { ...below, top: join(root, ".github", "instructions"), format: "copilot", accepts: endsWith(".instructions.md") },
    {
      ...below,
      top: join(root, ".github", "copilot-instructions.md"),
      format: "copilot-always",
      accepts: (file) => file === join(root, ".github", "copilot-instructions.md"),
    },
  ];
}

export function userPlaces({ home, userConfigDir, userRules }: PlaceRequest): readonly RulePlace[] {
  if (!userRules) return [];
  const own = { maxDepth: MAX_DEPTH, inside: null };
  const places: RulePlace[] = [];
  if (home !== null) places.push({ ...own, top: join(home, ".claude", "rules"), format: "claude", accepts: endsWith(".md") });
  if (userConfigDir !== null) places.push({ ...own, top: join(userConfigDir, "rules"), format: "plain", accepts: endsWith(".md", ".mdc") });
  return places;
}

/** A path of the settings, as a place below the root. */
export function configuredPlace(pattern: string, root: string): RulePlace | Problem {
  const where = `rule path "${pattern}"`;
  if (/^(?:~|\/|\\|[A-Za-z]:)/.test(pattern)) return { where, what: "leads out of the project", hint: "give it relative to the project's root" };
  const compiled = compileGlob(pattern, "claude");
  if ("problem" in compiled) return { where, what: compiled.problem, hint: "this path is skipped" };
  const { base, isGlob, isBrace } = picomatch.scan(pattern.replace(/^(?:\.\/)+/, ""));
  const dynamic = isGlob || isBrace;
  const top = join(root, dynamic ? base : pattern);
  const matcher = new RegExp(compiled.source);
  const accepts = (file: string) => matcher.test(file.slice(root.length + 1).replaceAll("\\", "/"));
  const segments = pattern.split("/").length - (base === "" ? 0 : base.split("/").length);
  const maxDepth = pattern.includes("**") || !dynamic || pattern.endsWith("/") ? MAX_DEPTH : Math.min(MAX_DEPTH, segments - 1);
  return { top, format: "plain", maxDepth, inside: root, accepts };
}

function endsWith(...endings: readonly string[]): (file: string) => boolean {
  return (file) => endings.some((ending) => file.toLowerCase().endsWith(ending));
}
