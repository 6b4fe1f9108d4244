/** Which records earned their place and which did not. A rate of few judgements is drawn towards what is usual, so that one lucky session does not lead the list. Pure. */
import type { RankedRecord } from "./summary.ts";
import type { RecordTally } from "./tally.ts";

/** What is usual counts as so many judgements. */
const PRIOR = 4;
const LISTED = 8;

export interface Ranking {
  readonly most: readonly RankedRecord[];
  readonly least: readonly RankedRecord[];
}

/** `usual`: the share of all judged records that were of use. */
export function rankRecords(records: ReadonlyMap<string, RecordTally>, usual: number): Ranking {
  const judged = [...records]
    .filter(([, { judged }]) => judged > 0)
    .map(([key, { shown, good, judged }]) => ({ key, title: "", shown, good, judged, rate: (good + PRIOR * usual) / (judged + PRIOR) }));
  const most = judged.filter(({ good, judged }) => good * 2 >= judged).sort((a, b) => b.rate - a.rate || byWeight(a, b));
  const least = judged.filter(({ good, judged }) => good * 2 < judged).sort((a, b) => a.rate - b.rate || byWeight(a, b));
  return { most: most.slice(0, LISTED), least: least.slice(0, LISTED) };
}

function byWeight(a: RankedRecord, b: RankedRecord): number {
  return b.judged - a.judged || b.shown - a.shown || (a.key < b.key ? -1 : 1);
}
