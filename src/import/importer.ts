/** The contract of an importer: where its records usually lie, and how they are read. Writing them is left to `import-records.ts`. */
import type { EpochMs, Problem } from "../types.ts";
import type { Said } from "../write/compose-record.ts";
import type { StoredFields, Writable } from "../write/writable.ts";

/** A record of another tool, before it has an id of ours. */
export interface Foreign {
  readonly kind: Writable;
  readonly said: Said;
  /** When it was made there; null when it does not say. */
  readonly at: EpochMs | null;
  /** Null: the project that is imported into. */
  readonly project: string | null;
  readonly sessionId?: string;
  /** Where it was read: `file:line`, `file#row`. */
  readonly from: string;
  /** It no longer holds there: kept as history, never shown. */
  readonly isRetired?: true;
  /** An id that it keeps; else it gets one from its content. */
  readonly id?: string;
  /** By what it is known again though its words may change: its id is made from this, not from its content. */
  readonly identity?: string;
  /** Further fields of the stored record, or other values of those that `said` becomes. */
  readonly fields?: StoredFields;
  /** It may be of any project: `project: null` then means none, unless somebody names one. */
  readonly isOfNoProject?: true;
}

/** Where somebody runs `import`. */
interface ImportPlace {
  readonly home: string | null;
  /** The root of the project, else the folder itself. */
  readonly root: string;
}

/** What an importer tells while it reads. */
export interface ImportReport {
  readonly problem: (problem: Problem) => void;
  /** Bytes read so far of the place that is read, for the progress display. */
  readonly advance: (bytes: number) => void;
  /** Something that was left out on purpose, e.g. "says nothing": counted by the reason. */
  readonly skip?: (why: string) => void;
}

export interface Importer {
  /** As it is named on the command line. */
  readonly name: string;
  /** What it reads, in a few words. */
  readonly title: string;
  /** Files or folders that are there now and that it would read when none is named. Asks the disk. */
  readonly usualPlaces: (place: ImportPlace) => readonly string[];
  /** Whether a path that somebody named is one of its. */
  readonly recognizes: (path: string) => boolean;
  readonly read: (path: string, report: ImportReport) => AsyncIterable<Foreign>;
}
