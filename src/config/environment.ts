/** The environment layer: variables override files, flags override variables. */
import type { Problem } from "../types.ts";
import type { Config } from "./config.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export function applyEnvironment(config: Config, env: Environment, problems: Problem[]): Config {
  const disabled = isOn(env.LORE_CONTEXT_DISABLED);
  const tokens = readBudget(env, problems);
  if (!disabled && tokens === null) return config;
  return {
    ...config,
    enabled: config.enabled && !disabled,
    budget: tokens === null ? config.budget : { ...config.budget, tokens },
  };
}

export function isOn(value: string | undefined): boolean {
  return value !== undefined && !["", "0", "false", "no", "off"].includes(value.trim().toLowerCase());
}

function readBudget(env: Environment, problems: Problem[]): number | null {
  const value = env.LORE_CONTEXT_BUDGET;
  if (value === undefined || value.trim() === "") return null;
  const tokens = Number(value);
  if (Number.isFinite(tokens) && tokens >= 50 && tokens <= 20000) return Math.floor(tokens);
  problems.push({
    where: "LORE_CONTEXT_BUDGET",
    what: `"${value}" is not a number of tokens between 50 and 20000`,
    hint: "the configured budget is used",
  });
  return null;
}
