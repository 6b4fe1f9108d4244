/** Writes what importers read: cleaned, with an id that stays the same, and only what is not there yet in whatever state. */
import { existsSync } from "node:fs";
import { cleanFields, cleanText } from "../privacy/clean.ts";
import { Refusal } from "../refusal.ts";
import { MAX_LINE } from "../store/writer/append-line.ts";
import type { EpochMs, Problem } from "../types.ts";
import { compact, composeRecord, type Said } from "../write/compose-record.ts";
import type { StoredFields, Writable } from "../write/writable.ts";
import { contentId, isPlainId } from "./content-id.ts";
import type { Foreign, Importer } from "./importer.ts";

export interface ImportRequest {
  readonly importer: Importer;
  readonly path: string;
  /** Null: in no project. */
  readonly project: string | null;
  /** Somebody named the project, so that it counts for records of none as well. */
  readonly isProjectNamed: boolean;
  readonly now: EpochMs;
  /** Ids that are stored; those that are written are added. */
  readonly known: Set<string>;
  /** Null: only look. */
  readonly write: ((kind: Writable, fields: StoredFields) => void) | null;
  readonly advance?: (bytes: number) => void;
}

export interface Imported {
  readonly importer: string;
  readonly path: string;
  /** Records that were there to be read. */
  readonly read: number;
  /** Of each kind how many were written, or would be. */
  readonly written: ReadonlyMap<Writable, number>;
  /** Of those the ones that no longer hold. */
  readonly retired: number;
  readonly present: number;
  /** By the reason. */
  readonly skipped: ReadonlyMap<string, number>;
  readonly problems: readonly Problem[];
  /** The first few of what is new. */
  readonly titles: readonly string[];
}

const MAX_TITLES = 5;
const MAX_PROBLEMS = 200;

/** Refuses to go on when the store cannot be written; what was written until then is found by the next run. */
export async function importRecords(request: ImportRequest): Promise<Imported> {
  const { importer, path, known, write } = request;
  const tally = new Tally(importer.name, path);
  const report = { problem: (problem: Problem) => tally.problem(problem), advance: request.advance ?? (() => {}), skip: (why: string) => tally.skip(why) };
  for await (const foreign of importer.read(path, report)) {
    tally.read++;
    // Cleaning takes longer than all the rest: not for what keeps an id that is known.
    if (foreign.id !== undefined && known.has(foreign.id)) {
      tally.present++;
      continue;
    }
    const record = composeForeign(foreign, request);
    if (known.has(record.id)) tally.present++;
    else if (tooLong(record.fields)) tally.tooLong(foreign.from);
    else {
      if (write === null || tryWrite(write, foreign.kind, record.fields)) tally.wrote(foreign, record.title);
      else tally.present++;
      known.add(record.id);
    }
  }
  return tally;
}

interface Composed {
  readonly id: string;
  readonly title: string;
  readonly fields: StoredFields;
}

function composeForeign(foreign: Foreign, request: ImportRequest): Composed {
  const { kind } = foreign;
  // Before the id is made: it must not tell anything about a secret.
  const said = cleanFields(foreign.said) as Said;
  const extra = foreign.fields === undefined ? undefined : (cleanFields(foreign.fields) as StoredFields);
  const project = projectOf(foreign, request);
  const identity = foreign.identity === undefined ? undefined : cleanText(foreign.identity);
  const id = foreign.id !== undefined && isPlainId(foreign.id) ? foreign.id : contentId({ kind, said, project, fields: extra, identity });
  const sessionId = foreign.sessionId === undefined ? null : cleanText(foreign.sessionId);
  const origin = { project, sessionId, branch: null, commit: null, now: new Date(timeOf(foreign.at, request.now)) };
  const fields = compact({ ...composeRecord(kind, id, said, origin), ...extra, id, ...statusOf(foreign, extra) });
  return { id, title: String(extra?.title ?? said.text), fields };
}

function projectOf({ project, isOfNoProject }: Foreign, request: ImportRequest): string | null {
  if (project !== null) return cleanText(project);
  return isOfNoProject && !request.isProjectNamed ? null : request.project;
}

const DAY_MS = 86_400_000;

/** A date that no clock can have shown says nothing. */
function timeOf(at: EpochMs | null, now: EpochMs): EpochMs {
  return at !== null && at > 0 && at < now + DAY_MS ? at : now;
}

/** What the readers of a kind take for retired. */
function statusOf({ kind, isRetired }: Foreign, fields: StoredFields | undefined): StoredFields {
  if (!isRetired) return {};
  const status = String(fields?.status ?? "").toLowerCase();
  if (kind === "goal") return { status: ["", "active", "blocked", "draft"].includes(status) ? "cancelled" : status };
  return { status: ["", "active", "raw"].includes(status) ? "superseded" : status };
}

function tooLong(fields: StoredFields): boolean {
  return Buffer.byteLength(JSON.stringify(fields)) > MAX_LINE;
}

/** False when a goal's file is there already, though nothing that is read speaks of it. */
function tryWrite(write: NonNullable<ImportRequest["write"]>, kind: Writable, fields: StoredFields): boolean {
  try {
    write(kind, fields);
    return true;
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (kind === "goal" && code === "EEXIST" && path !== undefined && existsSync(path)) return false;
    throw error instanceof Refusal ? error : new Refusal((error as Error).message, "what was written until then stays; run it again to go on");
  }
}

class Tally implements Imported {
  read = 0;
  retired = 0;
  present = 0;
  readonly written = new Map<Writable, number>();
  readonly skipped = new Map<string, number>();
  readonly problems: Problem[] = [];
  readonly titles: string[] = [];

  constructor(
    readonly importer: string,
    readonly path: string,
  ) {}

  wrote({ kind, isRetired }: Foreign, title: string): void {
    this.written.set(kind, (this.written.get(kind) ?? 0) + 1);
    if (isRetired) this.retired++;
    else if (this.titles.length < MAX_TITLES) this.titles.push(`${kind}: ${title}`);
  }

  skip(why: string): void {
    this.skipped.set(why, (this.skipped.get(why) ?? 0) + 1);
  }

  tooLong(where: string): void {
    this.skip("too long");
    this.problem({ where, what: `the record has more than ${MAX_LINE} bytes`, hint: "it is skipped: keep the long text in a file and name it" });
  }

  problem(problem: Problem): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
    else this.skip("has a problem that is not listed");
  }
}
