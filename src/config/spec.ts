/**
 * Every setting, once: its type, range and default. The Config type, the validation and the list
 * of known keys all follow from here; config.yaml explains each in words, and a test holds the
 * two together. The modes alone have their defaults in config.yaml: they are prose, not numbers.
 */
import type { Mode } from "./modes.ts";

interface FlagSpec {
  readonly type: "flag";
  readonly default: boolean;
}
interface NumberSpec {
  readonly type: "number";
  readonly default: number;
  readonly min: number;
  readonly max: number;
}
interface TextSpec {
  readonly type: "text";
  readonly default: string;
}
interface ListSpec {
  readonly type: "list";
  readonly default: readonly string[];
}
interface ChoiceSpec {
  readonly type: "choice";
  readonly default: string;
  readonly values: readonly string[];
}
interface ModesSpec {
  readonly type: "modes";
  readonly default: readonly Mode[];
}
export type LeafSpec = FlagSpec | NumberSpec | TextSpec | ListSpec | ChoiceSpec | ModesSpec;
export interface GroupSpec {
  readonly [key: string]: LeafSpec | GroupSpec;
}

export type ValueOf<S> = S extends FlagSpec
  ? boolean
  : S extends NumberSpec
    ? number
    : S extends TextSpec
      ? string
      : S extends ListSpec
        ? readonly string[]
        : S extends ChoiceSpec
          ? S["values"][number]
          : S extends ModesSpec
            ? readonly Mode[]
            : { readonly [K in keyof S]: ValueOf<S[K]> };

const flag = (value: boolean): FlagSpec => ({ type: "flag", default: value });
const number = (value: number, min: number, max: number): NumberSpec => ({ type: "number", default: value, min, max });
const text = (value: string): TextSpec => ({ type: "text", default: value });
const list = (...value: readonly string[]): ListSpec => ({ type: "list", default: value });
/** The first value is the default. */
const choice = <V extends string>(...values: readonly [V, ...V[]]) => ({ type: "choice", default: values[0], values }) as const satisfies ChoiceSpec;
const modes = (): ModesSpec => ({ type: "modes", default: [] });

const trigger = (weight: number) => ({ enabled: flag(true), weight: number(weight, 0, 1) });
const source = (weight: number, halfLifeDays: number, ...paths: readonly string[]) => ({
  enabled: flag(true),
  weight: number(weight, 0, 1),
  half_life_days: number(halfLifeDays, 0, 36500),
  paths: list(...paths),
});

export const SPEC = {
  enabled: flag(true),
  notify: flag(false),
  data_dir: text(""),
  workspace_roots: list("~/dev"),
  languages: list("en"),
  deadline_ms: number(400, 20, 10000),
  runtime: choice("auto", "node", "bun"),
  node_flags: flag(true),
  index: {
    enabled: flag(true),
    background: flag(true),
  },
  budget: {
    tokens: number(2000, 50, 20000),
    token_factor: number(1.2, 0.5, 3),
    max_items: number(40, 1, 200),
    record_share: number(0.3, 0.05, 1),
  },
  max_wrong: number(0.05, 0.001, 1),
  match: choice("evidence", "coverage"),
  threshold: {
    score: number(0, 0, 1),
    relative: number(0.35, 0, 1),
  },
  keywords: {
    max: number(32, 1, 64),
    candidates: number(64, 1, 100),
    pasted_weight: number(0.35, 0, 1),
    generic_weight: number(0.4, 0, 1),
    synonym_weight: number(0.5, 0, 1),
  },
  triggers: {
    symbols: trigger(0.5),
    paths: trigger(0.5),
    errors: trigger(0.5),
    questions: trigger(1),
  },
  projects: {
    neutral: number(0.95, 0, 1),
    other: number(0.7, 0, 1),
    other_max_wrong: number(0.01, 0.001, 1),
  },
  recency: {
    floor: number(0.6, 0, 1),
    undated_days: number(365, 0, 36500),
  },
  goals: {
    words: list("goal", "mission", "milestone", "objective", "roadmap", "success criteria"),
  },
  capture: {
    failures: flag(true),
    handoffs: flag(true),
    sayings: flag(true),
  },
  write: {
    fsync: flag(false),
  },
  session_start: {
    enabled: flag(true),
    patterns: number(3, 0, 20),
    goals: number(3, 0, 20),
    handoff_days: number(36500, 1, 36500),
  },
  session: {
    enabled: flag(true),
    keep_days: number(30, 1, 3650),
    keep_sessions: number(500, 1, 100000),
  },
  continuity: {
    enabled: flag(true),
    decay: number(0.5, 0, 1),
    prompts: number(3, 0, 10),
  },
  styles: {
    prompt: choice("text", "xml", "compact"),
    session_start: choice("text", "xml", "compact"),
    compaction: choice("compact", "text", "xml"),
    subagent: choice("text", "xml", "compact"),
    tool: choice("text", "xml", "compact"),
  },
  compaction: {
    share: number(0.5, 0.05, 1),
    instructions: text(""),
  },
  subagent: {
    enabled: flag(true),
    tokens: number(500, 50, 20000),
  },
  tools: {
    enabled: flag(true),
    tokens: number(300, 50, 5000),
    session_tokens: number(1500, 0, 100000),
  },
  rules: {
    enabled: flag(true),
    tokens: number(1000, 50, 20000),
    user: flag(true),
    paths: list(),
  },
  documents: {
    agents: flag(true),
    readme: flag(true),
    tokens: number(600, 50, 20000),
    readme_tokens: number(200, 50, 20000),
  },
  already_loaded: flag(true),
  context_injection: {
    enabled: flag(true),
    max_tokens: number(4000, 50, 20000),
    min_relevance: number(0.5, 0, 1),
    include_decisions: flag(true),
    include_session_history: flag(true),
    triggers: {
      file_open: flag(true),
      file_edit: flag(true),
      symbol_mention: flag(true),
      implicit_queries: flag(true),
    },
  },
  metrics: {
    enabled: flag(true),
    prompts: flag(false),
    keep_days: number(90, 1, 3650),
  },
  usefulness: {
    enabled: flag(true),
    least: number(0.7, 0.1, 1),
    most: number(1.3, 1, 3),
    holdout: number(0.05, 0, 0.5),
  },
  modes: modes(),
  sources: {
    patterns: source(1.0, 30, "patterns/data/patterns.yaml", "patterns/data/patterns.jsonl"),
    journal: source(0.9, 30, "journal/data/decisions.jsonl"),
    failures: source(0.8, 30, "failures/data/failures.jsonl"),
    transfer: source(0.7, 30, "transfer/data/handoffs.jsonl", "transfer/data/sessions/**/*.json", "transfer/data/archive/**/*.json"),
    registry: source(0.6, 0, "registry/data/{metadata,clusters,relationships,contracts}.yaml"),
    inbox: source(0.3, 30, "inbox/data/signals.jsonl", "inbox/data/observations.jsonl"),
    goals: source(0.6, 90, "intent/data/goals/*.{yaml,yml}"),
    concepts: source(0.7, 0, "patterns/data/concepts.yaml"),
    evidence: source(0.5, 60, "evidence/data/evidence.jsonl"),
  },
} as const satisfies GroupSpec;

/**
 * Settings that decide which files outside the project are read, what the hook is started with, how readily
 * other projects' records are shown, what is kept of a session and what the agent is told in the person's name.
 * A repository's own .lore/config.yaml may not set them: a cloned repository must not be able to point the hook
 * at other files of its reader, open other projects, or speak for the person. `rules.paths` stays below its root.
 */
export const NOT_FROM_PROJECTS: readonly RegExp[] = [
  /^data_dir$/,
  /^workspace_roots$/,
  /^sources\.\w+\.paths$/,
  /^deadline_ms$/,
  /^runtime$/,
  /^node_flags$/,
  /^write\./,
  /^capture\./,
  /^projects\.other/,
  /^session\./,
  /^compaction\.instructions$/,
  /^tools\.session_tokens$/,
  /^rules\.user$/,
  /^metrics\./,
  /^usefulness\./,
  /^modes$/,
];
