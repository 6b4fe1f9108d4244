/**
 * Which lists of a block decide: a document whose bounds are to reach a sum must stand in one of the lists that are left when
 * long ones are set aside whose bounds do not reach it together. Pure.
 */

export interface Weighted {
  readonly bound: number;
  readonly count: number;
}

export interface Plan<T extends Weighted> {
  /** Whoever reaches the sum stands in one of these. */
  readonly first: readonly T[];
  /** What tells of those documents the rest, the most telling first. */
  readonly others: readonly T[];
  /** What `others` tells together: less than the sum. */
  readonly rest: number;
  /** How many postings `first` and all of them have. */
  readonly few: number;
  readonly all: number;
}

/** The longest lists are set aside, as long as they do not suffice. What tells nothing is in neither part. */
export function planBlock<T extends Weighted>(lists: readonly T[], least: number): Plan<T> {
  const told: T[] = [];
  for (let i = 0; i < lists.length; i++) if ((lists[i] as T).bound > 0) told.push(lists[i] as T);
  told.sort((a, b) => b.count - a.count);
  const first: T[] = [];
  const others: T[] = [];
  let rest = 0;
  let few = 0;
  let all = 0;
  for (let i = 0; i < told.length; i++) {
    const list = told[i] as T;
    all += list.count;
    if (rest + list.bound < least) {
      rest += list.bound;
      others.push(list);
    } else {
      few += list.count;
      first.push(list);
    }
  }
  others.sort((a, b) => b.bound - a.bound);
  return { first, others, rest, few, all };
}
