/** Chooses candidates by an estimated score = source weight × recency × match, from hits alone, with bounds for whoever searches. Pure. */
import type { Config } from "../config/config.ts";
import type { Affinity, Candidate, Day, EpochMs, Hits, Judge, Judged, SourceName } from "../types.ts";
import { strengthFor } from "./confidence.ts";
import { Estimate } from "./estimate.ts";
import { MOST_FACTOR } from "./evidence.ts";
import { recency } from "./recency.ts";
import type { Term } from "./terms.ts";

export interface JudgeInput {
  /** The columns of every row of hits. */
  readonly keys: readonly string[];
  readonly terms: readonly Term[];
  /** What evidence for this prompt is measured in. */
  readonly unit: number;
  readonly today: Day;
  readonly config: Config;
  /** Judge the hopeless candidates as well, so that they can be explained. */
  readonly thorough: boolean;
}

const DAY_MS = 86_400_000;
/** The sum of all bounds, in steps: fits into two bytes whatever comes together. */
const STEPS = 60_000;
/** Room for rounding: a bound must never be below what it bounds. */
const SLACK = 1e-9;

export class Scorer implements Judge {
  readonly bounds: Uint16Array;
  readonly least: number;
  readonly compare = byScore;
  readonly outdatedToo: boolean;
  readonly scale: Judge["scale"];
  private readonly estimates: Estimate;
  private readonly perStep: number;
  private readonly leastTold: number;
  /** The same for another project's record, which must be surer by itself. */
  private readonly leastForeign: number;

  constructor(private readonly input: JudgeInput) {
    const { keys, terms, config } = input;
    const estimates = new Estimate(terms, keys, config.match);
    this.estimates = estimates;
    this.outdatedToo = input.thorough;
    const byField = estimates.mostByField();
    let all = 0;
    for (let i = 1; i < byField.length; i += 4) all += byField[i] as number;
    this.perStep = (all * estimates.largestBoost) / STEPS || 1;
    const weights = new Uint16Array(byField.length);
    for (let i = 0; i < weights.length; i++) weights[i] = this.stepsUp(byField[i] as number);
    this.bounds = new Uint16Array(keys.length);
    for (let column = 0; column < keys.length; column++) this.bounds[column] = weights[column * 4 + 1] as number;
    this.leastTold = this.findLeast(config.max_wrong);
    this.leastForeign = Math.max(this.leastTold, this.findLeast(Math.min(config.max_wrong, config.projects.other_max_wrong)));
    this.least = Math.max(1, this.steps(this.leastTold));
    this.scale = {
      weights,
      full: this.stepsUp(estimates.total * estimates.largestBoost),
      foreign: Math.min(256, Math.ceil(256 * config.projects.other)),
      strong: this.steps(this.leastForeign),
    };
  }

  /** Weight × information of the terms that a record must have to pass by itself; others are not worth showing beside it. */
  private findLeast(maxWrong: number): number {
    const { config, terms, unit, thorough } = this.input;
    if (thorough || config.match === "coverage") return 0;
    const lightest = terms.reduce((least, { weight }) => Math.min(least, weight), 1);
    const asked = (lightest * strengthFor(maxWrong, unit)) / MOST_FACTOR;
    // A record that is asked for by its id needs nothing else.
    return terms.reduce((least, { keyword, weight, information }) => (keyword.kind === "id" ? Math.min(least, weight * information) : least), asked);
  }

  private stepsUp(value: number): number {
    return Math.min(0xffff, Math.ceil(value / this.perStep));
  }

  needed(estimate: number): number {
    return this.steps(estimate * this.estimates.total);
  }

  weightNeeded(estimate: number): number {
    return this.steps(estimate * this.estimates.total * this.estimates.largestBoost);
  }

  private steps(told: number): number {
    return told <= 0 ? 0 : Math.max(0, Math.min(0xffff, Math.floor((told - SLACK) / this.perStep)));
  }

  reach(source: SourceName, newest: EpochMs | null): number {
    const { weight } = this.input.config.sources[source];
    // A record without a date is given one by the settings.
    return weight * Math.max(this.recencyOf(source, newest), this.recencyOf(source, null));
  }

  neutral(source: SourceName): number {
    return affinityFactor("neutral", source, this.input.config);
  }

  private recencyOf(source: SourceName, at: EpochMs | null): number {
    const { config, today } = this.input;
    return recency({
      day: at === null ? null : Math.floor(at / DAY_MS),
      today,
      halfLifeDays: config.sources[source].half_life_days,
      floor: config.recency.floor,
      undatedDays: config.recency.undated_days,
    });
  }

  estimate(hits: Hits, start: number): number {
    return this.estimates.of(hits, start, this.leastTold);
  }

  judge(candidate: Candidate, estimate: number): Judged | null {
    const { config } = this.input;
    if (candidate.affinity === "other" && this.estimates.told(candidate.hits) < this.leastForeign) return null;
    const { weight } = config.sources[candidate.source];
    const age = this.recencyOf(candidate.source, candidate.at);
    const affinity = affinityFactor(candidate.affinity, candidate.source, config);
    return { candidate, score: weight * age * affinity * estimate, weight, recency: age, affinity };
  }
}

/** Best first; the order depends on nothing but the values. */
function byScore(a: Judged, b: Judged): number {
  return b.score - a.score || (b.candidate.at ?? 0) - (a.candidate.at ?? 0) || b.candidate.place - a.candidate.place;
}

/** Patterns and concepts hold everywhere, so naming no project is no flaw in them. */
function affinityFactor(affinity: Affinity, source: SourceName, { projects }: Config): number {
  if (affinity === "own" || (affinity === "neutral" && (source === "patterns" || source === "concepts"))) return 1;
  return affinity === "other" ? projects.other : projects.neutral;
}
