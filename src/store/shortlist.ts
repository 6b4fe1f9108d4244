/** The best judged candidates so far, and what a further one needs. */
import type { Judge, Judged } from "../types.ts";

export class Shortlist {
  private judged: Judged[] = [];
  /** The scores of the best, in ascending order, once there are as many as wanted. */
  private best: Float64Array | null = null;
  /** What a candidate's score must reach to matter. */
  worst = Number.NEGATIVE_INFINITY;
  /** Whether any was, or may have been, dropped for being worse than the others. */
  isCut = false;

  /** `leastShare`: what has less of the best one's score does not matter, however few there are. */
  constructor(
    private readonly limit: number,
    private readonly compare: Judge["compare"],
    private readonly leastShare: number,
  ) {}

  /** What a later line replaces must not take the place of another, nor set the measure for it. */
  add(judged: Judged | null, outdatedToo: boolean): void {
    if (judged === null) return;
    if (judged.score < this.worst) {
      this.isCut = true;
      return;
    }
    if (!outdatedToo && !judged.candidate.isCurrent()) return;
    this.expect(judged);
    this.judged.push(judged);
    if (this.best !== null) this.raise(this.best, judged.score);
    else if (this.judged.length === this.limit) {
      this.best = Float64Array.from(this.judged, ({ score }) => score).sort();
      this.worst = Math.max(this.worst, this.best[0] as number);
      // From here on documents are passed over before they are judged.
      this.isCut = true;
    }
    // Many may have the same score.
    if (this.judged.length >= this.limit * 4) this.judged = [...this.inOrder()];
  }

  /** One that will be added, or was: what has too small a share of its score is passed over from here on. */
  expect({ score }: Judged): void {
    if (this.leastShare === 0) return;
    this.worst = Math.max(this.worst, score * this.leastShare);
    this.isCut = true;
  }

  /** Takes a better score in, the worst one out. */
  private raise(best: Float64Array, score: number): void {
    let at = 0;
    while (at + 1 < best.length && (best[at + 1] as number) < score) {
      best[at] = best[at + 1] as number;
      at++;
    }
    best[at] = score;
    this.worst = Math.max(this.worst, best[0] as number);
  }

  /** Best first, and no more than wanted. */
  inOrder(): readonly Judged[] {
    // What was good enough before the best one came may not be any more.
    const sorted = this.judged.filter(({ score }) => score >= this.worst).sort(this.compare);
    if (sorted.length < this.judged.length || sorted.length > this.limit) this.isCut = true;
    return sorted.slice(0, this.limit);
  }
}
