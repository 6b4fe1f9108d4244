/** `replay [transcripts…]`: what would have been injected in past sessions, with one set of settings or two side by side. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { clock } from "../clock.ts";
import type { StopwordLists } from "../config/stopwords.ts";
import { version } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { renderProblems } from "../render/render-report.ts";
import { type FoundTranscript, findTranscripts, usualPlaces } from "../replay/find-transcripts.ts";
import { renderReplay } from "../replay/render-replay.ts";
import { runReplay } from "../replay/run-replay.ts";
import { compareOutcomes, summarize } from "../replay/summarize-replay.ts";
import { CURRENT, type OpenOptions, parseVariant } from "../replay/variant.ts";
import { locate } from "../store/locations.ts";
import type { EpochMs, Problem } from "../types.ts";
import { parseSince } from "./parse-since.ts";
import { locateProblem, makeProgressBar, print, printJson } from "./runtime.ts";

export interface ReplayOptions {
  readonly config?: readonly string[];
  readonly since?: string;
  readonly limit?: string;
  readonly json?: boolean;
}

/** So many sessions, the newest, unless more are asked for. */
const LIMIT = 500;
const LISTED = 20;

export function replay(places: readonly string[], { config = [], since, limit, json = false }: ReplayOptions): void {
  if (config.length > 2) throw new Refusal("--config can be given twice at the most", "two sets of settings are compared side by side");
  const variants = config.length === 0 ? [CURRENT] : config.map(parseVariant);
  const problems: Problem[] = [];
  const from = since === undefined ? null : parseSince(since, Date.now());
  const transcripts = collectTranscripts(places, { since: from, limit: parseLimit(limit), report: (problem) => problems.push(problem) });
  const progress = makeProgressBar();
  progress.start(
    "replaying",
    transcripts.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const startedAt = clock();
  const result = runReplay({ transcripts, variants, open: openOptions(), since: from, advance: progress.advance });
  progress.done();
  const ms = clock() - startedAt;
  const summaries = result.variants.map(summarize);
  const [a, b] = result.variants;
  const changed = a !== undefined && b !== undefined ? compareOutcomes(a, b) : [];
  problems.push(...result.problems);
  if (json) return printJson({ ms, summaries, changed, problems });
  print([...renderReplay({ summaries, changed, ms }), ...renderProblems(problems.slice(0, LISTED), locateProblem)]);
}

/** What every command that replays needs to open folders. */
export function openOptions(): OpenOptions {
  return { env: process.env, shippedDir: join(__dirname, ".."), version, loadStopwords };
}

function loadStopwords(): StopwordLists {
  return require("../dist/stopwords.cjs") as StopwordLists;
}

interface CollectOptions {
  readonly since: EpochMs | null;
  readonly limit: number;
  readonly report: (problem: Problem) => void;
}

/** Throws a Refusal when there are none. */
function collectTranscripts(places: readonly string[], options: CollectOptions): readonly FoundTranscript[] {
  const missing = places.find((place) => !existsSync(place));
  if (missing !== undefined) throw new Refusal(`${missing}: no such file or folder`);
  const wanted = places.length > 0 ? places.map((place) => resolve(place)) : usualPlaces(process.env, locate(process.env).home);
  const found = findTranscripts({ places: wanted, ...options });
  if (found.length > 0) return found;
  const where = wanted.length === 0 ? "there is no folder of transcripts (~/.claude/projects)" : `no transcripts in ${wanted.join(", ")}`;
  throw new Refusal(where, "name a transcript or a folder of them: lore-inject replay <path>");
}

function parseLimit(text: string | undefined): number {
  const limit = text === undefined ? LIMIT : Number(text);
  if (!Number.isInteger(limit) || limit < 1) throw new Refusal(`--limit ${text} is not a whole number from 1`);
  return limit;
}
