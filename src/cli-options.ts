/** Options that several commands share. */
import { Option } from "commander";

export const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];
export const cwd = () => new Option("--cwd <dir>", "the folder to act in (default: this one, or the event's)");
export const folder = () => new Option("--cwd <dir>", "the folder to act in (default: this one)");
export const set = () => new Option("--set <key=value>", "override a setting, e.g. max_wrong=0.01 (repeatable)").argParser(collect).default([], "none");
export const budget = () => new Option("--budget <tokens>", "token budget, above LORE_CONTEXT_BUDGET and config");
export const json = () => new Option("--json", "machine-readable output");
