/** Records are ranked by key; people know them by title. Which titles are wanted, and where they go. Pure. */
import type { RankedRecord, Summary } from "./summary.ts";

export function keysOf({ periods }: Summary): readonly string[] {
  return [...new Set(periods.flatMap(({ records: { most, least } }) => [...most, ...least].map(({ key }) => key)))];
}

export function addTitles(summary: Summary, titles: ReadonlyMap<string, string>): Summary {
  const titled = (records: readonly RankedRecord[]): readonly RankedRecord[] => records.map((record) => ({ ...record, title: titles.get(record.key) ?? "" }));
  const periods = summary.periods.map((period) => ({ ...period, records: { most: titled(period.records.most), least: titled(period.records.least) } }));
  return { ...summary, periods };
}
