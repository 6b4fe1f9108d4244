/** The moments of many sessions in the order of time. A session is read when its time comes and forgotten when it is over, so that few are in memory. */
import type { EpochMs } from "../types.ts";
import type { FoundTranscript } from "./find-transcripts.ts";
import { type Moment, type ReadOptions, type ReplaySession, readSession } from "./read-session.ts";

export interface OrderedMoment {
  readonly session: ReplaySession;
  readonly moment: Moment;
  /** The last of its session. */
  readonly isLast: boolean;
}

interface Running {
  readonly session: ReplaySession;
  next: number;
}

/** `transcripts` in the order in which they began. */
export function* orderMoments(transcripts: readonly FoundTranscript[], options: ReadOptions): Generator<OrderedMoment> {
  const running: Running[] = [];
  let next = 0;
  for (;;) {
    let first = earliest(running);
    while (next < transcripts.length && (first === null || (transcripts[next] as FoundTranscript).startedAt <= timeOf(first))) {
      const session = readSession(transcripts[next++] as FoundTranscript, options);
      if (session !== null) running.push({ session, next: 0 });
      first = earliest(running);
    }
    if (first === null) return;
    const moment = first.session.moments[first.next++] as Moment;
    const isLast = first.next === first.session.moments.length;
    if (isLast) running.splice(running.indexOf(first), 1);
    yield { session: first.session, moment, isLast };
  }
}

function timeOf({ session, next }: Running): EpochMs {
  return (session.moments[next] as Moment).at;
}

function earliest(running: readonly Running[]): Running | null {
  let first: Running | null = null;
  for (const each of running) if (first === null || timeOf(each) < timeOf(first)) first = each;
  return first;
}
