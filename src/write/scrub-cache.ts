/** Takes out of the cache folder whatever was made from the text of records. It is made anew when it is needed. */
import { readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "../store/index/refresh-lock.ts";

/** Derived documents hold text; settings hold what was wrong with them, which quotes it; an index names projects. */
const MADE_FROM_RECORDS = /^(?:derived|prepared)-.*\.jsonl?$|\.idx$/;
const ASIDE = /\.(\d+)\.tmp(?:\.\w+)?$/;

/** Returns how many files there were. */
export function removeDerived(cacheDir: string | null): number {
  let removed = 0;
  for (const name of cacheDir === null ? [] : namesIn(cacheDir)) {
    const maker = ASIDE.exec(name)?.[1];
    if (maker === undefined ? !MADE_FROM_RECORDS.test(name) : isAlive(Number(maker))) continue;
    try {
      unlinkSync(join(cacheDir ?? "", name));
      removed++;
    } catch {
      // Somebody else was faster.
    }
  }
  return removed;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
