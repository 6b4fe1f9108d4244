/** Which layers of settings there are, and what is wrong in them. */
import type { Environment } from "../config/environment.ts";
import { isOn } from "../config/environment.ts";
import type { Problem } from "../types.ts";
import { type Finding, type Section, shortPath } from "./section.ts";

export interface ConfigLayer {
  readonly name: "shipped" | "user" | "project";
  readonly path: string;
  readonly exists: boolean;
}

export interface ConfigRequest {
  readonly layers: readonly ConfigLayer[];
  readonly isEnabled: boolean;
  readonly problems: readonly Problem[];
  readonly env: Environment;
  readonly home: string | null;
}

const VARIABLES = ["LORE_DATA_DIR", "LORE_DIR", "LORE_CONTEXT_BUDGET", "LORE_CONTEXT_DISABLED", "LORE_CONTEXT_NOW", "LORE_CONTEXT_DEBUG"];

export function checkConfig({ layers, isEnabled, problems, env, home }: ConfigRequest): Omit<Section, "title"> {
  const variables = VARIABLES.filter((name) => env[name]);
  const present = layers.filter(({ exists, name }) => exists && name !== "shipped").map(({ path }) => shortPath(path, home));
  return {
    lines: [["defaults", ...present, ...variables].join(" < ")],
    findings: [
      ...layers.filter(({ name, exists }) => name === "shipped" && !exists).map(({ path }) => incomplete(path, home)),
      ...(isEnabled ? [] : [switchedOff(env)]),
      ...problems.map((problem) => toFinding(problem, home)),
    ],
    facts: { layers, variables, isEnabled, problems },
  };
}

function incomplete(path: string, home: string | null): Finding {
  const what = `${shortPath(path, home)} is not there: this installation is not complete`;
  return { severity: "warning", code: "incomplete", what, remedy: "npm install -g lore-inject, then lore-inject install" };
}

function switchedOff(env: Environment): Finding {
  const isByVariable = isOn(env.LORE_CONTEXT_DISABLED);
  const what = `it is switched off by ${isByVariable ? "LORE_CONTEXT_DISABLED" : "enabled: false"}: nothing is shown`;
  return { severity: "warning", code: "switched-off", what, remedy: isByVariable ? "unset LORE_CONTEXT_DISABLED" : "take `enabled: false` out of config.yaml" };
}

function toFinding({ where, what, hint }: Problem, home: string | null): Finding {
  return { severity: "warning", code: "config-problem", what: `${shortPath(where, home)}: ${what}`, remedy: hint ?? "correct it there" };
}

/** Those of settings; the others are of stores. */
export function isConfigProblem({ where }: Problem): boolean {
  return /\.ya?ml(?::\d+)*$/.test(where) && /(?:config|keyword-synonyms|project)\.ya?ml/.test(where)
    ? true
    : /^(?:LORE_CONTEXT_|--set|sources\.|languages)/.test(where);
}
