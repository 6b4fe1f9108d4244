/**
 * All pairs of sets that have much in common, without comparing each with each: of two sets that share enough, the rarest
 * members of one are among the rarest of the other, so that only sets that meet there are compared. Exact. Pure.
 */
interface Joined {
  readonly pairs: readonly (readonly [first: number, second: number])[];
  /** False when so many sets are alike that comparing them was given up. */
  readonly isComplete: boolean;
}

/** Comparisons, some seconds of them: stores that need more hold the same words over and over. */
const MAX_COMPARED = 30_000_000;
const TICK_EVERY = 500;

/** Pairs of numbers of sets whose common members are at least `least` (0..1) of the members of either. */
export function joinSets(sets: readonly ReadonlySet<string>[], least: number, tick: () => void = () => {}): Joined {
  const rows = rankMembers(sets);
  // The smaller first: whoever comes later is never smaller than those it meets.
  const order = rows.map((_row, number) => number).sort((a, b) => (rows[a]?.length ?? 0) - (rows[b]?.length ?? 0) || a - b);
  const meeting = new Map<number, number[]>();
  const pairs: (readonly [number, number])[] = [];
  const seenBy = new Int32Array(rows.length).fill(-1);
  let compared = 0;
  for (const [done, number] of order.entries()) {
    if (done % TICK_EVERY === 0) tick();
    const row = rows[number] as Int32Array;
    for (const member of row.subarray(0, prefixLength(row.length, least)))
      for (const other of meeting.get(member) ?? []) {
        if (seenBy[other] === number) continue;
        seenBy[other] = number;
        if (++compared > MAX_COMPARED) return { pairs, isComplete: false };
        const otherRow = rows[other] as Int32Array;
        if (otherRow.length >= least * row.length && isAlike(row, otherRow, least)) pairs.push(number < other ? [number, other] : [other, number]);
      }
    for (const member of row.subarray(0, prefixLength(row.length, least))) {
      const others = meeting.get(member);
      if (others === undefined) meeting.set(member, [number]);
      else others.push(number);
    }
  }
  return { pairs: pairs.sort(([a, b], [c, d]) => a - c || b - d), isComplete: true };
}

/** Two sets that share enough cannot differ in more than the rest. */
function prefixLength(size: number, least: number): number {
  return size === 0 ? 0 : size - Math.ceil(least * size - 1e-9) + 1;
}

/** Members as numbers, the rarest lowest, each row in their order. */
function rankMembers(sets: readonly ReadonlySet<string>[]): readonly Int32Array[] {
  const counts = new Map<string, number>();
  for (const set of sets) for (const member of set) counts.set(member, (counts.get(member) ?? 0) + 1);
  const ranked = [...counts].sort(([a, m], [b, n]) => m - n || (a < b ? -1 : 1));
  const ranks = new Map(ranked.map(([member], rank) => [member, rank]));
  return sets.map((set) => Int32Array.from(set, (member) => ranks.get(member) ?? 0).sort());
}

function isAlike(a: Int32Array, b: Int32Array, least: number): boolean {
  const needed = (least / (1 + least)) * (a.length + b.length) - 1e-9;
  let both = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [x, y] = [a[i] as number, b[j] as number];
    if (x === y) {
      both++;
      i++;
      j++;
    } else if (x < y) i++;
    else j++;
    // Not enough is left.
    if (both + Math.min(a.length - i, b.length - j) < needed) return false;
  }
  return both >= needed;
}
