/** `index status|refresh|rebuild|verify`: the derived index, which looks after itself, for those who want to look. */
import { setPriority } from "node:os";
import { join } from "node:path";
import { clock } from "../clock.ts";
import { sleep } from "../event/read-stdin.ts";
import type { Context } from "../open-context.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { neutralizeLine } from "../render/neutralize.ts";
import { describeIndex } from "../store/index/describe-index.ts";
import { type Refreshed, refreshIndex } from "../store/index/refresh-index.ts";
import { verifyIndex } from "../store/index/verify-index.ts";
import { makeProgressBar, print, printJson } from "./runtime.ts";

export interface IndexOptions extends CommonOptions {
  readonly json?: boolean;
  /** Started by a prompt, for later ones: nobody looks at it. */
  readonly background?: boolean;
}

export function indexStatus(options: IndexOptions): void {
  const context = openForCommand(options);
  const status = describeIndex({ place: placeOf(context), stores: context.stores, knownProjects: context.knownProjects });
  if (options.json) return printJson(status);
  const segments = status.segments.map(
    ({ kind, documents, terms, bytes }) => `  ${kind.padEnd(10)} ${number(documents)} records  ${number(terms)} terms  ${sizeText(bytes)}`,
  );
  const stores = status.stores.map(({ source, path, bytes, indexed }) => {
    const rest = bytes - indexed;
    return `  ${source.padEnd(10)} ${sizeText(bytes)}  ${rest === 0 ? "indexed" : `${rest} bytes read directly`}  ${neutralizeLine(path)}`;
  });
  print([
    `state      ${status.state}${status.due === null ? "" : `: ${neutralizeLine(status.due)}`}`,
    `size       ${sizeText(status.bytes).trim()} for ${sizeText(status.dataBytes).trim()} of data${share(status)}`,
    `folder     ${placeOf(context).cacheDir}`,
    "segments",
    ...(segments.length === 0 ? ["  none"] : segments),
    "stores",
    ...(stores.length === 0 ? ["  none"] : stores),
  ]);
}

export function indexRefresh(options: IndexOptions): void {
  if (options.background) lowerPriority();
  const context = openForCommand(options);
  report(options.background ? refresh(context, false) : refreshInTurn(context, false), options);
}

export function indexRebuild(options: IndexOptions): void {
  report(refreshInTurn(openForCommand(options), true), options);
}

const TURN_MS = 10_000;

/** A prompt may have started one a moment ago: it is waited for. */
function refreshInTurn(context: Context, force: boolean): readonly Refreshed[] | null {
  for (const startedAt = clock(); ; sleep(100)) {
    const built = refresh(context, force);
    if (built !== null || clock() - startedAt > TURN_MS) return built;
  }
}

export function indexVerify(options: IndexOptions): void {
  const context = openForCommand(options);
  const bar = makeProgressBar();
  const result = verifyIndex({ place: placeOf(context), stores: context.stores, knownProjects: context.knownProjects, progress: bar });
  bar.done();
  if (result.segments === 0) throw new Refusal("there is no index to verify", "lore-inject index rebuild");
  if (options.json) printJson(result);
  else
    print([
      `${number(result.lines).trim()} lines, ${number(result.postings).trim()} entries of ${number(result.terms).trim()} terms compared with a plain reading of the stores`,
      ...result.differences.map((difference) => `different: ${neutralizeLine(difference)}`),
      ...(result.uncovered > 0 ? [`${result.uncovered} bytes are not indexed: prompts read them directly`] : []),
      ...(result.differences.length === 0 ? ["all equal"] : []),
    ]);
  if (result.differences.length > 0) throw new Refusal("the index does not say what the stores hold", "lore-inject index rebuild");
}

/** Before a command asks the index, if much is missing there. Whoever waits sees how far it is; what fails is none of the command's business. */
export function refreshQuietly(context: Context): void {
  if (context.index === null) return;
  const status = describeIndex({ place: context.index, stores: context.stores, knownProjects: context.knownProjects });
  if (status.due === null) return;
  try {
    refresh(context, false);
  } catch {
    // The stores are read directly.
  }
}

/** Beside this bundle. Where it cannot be started, a build does without. */
const termsThread = process.versions.bun === undefined ? join(__dirname, "terms.cjs") : null;

function refresh(context: Context, force: boolean): readonly Refreshed[] | null {
  const bar = makeProgressBar();
  try {
    return refreshIndex({ place: placeOf(context), stores: context.stores, knownProjects: context.knownProjects, force, termsThread, progress: bar });
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(`the index cannot be built: ${(error as Error).message}`, "the stores are read directly meanwhile");
  } finally {
    bar.done();
  }
}

function report(built: readonly Refreshed[] | null, options: IndexOptions): void {
  if (options.background) return;
  if (built === null) throw new Refusal("another process is refreshing the index", "wait until it is done");
  if (options.json) return printJson(built);
  if (built.length === 0) return print(["the index is up to date"]);
  print(
    built.map(({ kind, reason, bytes, lines, ms }) => {
      const rate = ms === 0 ? "" : `, ${Math.round((lines / ms) * 1000).toLocaleString("en")} lines a second`;
      return `${kind}: ${number(lines).trim()} lines, ${sizeText(bytes).trim()} in ${(ms / 1000).toFixed(1)} s${rate} (${neutralizeLine(reason)})`;
    }),
  );
}

function placeOf({ index }: Context): NonNullable<Context["index"]> {
  if (index === null) throw new Refusal("there is no index", "index.enabled is off, or there is no cache folder: set HOME or XDG_CACHE_HOME");
  return index;
}

function lowerPriority(): void {
  try {
    setPriority(10);
  } catch {
    // Not allowed here: then it runs like any other.
  }
}

/** Of a handful of records it says nothing. */
function share({ bytes, dataBytes }: { readonly bytes: number; readonly dataBytes: number }): string {
  return dataBytes < 100_000 ? "" : ` (${Math.round((bytes / dataBytes) * 100)} %)`;
}

function number(value: number): string {
  return value.toLocaleString("en").padStart(11);
}

function sizeText(bytes: number): string {
  return (bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`).padStart(10);
}
