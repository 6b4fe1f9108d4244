/** The notifications `ctx-sys/activity` and `lore/activity`: what an editor says of its files goes to the workspace's spool. */
import { ACTIVITIES, type Activity, appendActivity } from "../../store/activity-file.ts";
import type { EpochMs } from "../../types.ts";
import type { Log } from "./log.ts";
import { pathBelowRoot } from "./path-inside.ts";
import type { Place } from "./place.ts";

export const ACTIVITY_METHODS = ["ctx-sys/activity", "lore/activity"] as const;

const MAX_SYMBOLS = 16;
const MAX_SYMBOL = 120;

/** Never answers and never throws. True when it was kept. */
export function noteActivity(params: unknown, place: Place, log: Log): boolean {
  try {
    const spool = place.spool();
    const parsed = parseActivity(params, spool?.root ?? place.cwd, Date.now());
    if (typeof parsed === "string") log(`activity ignored: ${parsed}`);
    // Files elsewhere are nobody's mistake: editors open them.
    if (typeof parsed === "string" || parsed === null || spool === null) return false;
    appendActivity(spool, parsed);
    return true;
  } catch (error) {
    log(`activity ignored: ${(error as Error).message}`);
    return false;
  }
}

/** Null: a file outside the root. A text: what is wrong with it. */
export function parseActivity(params: unknown, root: string, now: EpochMs): Activity | string | null {
  const { type, filePath, changedSymbols, timestamp } = (typeof params === "object" && params !== null ? params : {}) as Readonly<Record<string, unknown>>;
  const kind = ACTIVITIES.find((each) => each === type);
  if (kind === undefined) return `type must be one of ${ACTIVITIES.join(", ")}`;
  if (typeof filePath !== "string" || filePath === "") return "filePath must be a path";
  if (changedSymbols !== undefined && !Array.isArray(changedSymbols)) return "changedSymbols must be a list of names";
  const path = pathBelowRoot(filePath, root);
  if (path === null) return null;
  const symbols = (changedSymbols ?? [])
    .filter((name): name is string => typeof name === "string" && name !== "" && name.length <= MAX_SYMBOL)
    .slice(0, MAX_SYMBOLS);
  return { at: timeOf(timestamp, now), type: kind, path, ...(symbols.length === 0 ? {} : { symbols }) };
}

/** An editor's clock is ours; what lies ahead of it would never grow old. */
function timeOf(timestamp: unknown, now: EpochMs): EpochMs {
  const at = typeof timestamp === "number" ? timestamp : typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
  return Number.isFinite(at) && at > 0 && at <= now ? at : now;
}
