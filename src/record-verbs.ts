/**
 * The verbs of the command line, for other programs: each acts on the records of a folder, as `lore-inject` would there, and
 * throws an error with a `hint` when it cannot. What does the work is loaded with the first call.
 */
import type { Records } from "./write/records.ts";

export interface RecordPlace {
  /** The folder to act in. Default: the process's own. */
  readonly cwd?: string;
  /** Settings above every file, as `key=value`. */
  readonly set?: readonly string[];
}

export interface NewRecord extends RecordPlace {
  /** Default: the folder's project. */
  readonly project?: string;
  readonly session?: string;
  readonly tags?: readonly string[];
  /** Files, functions, tables that it is about. */
  readonly entities?: readonly string[];
  /** Write it even if there is one like it. */
  readonly force?: boolean;
  /** Into the repository's own store, `.lore`. */
  readonly shared?: boolean;
}

export interface NewDecision extends NewRecord {
  readonly rationale?: string;
  readonly alternatives?: readonly string[];
  readonly type?: string;
}

export interface NewPattern extends NewRecord {
  readonly context?: string;
  readonly problem?: string;
  readonly solution?: string;
  /** From 0 to 1. Default 0.5. */
  readonly confidence?: number;
  /** One to avoid, with its symptom, risk, fix and severity. */
  readonly anti?: boolean;
  readonly symptom?: string;
  readonly risk?: string;
  readonly fix?: string;
  readonly severity?: string;
}

export interface NewFailure extends NewRecord {
  readonly tool?: string;
  readonly command?: string;
  readonly fix?: string;
}

export interface NewHandoff extends NewRecord {
  readonly next?: readonly string[];
  readonly blockers?: readonly string[];
  readonly questions?: readonly string[];
  readonly files?: readonly string[];
}

export interface NewGoal extends NewRecord {
  readonly description?: string;
  readonly priority?: string;
}

export interface WrittenRecord {
  readonly id: string;
  readonly file: string;
  /** Active decisions on the same subject, which this one may replace. */
  readonly related: readonly { readonly id: string; readonly title: string }[];
}

/** One line of a store. */
export interface RecordLine {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function remember(text: string, options: NewDecision = {}): WrittenRecord {
  return written(open(options).add("decision", { ...options, text, tags: [] }, options));
}

export function learn(name: string, options: NewPattern = {}): WrittenRecord {
  return written(open(options).add(options.anti ? "anti-pattern" : "pattern", { ...options, text: name, tags: [] }, options));
}

export function fail(type: string, message: string, options: NewFailure = {}): WrittenRecord {
  return written(open(options).add("failure", { ...options, text: message, type, tags: [] }, options));
}

export function observe(text: string, options: NewRecord & { readonly source?: string } = {}): WrittenRecord {
  return written(open(options).add("observation", { ...options, text, tags: [] }, options));
}

export function handoff(text: string, options: NewHandoff = {}): WrittenRecord {
  return written(open(options).add("handoff", { ...options, text, tags: [] }, options));
}

export function goal(name: string, { description, priority, ...options }: NewGoal = {}): WrittenRecord {
  return written(open(options).add("goal", { ...options, text: name, context: description, severity: priority, tags: [] }, options));
}

/** Returns the names of the fields that changed; undefined takes a field out. */
export function edit(id: string, fields: Readonly<Record<string, unknown>>, place: RecordPlace = {}): readonly string[] {
  return open(place).edit(id, fields);
}

/** Returns the id of the record that now stands in its place. */
export function supersede(id: string, text: string, options: NewRecord & { readonly rationale?: string } = {}): string {
  return open(options).supersede(id, text, options);
}

export function retract(id: string, reason: string, place: RecordPlace = {}): void {
  open(place).retract(id, reason);
}

export function restore(id: string, place: RecordPlace = {}): void {
  open(place).restore(id);
}

export function promote(id: string, to: "decision" | "pattern", options: NewRecord = {}): WrittenRecord {
  return written(open(options).promote(id, to, options));
}

/** Takes every line of a record out of the files. Returns how many there were. */
export function forget(id: string, place: RecordPlace = {}): number {
  return open(place).forget(id);
}

/** The current line of every record, in the order of the files. */
export function list(place: RecordPlace = {}): readonly RecordLine[] {
  return open(place).current();
}

/** Every line of a record, the oldest first. */
export function history(id: string, place: RecordPlace = {}): readonly RecordLine[] {
  return open(place).history(id);
}

function written({ id, file, related }: WrittenRecord): WrittenRecord {
  return { id, file, related };
}

function open({ cwd, set }: RecordPlace): Records {
  const { openRecords } = require("../dist/records.cjs") as typeof import("./records.ts");
  return openRecords({ ...(cwd === undefined ? {} : { cwd }), ...(set === undefined ? {} : { set }) });
}
