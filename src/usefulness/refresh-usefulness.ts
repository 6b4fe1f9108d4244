/** Derives anew what the hook reads, from all the feedback there is. */
import { readFeedback } from "../store/feedback-file.ts";
import { writeUsefulness } from "../store/usefulness-file.ts";
import type { EpochMs } from "../types.ts";

export interface UsefulnessPlace {
  readonly stateDir: string;
  /** Null: there is no cache, and nothing is derived. */
  readonly cacheDir: string | null;
  readonly now: EpochMs;
}

/** Whether it could be written. */
export function refreshUsefulness({ stateDir, cacheDir, now }: UsefulnessPlace): boolean {
  if (cacheDir === null) return false;
  const feedback = readFeedback(stateDir);
  const sessions = new Set(feedback.flatMap(({ by, session }) => (by === "session" && session !== undefined ? [session] : [])));
  return writeUsefulness(cacheDir, feedback, sessions.size, now);
}
