/** The statistics that the report needs: percentiles, and how far a share can be trusted. Pure. */

export interface Percentiles {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Null when there are none. */
export function percentiles(values: readonly number[]): Percentiles | null {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return null;
  return { count: sorted.length, p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), max: percentile(sorted, 1) };
}

/** The smallest value that is at least as large as this share of all. */
function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** A share of a sample, and the range that holds the true one in 95 of 100 samples. */
export interface Share {
  readonly of: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Of a normal distribution, 95 % lies within so many standard deviations. */
const Z = 1.959964;

/** Wilson's interval, which stays within 0..1 for few and for extreme samples. */
export function shareOf(hits: number, of: number): Share {
  if (of === 0) return { of, share: 0, low: 0, high: 1 };
  const share = hits / of;
  const scale = 1 + (Z * Z) / of;
  const middle = (share + (Z * Z) / (2 * of)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  return { of, share, low: Math.max(0, Math.min(share, middle - half)), high: Math.min(1, Math.max(share, middle + half)) };
}

/** How much larger the first is, with the range by Newcombe's method, which joins two of Wilson's. */
export function differenceOf(a: Share, b: Share): Omit<Share, "of"> {
  const share = a.share - b.share;
  return {
    share,
    low: share - Math.hypot(a.share - a.low, b.high - b.share),
    high: share + Math.hypot(a.high - a.share, b.share - b.low),
  };
}
