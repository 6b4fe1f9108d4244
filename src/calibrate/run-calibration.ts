/** The whole of a calibration: prompts that must get nothing are asked, one half to choose a threshold by, the other to see what it does. */
import { readRecords } from "../store/read-records.ts";
import type { StoreFile } from "../store/store-file.ts";
import type { EpochMs, LoreRecord } from "../types.ts";
import type { Controls } from "./ask-controls.ts";
import { type Choice, chooseThreshold, countAbove, type Threshold } from "./choose-threshold.ts";
import { type ControlPrompt, inHalves, negativePrompts, positivePrompts, type TypedPrompt } from "./control-prompts.ts";
import { countLines } from "./count-lines.ts";
import { type Interval, interval, type Share } from "./intervals.ts";

export interface CalibrationRequest {
  readonly rate: number;
  readonly controls: Controls;
  readonly stores: readonly StoreFile[];
  /** What the person typed, wherever. */
  readonly typed: readonly TypedPrompt[];
  readonly shipped: readonly string[];
  readonly now: EpochMs;
}

/** What a threshold does on the prompts that were not used to choose it. */
export interface Measured {
  readonly threshold: Threshold;
  readonly wrong: Share;
  readonly interval: Interval;
  /** Questions made of records' own words that get something, and that get the record. */
  readonly answered: Share;
  readonly right: Share;
  /** The person's own prompts, in their own projects. */
  readonly own: Share;
}

export interface Calibration {
  readonly at: EpochMs;
  readonly rate: number;
  readonly choice: Choice;
  readonly before: Measured;
  readonly after: Measured;
  readonly negatives: { readonly typed: number; readonly shipped: number };
  readonly records: number;
}

const MAX_OWN = 400;
/**
 * Looser than the wanted rate only where enough of the person's own prompts say so: the shipped ones are easier than those of
 * a sister project, and prompts on the subject that no record answers are not among the controls at all.
 */
const MANY_TYPED = 200;
const LOOSEST = 2;
/** In so many projects, those with most records, the controls are asked. */
const MAX_PROJECTS = 8;

export function runCalibration({ rate, controls, stores, typed, shipped, now }: CalibrationRequest): Calibration {
  const { stores: read } = readRecords(stores, () => false);
  const records = read.flatMap((each) => each.records);
  const negatives = negativePrompts(typed, shipped, projectsIn(records));
  const [choosing, verifying] = inHalves(negatives);
  const [positives, others] = inHalves(positivePrompts(records));
  const ask = (prompts: readonly ControlPrompt[], maxWrong: number): readonly number[] =>
    controls.ask(prompts, { maxWrong, score: 0 }).map(({ score }) => score);
  const typedCount = negatives.filter(({ from }) => from !== undefined).length;
  const loosest = typedCount >= MANY_TYPED ? rate * LOOSEST : rate;
  const choice = chooseThreshold({ rate, loosest, negatives: choosing, positives, ask });
  const own = typed.slice(-MAX_OWN).map(({ text, project }): ControlPrompt => ({ text, project }));
  const measure = (threshold: Threshold): Measured => measureAt(threshold, { controls, negatives: verifying, positives: others, own });
  const { max_wrong, threshold } = controls.config;
  return {
    at: now,
    rate,
    choice,
    before: measure({ maxWrong: max_wrong, score: threshold.score }),
    after: measure(choice.threshold),
    negatives: { typed: typedCount, shipped: negatives.length - typedCount },
    records: countLines(stores),
  };
}

interface Trial {
  readonly controls: Controls;
  readonly negatives: readonly ControlPrompt[];
  readonly positives: readonly ControlPrompt[];
  readonly own: readonly ControlPrompt[];
}

function measureAt(threshold: Threshold, { controls, negatives, positives, own }: Trial): Measured {
  const shareOf = (prompts: readonly ControlPrompt[]): Share =>
    countAbove(
      controls.ask(prompts, threshold).map(({ score }) => score),
      0,
    );
  const wrong = shareOf(negatives);
  const got = controls.ask(positives, threshold);
  const right = positives.filter(({ about }, index) => about !== undefined && got[index]?.keys.includes(about)).length;
  return {
    threshold,
    wrong,
    interval: interval(wrong),
    answered: { count: got.filter(({ score }) => score > 0).length, of: positives.length },
    right: { count: right, of: positives.length },
    own: shareOf(own),
  };
}

/** Names of projects, those with most records first. */
function projectsIn(records: readonly LoreRecord[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { projects } of records) for (const name of projects) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .slice(0, MAX_PROJECTS)
    .map(([name]) => name);
}
