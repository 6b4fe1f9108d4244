/** Every record of some stores, read directly. */
import type { LoreRecord, Problem } from "../types.ts";
import { CandidateReader } from "./candidate-reader.ts";
import { EVERYTHING } from "./prefilter.ts";
import { type Scan, scanStore } from "./scan-store.ts";
import type { StoreFile } from "./store-file.ts";

interface StoreRecords {
  readonly store: StoreFile;
  readonly lines: number;
  /** Current ones only. */
  readonly records: readonly LoreRecord[];
  readonly complete: boolean;
}

export interface AllRecords {
  readonly stores: readonly StoreRecords[];
  readonly problems: readonly Problem[];
}

export function readRecords(stores: readonly StoreFile[], isLate: () => boolean): AllRecords {
  const problems: Problem[] = [];
  const scans = stores.map((store) => readOne(store, isLate, problems));
  const reader = new CandidateReader(stores, [], scans);
  return {
    problems,
    stores: scans.map((scan, number) => {
      const current = (scan?.found ?? []).filter(({ record, offset }) => {
        const isLast = scan?.lastLines.get(record.id) === offset;
        return isLast && reader.isCurrent({ source: record.source, id: record.id, store: number, offset, segment: null });
      });
      return {
        store: stores[number] as StoreFile,
        lines: scan?.lines ?? 0,
        records: current.map(({ record }) => record),
        complete: scan?.complete ?? false,
      };
    }),
  };
}

function readOne(store: StoreFile, isLate: () => boolean, problems: Problem[]): Scan | null {
  if (isLate()) {
    problems.push({ where: store.shownAs, what: "not read: time was up", hint: "raise deadline_ms" });
    return null;
  }
  try {
    const scan = scanStore({ store, from: 0, columns: null, prefilter: EVERYTHING, thorough: true, isLate });
    for (const { offset, reason } of scan.rejected) problems.push({ where: store.path, offset, what: reason, hint: "this line is skipped; the rest is used" });
    if (!scan.complete) problems.push({ where: store.shownAs, what: `only the newest ${scan.bytes} bytes were read: time was up`, hint: "raise deadline_ms" });
    return scan;
  } catch (error) {
    problems.push({ where: store.shownAs, what: `cannot be read: ${(error as Error).message}` });
    return null;
  }
}
