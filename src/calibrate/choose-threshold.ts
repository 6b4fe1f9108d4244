/** Which threshold to take: the loosest whose rate of wrong injections is, with 95 % confidence, below the wanted one. Pure, given who asks. */
import { type Share, upperBound } from "./intervals.ts";

export interface Threshold {
  readonly maxWrong: number;
  readonly score: number;
}

/** What prompts get at some threshold: the score of the best record that is shown; 0 for nothing. */
export type Ask<P> = (prompts: readonly P[], maxWrong: number) => readonly number[];

export interface ChooseRequest<P> {
  readonly rate: number;
  /** Nothing looser than this is considered. */
  readonly loosest: number;
  readonly negatives: readonly P[];
  readonly positives: readonly P[];
  readonly ask: Ask<P>;
}

export interface Choice {
  readonly threshold: Threshold;
  readonly wrong: Share;
  /** The rate is below this with 95 % confidence, as far as these prompts tell. */
  readonly upper: number;
  readonly answered: Share;
  /** Whether the bound is met; if not, this is the strictest that there is. */
  readonly isMet: boolean;
}

const CONFIDENCE = 0.05;
/** What can be set, from loose to strict. */
const STRICTEST = 0.001;
const STEP = Math.SQRT2;
/** A least score is taken instead where it answers so much more. */
const CLEARLY = 0.02;

export function chooseThreshold<P>(request: ChooseRequest<P>): Choice {
  const byConfidence = chooseConfidence(request);
  const byScore = chooseScore(request);
  const isBetter = byScore !== null && (!byConfidence.isMet || rateOf(byScore.answered) > rateOf(byConfidence.answered) + CLEARLY);
  return isBetter ? byScore : byConfidence;
}

export function gridFrom(loosest: number): readonly number[] {
  const grid: number[] = [];
  for (let value = Math.min(1, loosest); value > STRICTEST; value /= STEP) grid.push(Number(value.toPrecision(2)));
  return [...grid, STRICTEST];
}

/** Each step is stricter than the one before it, so the first that holds is found by halving. */
function chooseConfidence<P>({ rate, loosest, negatives, positives, ask }: ChooseRequest<P>): Choice {
  const grid = gridFrom(loosest);
  const tried = new Map<number, Share>();
  const wrongAt = (index: number): Share => {
    const known = tried.get(index) ?? countAbove(ask(negatives, grid[index] as number), 0);
    tried.set(index, known);
    return known;
  };
  let [low, high] = [0, grid.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (upperBound(wrongAt(middle), CONFIDENCE) <= rate) high = middle;
    else low = middle + 1;
  }
  const maxWrong = grid[low] as number;
  const wrong = wrongAt(low);
  const upper = upperBound(wrong, CONFIDENCE);
  return { threshold: { maxWrong, score: 0 }, wrong, upper, isMet: upper <= rate, answered: countAbove(ask(positives, maxWrong), 0) };
}

/** The loosest confidence with a least score: null when no score below that of the best wrong ones helps. */
function chooseScore<P>({ rate, loosest, negatives, positives, ask }: ChooseRequest<P>): Choice | null {
  const maxWrong = gridFrom(loosest)[0] as number;
  const scores = [...ask(negatives, maxWrong)].sort((a, b) => b - a);
  let allowed = -1;
  while (allowed < scores.length && upperBound({ count: allowed + 1, of: scores.length }, CONFIDENCE) <= rate) allowed++;
  if (allowed < 0) return null;
  // Just above the best of those that must not pass.
  const score = Math.ceil(((scores[allowed] ?? 0) + Number.EPSILON) * 1000) / 1000;
  if (score > 1 || score <= 0) return null;
  const wrong = countAbove(scores, score);
  const upper = upperBound(wrong, CONFIDENCE);
  return { threshold: { maxWrong, score }, wrong, upper, isMet: upper <= rate, answered: countAbove(ask(positives, maxWrong), score) };
}

/** Something is shown when its score is above nothing, and reaches the least one. */
export function countAbove(scores: readonly number[], least: number): Share {
  return { count: scores.filter((score) => score > 0 && score >= least).length, of: scores.length };
}

export function rateOf({ count, of }: Share): number {
  return of === 0 ? 0 : count / of;
}
