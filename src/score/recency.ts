/** The recency factor: 1/(1 + days/half-life), bounded below, so that a strong old record can still win. Pure. */
import type { Day } from "../types.ts";

export interface RecencyInput {
  readonly day: Day | null;
  readonly today: Day;
  /** Days after which the decay reaches one half; 0 switches it off (facts that do not age). */
  readonly halfLifeDays: number;
  /** What very old records keep, 0..1. At 0 this is the plain decay, which buries good old answers. */
  readonly floor: number;
  /** The age that a record without a date is given. */
  readonly undatedDays: number;
}

export function recency({ day, today, halfLifeDays, floor, undatedDays }: RecencyInput): number {
  if (halfLifeDays === 0) return 1;
  const age = day === null ? undatedDays : Math.max(0, today - day);
  return floor + (1 - floor) / (1 + age / halfLifeDays);
}
