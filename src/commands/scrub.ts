/** `scrub`: says which secrets are stored already, without repeating them; `--apply` replaces them in the files. */

import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { cleanText } from "../privacy/clean.ts";
import { Refusal } from "../refusal.ts";
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import type { Problem } from "../types.ts";
import { removeDerived } from "../write/scrub-cache.ts";
import { type FoundPlaces, findPlaces } from "../write/scrub-places.ts";
import { inspectPlaces, type StoredSecret, scrubPlaces } from "../write/scrub-store.ts";
import { makeProgress, print, printJson } from "./runtime.ts";

export interface ScrubOptions extends CommonOptions {
  readonly apply?: boolean;
  readonly json?: boolean;
}

interface Report {
  /** How many places were looked at. */
  readonly files: number;
  readonly secrets: readonly StoredSecret[];
  /** Of `secrets`, those that are still there; the others were replaced. */
  readonly left: readonly StoredSecret[];
  readonly changed: readonly string[];
  readonly problems: readonly Problem[];
}

interface Request extends FoundPlaces {
  readonly secrets: readonly StoredSecret[];
  readonly cacheDir: string | null;
  readonly tick: () => void;
}

/** Fails when a secret is stored, so that a pipeline can ask. */
export function scrub({ apply, json, ...options }: ScrubOptions): void {
  const context = openForCommand(options);
  const { places, problems } = findPlaces(context);
  const progress = patientProgress("looking for secrets");
  const inspected = inspectPlaces(places, progress.tick);
  const isWanted = apply && inspected.secrets.length > 0;
  const report: Report = isWanted
    ? replace({ places, problems, secrets: inspected.secrets, cacheDir: context.locations.cacheDir, tick: progress.tick })
    : { files: places.length, secrets: inspected.secrets, left: inspected.secrets, changed: [], problems: [...problems, ...inspected.problems] };
  progress.done();
  if (json) printJson({ ...report, secrets: report.secrets.map(presentable), left: report.left.map(presentable) });
  else print(renderReport(report));
  conclude(report, apply === true);
}

/** The places are looked at once more: only what is not found any more counts as gone. */
function replace({ places, secrets, problems: before, cacheDir, tick }: Request): Report {
  const files = new Set(secrets.map(({ file }) => file));
  const concerned = places.filter(({ file }) => files.has(file));
  const { changed, problems } = scrubPlaces(concerned, tick);
  removeDerived(cacheDir);
  const after = inspectPlaces(concerned, tick);
  return { files: places.length, secrets, left: after.secrets, changed, problems: [...before, ...problems, ...after.problems] };
}

function renderReport({ files, secrets, left, changed, problems }: Report): readonly string[] {
  const gone = secrets.length - left.length;
  return [
    ...left.map(describe),
    ...problems.map(({ where, what, hint }) => `problem: ${neutralizeLine(where)}: ${neutralizeLine(what)}${hint ? ` (${hint})` : ""}`),
    ...(changed.length > 0
      ? [`${count(gone, "secret")} replaced in ${count(changed.length, "file")}:`, ...changed.map((file) => `  ${neutralizeLine(file)}`)]
      : []),
    ...(changed.length > 0 ? ["Copies in backups and in git's history stay: revoke what was real, with whoever issued it."] : []),
    ...(secrets.length === 0 ? [`no secrets in ${count(files, "file")}`] : []),
  ];
}

function conclude({ left, problems }: Report, isApplied: boolean): void {
  const where = `${count(left.length, "secret")} in ${count(new Set(left.map(({ file }) => file)).size, "file")}`;
  if (left.length > 0 && isApplied) throw new Refusal(`${where} left`, "edit these by hand, or run it again if a file was being written");
  if (left.length > 0) throw new Refusal(where, "lore-inject scrub --apply replaces them in the files; lore-inject forget <id> takes a whole record out");
  if (problems.length > 0) throw new Refusal("not everything could be looked at");
}

function describe(secret: StoredSecret): string {
  const { file, line, id, kind, masked } = presentable(secret);
  return `${file}:${line}  ${id ?? "no id"}  ${kind}  ${masked}`;
}

const MAX_ID = 80;

/** An id or a path may be a secret itself. */
function presentable(secret: StoredSecret): StoredSecret {
  const id = secret.id === null ? null : shorten(neutralizeLine(cleanText(secret.id)), MAX_ID);
  return { ...secret, file: neutralizeLine(secret.file), id };
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

const PATIENCE_MS = 2000;

/** Nothing is said of what is done at once. */
function patientProgress(what: string): { readonly tick: () => void; readonly done: () => void } {
  const startedAt = Date.now();
  const progress = makeProgress(what);
  return { tick: () => void (Date.now() - startedAt > PATIENCE_MS && progress.tick()), done: progress.done };
}
