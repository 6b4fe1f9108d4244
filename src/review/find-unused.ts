/** Records that were shown and did no good: called wrong, contradicted, or passed over in session after session. Pure. */
import type { ObservedFeedback as Feedback } from "../usefulness/rate.ts";
import { dayText, type Finding, type ReviewRecord } from "./finding.ts";

/** Passed over in fewer sessions it may not have had its chance. */
const IGNORED_SESSIONS = 5;

export function findUnused(records: readonly ReviewRecord[], feedback: readonly Feedback[]): readonly Finding[] {
  const said = new Map<string, Feedback[]>();
  for (const each of feedback) {
    const known = said.get(each.key);
    if (known === undefined) said.set(each.key, [each]);
    else known.push(each);
  }
  return records.flatMap((reviewed) => {
    // What was said of an older text does not hold for the new one.
    const own = (said.get(reviewed.key) ?? []).filter(({ at }) => isAfterEdit(at, reviewed)).sort((a, b) => a.at - b.at);
    const finding = wrong(reviewed, own) ?? ignored(reviewed, own);
    return finding === null ? [] : [finding];
  });
}

function isAfterEdit(at: number, { fields, changedAt }: ReviewRecord): boolean {
  return fields.edited_at === undefined || changedAt === null || at >= changedAt;
}

function isGood({ verdict }: Feedback): boolean {
  return verdict === "used" || verdict === "helped";
}

/** Unless it was of use after that. */
function wrong(reviewed: ReviewRecord, own: readonly Feedback[]): Finding | null {
  const bad = own.filter(({ verdict }) => verdict === "wrong" || verdict === "contradicted");
  const last = bad.at(-1);
  const lastGood = own.filter(isGood).at(-1);
  if (last === undefined || (lastGood !== undefined && lastGood.at > last.at)) return null;
  const who = last.verdict === "contradicted" ? "contradicted in a session" : `marked wrong by ${last.by === "person" ? "a person" : `the ${last.by}`}`;
  const why = `${who} on ${dayText(last.at)}${bad.length > 1 ? ` (${bad.length} times in all)` : ""}${last.why === undefined ? "" : `: ${last.why}`}`;
  return {
    kind: "unused",
    reason: "wrong",
    records: [reviewed],
    why,
    because: last.verdict === "contradicted" ? "contradicted" : "wrong",
    detail: String(last.at),
  };
}

function ignored(reviewed: ReviewRecord, own: readonly Feedback[]): Finding | null {
  if (own.some(isGood)) return null;
  // What was kept back cannot be used, and what nobody asked for need not be. A verdict without a session stands for one of its own.
  const isTelling = ({ verdict, withheld, unasked }: Feedback): boolean => verdict === "ignored" && withheld !== true && unasked !== true;
  const sessions = new Set(own.filter(isTelling).map(({ session, at }) => session ?? `at ${at}`));
  if (sessions.size < IGNORED_SESSIONS) return null;
  return {
    kind: "unused",
    reason: "ignored",
    records: [reviewed],
    why: `shown in ${sessions.size} sessions, and never used as far as their transcripts tell: say it more plainly, or retract it`,
    because: "never of use",
    detail: "",
  };
}
