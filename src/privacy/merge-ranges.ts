/** Puts two findings over the same text together. */
import type { SecretRange } from "./secret-range.ts";

/** Each in the order of the text and free of overlaps, as is the result. What overlaps becomes one range, under the kind that the first list gave it. */
export function mergeRanges(first: readonly SecretRange[], second: readonly SecretRange[]): readonly SecretRange[] {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  const merged: SecretRange[] = [];
  for (let one = 0, two = 0; one < first.length || two < second.length; ) {
    const isFirst = (first[one]?.start ?? Number.POSITIVE_INFINITY) <= (second[two]?.start ?? Number.POSITIVE_INFINITY);
    const next = isFirst ? first[one++] : second[two++];
    const last = merged.at(-1);
    if (next === undefined) continue;
    if (last === undefined || last.start + last.length <= next.start) merged.push(next);
    else merged[merged.length - 1] = join(last, next, isFirst ? next.kind : last.kind);
  }
  return merged;
}

function join(one: SecretRange, other: SecretRange, kind: string): SecretRange {
  return { kind, start: one.start, length: Math.max(one.start + one.length, other.start + other.length) - one.start };
}
