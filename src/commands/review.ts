/** `review`: records that deserve a second look, one key each at a terminal, or as a report. */
import type { Context } from "../open-context.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { attempt, Refusal } from "../refusal.ts";
import { findFindings, type Review, type ReviewRequest } from "../review/find-findings.ts";
import { FINDING_KINDS, type FindingKind } from "../review/finding.ts";
import { writeKept } from "../review/kept-file.ts";
import { type KeyInput, openKeys } from "../review/key-reader.ts";
import { count, presentReview, renderReview } from "../review/render-review.ts";
import { type Acts, walkFindings } from "../review/walk-findings.ts";
import { stamp } from "../write/compose-record.ts";
import { Records } from "../write/records.ts";
import { edit } from "./edit.ts";
import { makeProgress, print, printJson } from "./runtime.ts";
import { withRecords } from "./writing.ts";

export interface ReviewOptions extends CommonOptions {
  /** Of every project. */
  readonly all?: boolean;
  /** Comma-separated. */
  readonly kind?: string;
  readonly limit: string;
  readonly report?: boolean;
  readonly json?: boolean;
}

/** Who is asked, where there is somebody; tests put their own in its place. */
export interface Desk {
  readonly input: KeyInput;
  readonly output: { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown };
}

export async function review(options: ReviewOptions, desk: Desk = { input: process.stdin, output: process.stdout }): Promise<void> {
  const { all = false, kind, limit, report, json, ...common } = options;
  const kinds = parseKinds(kind);
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1) throw new Refusal(`--limit ${limit}: not a whole number from 1`);
  const context = openForCommand(common);
  const found = look(context, { all, kinds });
  if (json) return printJson(presentReview(found, most));
  const isWatched = desk.input.isTTY === true && desk.output.isTTY === true;
  if (report || !isWatched || found.findings.length === 0) return print(renderReview(found, most));
  await walk(found, { most, desk, acts: actsOn(context, common) });
}

function look(context: Context, asked: Pick<ReviewRequest, "all" | "kinds">): Review {
  const progress = makeProgress("looking through the records");
  const tick = (): void => void progress.tick();
  try {
    return findFindings(new Records(context, tick), { ...asked, tick });
  } finally {
    progress.done();
  }
}

function parseKinds(text: string | undefined): readonly FindingKind[] {
  if (text === undefined) return FINDING_KINDS;
  const asked = text.split(",").map((kind) => kind.trim().toLowerCase());
  const unknown = asked.find((kind) => !FINDING_KINDS.some((known) => known === kind));
  if (unknown !== undefined) throw new Refusal(`--kind ${unknown}: no such kind`, FINDING_KINDS.join(", "));
  return FINDING_KINDS.filter((kind) => asked.includes(kind));
}

interface WalkOptions {
  readonly most: number;
  readonly desk: Desk;
  readonly acts: Acts;
}

async function walk({ findings, looked }: Review, { most, desk, acts }: WalkOptions): Promise<void> {
  const shown = findings.slice(0, most);
  const write = (text: string): void => void desk.output.write(text);
  write(`${count(findings.length, "finding")} in ${count(looked, "record")}${shown.length < findings.length ? `, the first ${shown.length} here` : ""}\r\n`);
  const keys = openKeys(desk.input, write, () => desk.output.columns ?? 80);
  try {
    const { settled, isFinished } = await walkFindings({ findings: shown, keys, acts, write });
    write(`\r\n${settled} of ${shown.length} settled${isFinished ? "" : "; the rest is there next time"}\r\n`);
  } finally {
    keys.close();
  }
}

/** Each on the stores as they are by then: a review takes its time. */
function actsOn({ locations: { stateDir } }: Context, options: CommonOptions): Acts {
  const act = <T>(work: (records: Records) => T): T => withRecords(options, work);
  return {
    keep: (finding) => attempt(() => writeKept(stateDir, finding, Date.now())),
    edit: (id) => edit(id, options),
    supersede: (id, text) => act((records) => records.supersede(id, text)),
    replace: (id, by) => void act((records) => records.edit(id, { status: "superseded", superseded_by: by, status_changed_at: stamp(new Date()) })),
    retract: (id, reason) => act((records) => records.retract(id, reason)),
  };
}
