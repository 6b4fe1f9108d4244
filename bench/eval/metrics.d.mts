/** The types of metrics.mjs, for its test. */
type Units = readonly string[];
type Relevant = ReadonlySet<string>;
interface Text {
  readonly title: string;
  readonly text: string;
}

export function mean(values: readonly number[]): number | null;
export function firstOfEach(units: Units): Units;
export function ndcg(units: Units, relevant: Relevant, depth?: number): number | null;
export function reciprocalRank(units: Units, relevant: Relevant, depth?: number): number;
export function recall(units: Units, relevant: Relevant): number | null;
export function costOf(record: Text): number;
export function pack<T extends Text>(records: readonly T[], budget?: number): readonly T[];
export function auc(positives: readonly number[], negatives: readonly number[]): number | null;
export function thresholdServing(positives: readonly number[], share: number): number | null;
export function passes(confidence: number, threshold: number): boolean;
export function falseRateServing(positives: readonly number[], negatives: readonly number[], share?: number): number | null;
