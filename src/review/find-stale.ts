/** Records that time has passed by: files they name are gone or rewritten, nobody decided on them, or they are very old. Pure. */
import type { Config } from "../config/config.ts";
import type { Feedback } from "../store/feedback-file.ts";
import type { EpochMs } from "../types.ts";
import type { FileFact } from "./file-facts.ts";
import { dayText, type Finding, type ReviewRecord } from "./finding.ts";
import { namedFiles } from "./named-files.ts";

interface StaleRequest {
  readonly now: EpochMs;
  readonly sources: Config["sources"];
  readonly root: string;
  readonly facts: ReadonlyMap<string, FileFact>;
  readonly feedback: readonly Feedback[];
}

const DAY_MS = 86_400_000;
/** After so many half-lives a record that nobody touched or used is worth a look. */
const OLD = 12;
/** A proposal that is no decision after so many half-lives will hardly become one. */
const UNDECIDED = 3;
/** What happens to a file in the first days is the work that the record speaks of. */
const OWN_WORK_DAYS = 7;
/** Of a file's lines, and in so many commits: less is everyday work. */
const REWRITTEN = 0.75;
const LEAST_COMMITS = 3;
const LEAST_LINES = 40;
/** A record that names more files than this is about none of them in particular. */
const FEW_FILES = 4;
/** Says itself that something goes, so that it is no wonder that it is gone. */
const SPEAKS_OF_END =
  /\b(?:archiv|delet|remov|drop(?:s|ped|ping)?\b|retir|renam|mov(?:e|ed|es|ing)\b|replac|deprecat|migrat|split|merg|rewrit|rewrote|get rid|no longer|gone|extract|consolidat|decommission)/i;

export function findStale(records: readonly ReviewRecord[], request: StaleRequest): readonly Finding[] {
  const usedAt = lastUses(request.feedback);
  const dates = areDatesTelling(request.facts);
  return records.flatMap((reviewed) => {
    const finding =
      gone(reviewed, request) ?? proposed(reviewed, request) ?? changed(reviewed, request, dates) ?? old(reviewed, request, usedAt.get(reviewed.key) ?? 0);
    return finding === null ? [] : [finding];
  });
}

/** Files of another project are not here to be looked at. */
export function filesOf({ affinity, record }: ReviewRecord, root: string): readonly string[] {
  return affinity === "other" ? [] : namedFiles(record, root);
}

function lastUses(feedback: readonly Feedback[]): ReadonlyMap<string, EpochMs> {
  const last = new Map<string, EpochMs>();
  for (const { key, verdict, at } of feedback) if (verdict === "used" || verdict === "helped") last.set(key, Math.max(at, last.get(key) ?? 0));
  return last;
}

function gone(reviewed: ReviewRecord, { root, facts }: StaleRequest): Finding | null {
  const { changedAt, affinity } = reviewed;
  if (SPEAKS_OF_END.test(textOf(reviewed))) return null;
  const known = filesOf(reviewed, root).flatMap((name) => facts.get(name) ?? []);
  // Gone before it was written: then it says so, or means another file. Where git saw nothing go, only a record of this very project may mean this one.
  const isLost = (at: EpochMs | null): boolean => (at === null ? affinity === "own" : changedAt === null || at > changedAt);
  const lost = new Map(known.flatMap((fact) => (fact.state === "gone" && isLost(fact.at) ? [[fact.path, fact] as const] : [])));
  // One of many that is gone leaves the record standing.
  if (lost.size === 0 || known.filter(({ state }) => state === "there").length > lost.size) return null;
  const paths = [...lost.keys()].join(", ");
  return stale(reviewed, "gone", { why: `names ${[...lost.values()].map(tellGone).join(", ")}`, because: `${paths} is gone`, detail: paths });
}

function tellGone({ path, at, likely }: Extract<FileFact, { readonly state: "gone" }>): string {
  return `${path}, which is gone${at === null ? "" : ` since ${dayText(at)}`}${likely === null ? "" : ` (now ${likely}?)`}`;
}

function textOf({ record: { title, body } }: ReviewRecord): string {
  return [title, ...body.filter(([label]) => label === "" || label === "Fix" || label === "Solution").map(([, text]) => text)].join("\n");
}

function changed(reviewed: ReviewRecord, request: StaleRequest, areDates: boolean): Finding | null {
  const { changedAt, record } = reviewed;
  const names = filesOf(reviewed, request.root);
  const there = names.flatMap((name) => {
    const fact = request.facts.get(name);
    return fact?.state === "there" ? [fact] : [];
  });
  if (changedAt === null || there.length === 0 || names.length > FEW_FILES) return null;
  const from = changedAt + OWN_WORK_DAYS * DAY_MS;
  const halfLife = request.sources[record.source].half_life_days;
  const told = there.flatMap((fact) => tellChanged(fact, { from, touchedFrom: areDates && halfLife > 0 ? changedAt + 2 * halfLife * DAY_MS : null }) ?? []);
  if (told.length < there.length) return null;
  return stale(reviewed, "changed", {
    why: told.join("; "),
    because: `${there.map(({ path }) => path).join(", ")} changed since`,
    detail: there.map(({ path }) => path).join("\n"),
  });
}

type There = Extract<FileFact, { readonly state: "there" }>;

/** Null when it is much as it was. */
function tellChanged(
  { path, lines, changes, modifiedAt }: There,
  { from, touchedFrom }: { readonly from: EpochMs; readonly touchedFrom: EpochMs | null },
): string | null {
  if (changes === null)
    return touchedFrom !== null && modifiedAt > touchedFrom
      ? `${path} was changed on ${dayText(modifiedAt)}, long after this was written (no git: by its date alone)`
      : null;
  const later = changes.filter(({ at }) => at > from);
  const touched = later.reduce((sum, change) => sum + change.lines, 0);
  // A line that is rewritten counts twice, as removed and as added.
  if (later.length < LEAST_COMMITS || touched < LEAST_LINES || touched / 2 < lines * REWRITTEN) return null;
  return `${path} was rewritten since: ${touched} lines changed in ${later.length} commits, it has ${lines}`;
}

/** Files that all have one date were copied or unpacked: it tells nothing. */
function areDatesTelling(facts: ReadonlyMap<string, FileFact>): boolean {
  const minutes = [...facts.values()].flatMap((fact) => (fact.state === "there" ? [Math.floor(fact.modifiedAt / 60_000)] : []));
  const counts = new Map<number, number>();
  for (const minute of minutes) counts.set(minute, (counts.get(minute) ?? 0) + 1);
  return minutes.length < 3 || Math.max(...counts.values()) * 2 <= minutes.length;
}

function proposed(reviewed: ReviewRecord, { now, sources }: StaleRequest): Finding | null {
  const { isProposed, changedAt, record } = reviewed;
  const halfLife = sources[record.source].half_life_days;
  if (!isProposed || changedAt === null || halfLife === 0 || now - changedAt < UNDECIDED * halfLife * DAY_MS) return null;
  const days = Math.floor((now - changedAt) / DAY_MS);
  return stale(reviewed, "proposed", { why: `proposed ${days} days ago, and neither accepted nor turned down since`, because: "never decided", detail: "" });
}

function old(reviewed: ReviewRecord, { now, sources }: StaleRequest, usedAt: EpochMs): Finding | null {
  const { changedAt, record, document } = reviewed;
  const halfLife = sources[record.source].half_life_days;
  const last = Math.max(changedAt ?? 0, usedAt);
  if (changedAt === null || halfLife === 0 || document !== null || now - last < OLD * halfLife * DAY_MS) return null;
  const days = Math.floor((now - last) / DAY_MS);
  return stale(reviewed, "old", { why: `${days} days old, and not known to be of use since (half-life ${halfLife} days)`, because: "out of date", detail: "" });
}

function stale(reviewed: ReviewRecord, reason: "gone" | "changed" | "proposed" | "old", told: Pick<Finding, "why" | "because" | "detail">): Finding {
  return { kind: "stale", reason, records: [reviewed], ...told };
}
