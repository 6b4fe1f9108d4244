/** Finds the secrets that are stored already, and rewrites the stores without them. What cannot be done is a problem; the rest goes on. */
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { idText, parseObject } from "../store/parse-line.ts";
import { rewriteStore } from "../store/writer/rewrite-store.ts";
import { withLock } from "../store/writer/store-lock.ts";
import type { Problem } from "../types.ts";
import { loadDocument, writeDocument } from "./scrub-documents.ts";
import { eachLine } from "./scrub-each-line.ts";
import { scrubLines } from "./scrub-lines.ts";
import type { ScrubPlace } from "./scrub-places.ts";
import type { Secret } from "./scrub-text.ts";

/** A secret and where it is, without itself. */
export interface StoredSecret {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly id: string | null;
  readonly kind: string;
  readonly masked: string;
}

export interface Inspection {
  readonly secrets: readonly StoredSecret[];
  readonly problems: readonly Problem[];
}

/** `tick` is called now and then, as this may take long. */
export function inspectPlaces(places: readonly ScrubPlace[], tick: () => void): Inspection {
  const secrets: StoredSecret[] = [];
  const problems: Problem[] = [];
  for (const place of places) {
    tick();
    attempt(place.file, "it was not looked at; the rest was", problems, () => {
      if (place.form === "lines") inspectLines(place.file, tick, secrets);
      else inspectDocument(place, secrets, problems);
    });
  }
  return { secrets, problems };
}

/** Changes only the files that have secrets. Returns those that it changed. */
export function scrubPlaces(places: readonly ScrubPlace[], tick: () => void): { readonly changed: readonly string[]; readonly problems: readonly Problem[] } {
  const changed: string[] = [];
  const problems: Problem[] = [];
  for (const place of places) {
    tick();
    attempt(place.file, "it was not changed; the rest was", problems, () => {
      if (place.form === "lines" ? scrubLineStore(place.file, tick) : scrubDocument(place)) changed.push(place.file);
    });
  }
  return { changed, problems };
}

function attempt(where: string, hint: string, problems: Problem[], work: () => void): void {
  try {
    work();
  } catch (error) {
    problems.push({ where, what: (error as Error).message, hint });
  }
}

function inspectLines(file: string, tick: () => void, secrets: StoredSecret[]): void {
  eachLine(file, {
    tick,
    visit: (lines, first) => {
      scrubLines(lines).forEach((scrubbed, index) => {
        if (scrubbed === null) return;
        const id = idText(parseObject((lines[index] as Buffer).toString("utf8")));
        secrets.push(...scrubbed.secrets.map(({ kind, masked }) => ({ file, line: first + index, id, kind, masked })));
      });
    },
  });
}

function inspectDocument(place: ScrubPlace, secrets: StoredSecret[], problems: Problem[]): void {
  const { source, text, secrets: found } = loadDocument(place);
  const lineOf = ({ at }: Secret): number => source.slice(0, at).split("\n").length;
  secrets.push(...found.map((secret) => ({ file: place.file, line: lineOf(secret), id: null, kind: secret.kind, masked: secret.masked })));
  if (text !== null) return;
  const what = "its secrets cannot be replaced without changing what else it says";
  problems.push({ where: place.file, what, hint: "edit it by hand" });
}

/** Looked at before the lock is taken, as that takes long: other writers would give up meanwhile. What they add is looked at afterwards. */
function scrubLineStore(file: string, tick: () => void): boolean {
  endTornLine(file);
  const replacements = findReplacements(file, tick);
  const result = rewriteStore(file, (lines) => {
    const kept = lines.map((line) => {
      const bytes = replacements.get(line.bytes.toString("latin1"));
      return bytes === undefined ? line : { ...line, bytes };
    });
    return kept.every((line, index) => line === lines[index]) ? null : kept;
  });
  return result !== null;
}

/** By the line itself. */
function findReplacements(file: string, tick: () => void): ReadonlyMap<string, Buffer> {
  const replacements = new Map<string, Buffer>();
  eachLine(file, {
    tick,
    visit: (lines) => {
      scrubLines(lines).forEach((scrubbed, index) => {
        if (scrubbed !== null) replacements.set((lines[index] as Buffer).toString("latin1"), scrubbed.bytes);
      });
    },
  });
  return replacements;
}

const NEWLINE = 0x0a;
/** Whoever writes a line in two pieces is done by then. */
const SETTLED_MS = 2000;

/** A last line without its end is carried over as it is, as it may still be on its way. One that lies there is given its end. */
function endTornLine(file: string): void {
  withLock(file, () => {
    const fd = openSync(file, constants.O_RDWR | constants.O_APPEND);
    try {
      const { size, mtimeMs } = fstatSync(fd);
      const last = Buffer.alloc(1);
      const isTorn = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
      if (isTorn && Date.now() - mtimeMs > SETTLED_MS) writeSync(fd, "\n");
    } finally {
      closeSync(fd);
    }
  });
}

function scrubDocument(place: ScrubPlace): boolean {
  const { source, text, secrets } = loadDocument(place);
  if (text === null || secrets.length === 0) return false;
  writeDocument(place.file, { source, text });
  return true;
}
