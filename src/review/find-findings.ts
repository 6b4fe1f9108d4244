/** The steps of a review, in order: collect the records, ask what is known around them, find, leave out what was kept. */

import { readFeedback } from "../store/feedback-file.ts";
import type { Problem } from "../types.ts";
import type { Records } from "../write/records.ts";
import { collectRecords } from "./collect-records.ts";
import { readFileFacts } from "./file-facts.ts";
import { findContradictions } from "./find-contradictions.ts";
import { findDuplicates } from "./find-duplicates.ts";
import { filesOf, findStale } from "./find-stale.ts";
import { findUnused } from "./find-unused.ts";
import { compareFindings, type Finding, type FindingKind, fingerprint, type ReviewRecord } from "./finding.ts";
import { readKept } from "./kept-file.ts";

export interface ReviewRequest {
  readonly all: boolean;
  readonly kinds: readonly FindingKind[];
  readonly tick: () => void;
}

export interface Review {
  readonly project: string | null;
  /** How many records were looked at. */
  readonly looked: number;
  /** The surest first. */
  readonly findings: readonly Finding[];
  /** How many findings are left out, as somebody said that all is well. */
  readonly kept: number;
  readonly problems: readonly Problem[];
}

export function findFindings(records: Records, { all, kinds, tick }: ReviewRequest): Review {
  const { context } = records;
  const { stateDir } = context.locations;
  const problems: Problem[] = [];
  const reviewed = collectRecords(records, all);
  tick();
  const found: Readonly<Record<FindingKind, () => readonly Finding[]>> = {
    contradictions: () => findContradictions(reviewed, context.language),
    unused: () => findUnused(reviewed, stateDir === null ? [] : readFeedback(stateDir)),
    duplicates: () => {
      const { findings, isComplete } = findDuplicates(reviewed, context.language, tick);
      if (!isComplete)
        problems.push({
          where: "duplicates",
          what: "too many records are alike: not all of them were compared",
          hint: "settle those shown, then review again",
        });
      return findings;
    },
    stale: () => staleOf(records, reviewed),
  };
  const findings = kinds.flatMap((kind) => {
    tick();
    return found[kind]();
  });
  const kept = readKept(stateDir);
  const open = findings.filter((finding) => !kept.has(fingerprint(finding)));
  return { project: context.project.name, looked: reviewed.length, findings: open.sort(compareFindings), kept: findings.length - open.length, problems };
}

function staleOf({ context }: Records, reviewed: readonly ReviewRecord[]): readonly Finding[] {
  const { workspace, locations, config, now } = context;
  const root = workspace.gitTop ?? workspace.cwd;
  // The home folder itself is no project: what records name below it may be anything.
  const names = root === locations.home ? [] : [...new Set(reviewed.flatMap((each) => filesOf(each, root)))].sort();
  const since = reviewed.reduce((oldest, { changedAt }) => Math.max(0, Math.min(oldest, changedAt ?? oldest)), now);
  const facts = readFileFacts({ root, names, since });
  const feedback = locations.stateDir === null ? [] : readFeedback(locations.stateDir);
  return findStale(reviewed, { now, sources: config.sources, root, facts, feedback });
}
