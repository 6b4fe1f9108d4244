/** `stats`: what the hook did and whether it helped, for a terminal, as JSON, or as one page with plots. */
import { readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { clock } from "../clock.ts";
import type { MetricLine } from "../metrics/metric-line.ts";
import type { Context } from "../open-context.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { attempt, Refusal } from "../refusal.ts";
import { neutralizeLine } from "../render/neutralize.ts";
import { COLOURED, PLAIN } from "../stats/paint.ts";
import { renderPage } from "../stats/render-page.ts";
import { renderTerminal } from "../stats/render-terminal.ts";
import { summarize } from "../stats/summarize.ts";
import type { Period, Summary } from "../stats/summary.ts";
import { addTitles, keysOf } from "../stats/titles.ts";
import { readFeedback } from "../store/feedback-file.ts";
import { sessionsFolder } from "../store/ledger-file.ts";
import { readMetrics } from "../store/read-metrics.ts";
import { readRecords } from "../store/read-records.ts";
import { rotateMetrics } from "../store/rotate-metrics.ts";
import type { Day, EpochMs } from "../types.ts";
import { parseSince } from "./parse-since.ts";
import { makeProgress, makeProgressBar, print, printJson } from "./runtime.ts";

export interface StatsOptions extends CommonOptions {
  readonly today?: boolean;
  readonly week?: boolean;
  readonly month?: boolean;
  readonly since?: string;
  readonly project?: string;
  readonly json?: boolean;
  readonly html?: string;
}

const DAY_MS = 86_400_000;
const MONTH_DAYS = 31;
/** Titles that are not found by then are left out. */
const TITLES_MS = 3000;

export function stats(options: StatsOptions): void {
  const { since, project, json = false, html } = options;
  const context = openForCommand(options);
  const { stateDir } = context.locations;
  if (stateDir === null) throw new Refusal("there is no folder for metrics", "set HOME or XDG_STATE_HOME");
  const from = since === undefined ? undefined : parseSince(since, context.now);
  const named = project === "." ? (context.project.name ?? "") : project;
  const seen = new Set<string>();
  const summary = load(context, stateDir, { seen, ...(from === undefined ? {} : { since: from }), ...(named === undefined ? {} : { project: named }) });
  const period = choose(summary, options);
  if (html !== undefined) writePage(resolve(html), renderPage(summary, period));
  if (json) return printJson(summary);
  if (html !== undefined) return print([`wrote ${neutralizeLine(resolve(html))}`]);
  if (summary.lines === 0) return print(nothingYet(context, named, seen));
  const isColoured = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb";
  print(renderTerminal(summary, period, { width: process.stdout.columns ?? 80, paint: isColoured ? COLOURED : PLAIN }));
}

interface Wanted {
  readonly since?: EpochMs;
  readonly project?: string;
  /** Told which projects there are. */
  readonly seen: Set<string>;
}

function load(context: Context, stateDir: string, { since, project, seen }: Wanted): Summary {
  const { now, config } = context;
  rotateMetrics(stateDir, { keepDays: config.metrics.keep_days, now });
  const progress = makeProgressBar();
  let broken = 0;
  const lines = readMetrics(stateDir, { since: Math.min(since ?? now, now - MONTH_DAYS * DAY_MS), onBroken: () => broken++, progress });
  const summary = summarize(
    noting(lines, seen),
    { feedback: readFeedback(stateDir), ledgers: { sessions: countSessions(stateDir) } },
    {
      now,
      dayOf,
      ...(since === undefined ? {} : { since: { name: `since ${isoDay(dayOf(since))}`, day: dayOf(since) } }),
      ...(project === undefined ? {} : { project }),
    },
  );
  progress.done();
  return { ...addTitles(summary, findTitles(context, keysOf(summary))), broken };
}

function* noting(lines: Iterable<MetricLine>, seen: Set<string>): Generator<MetricLine> {
  for (const line of lines) {
    seen.add(line.project ?? "");
    yield line;
  }
}

/** Days begin where the reader lives. */
function dayOf(at: EpochMs): Day {
  return Math.floor((at - new Date(at).getTimezoneOffset() * 60_000) / DAY_MS);
}

function isoDay(day: Day): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Without a wish: the last seven days, or thirty if nothing happened in those. */
function choose({ periods }: Summary, { today, week, month, since }: StatsOptions): Period {
  const quiet = periods[1]?.runs === 0 && !week;
  const index = since !== undefined ? 3 : today ? 0 : month || quiet ? 2 : 1;
  const period = periods[index];
  if (period === undefined) throw new Error("a summary without periods");
  return period;
}

function countSessions(stateDir: string): number {
  try {
    return readdirSync(sessionsFolder(stateDir)).filter((name) => name.endsWith(".jsonl")).length;
  } catch {
    return 0;
  }
}

/** Of records that are current: one that was retired meanwhile has none. */
function findTitles({ stores }: Context, keys: readonly string[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  const wanted = new Set(keys);
  const sources = new Set(keys.map((key) => key.slice(0, key.indexOf(":"))));
  const progress = makeProgress("looking up titles");
  const latest = clock() + TITLES_MS;
  const isLate = (): boolean => progress.tick() || clock() > latest;
  const found = readRecords(
    stores.filter(({ source }) => sources.has(source)),
    isLate,
  );
  for (const { records } of found.stores) for (const { source, id, title } of records) if (wanted.has(`${source}:${id}`)) titles.set(`${source}:${id}`, title);
  progress.done();
  return titles;
}

function writePage(path: string, page: string): void {
  attempt(() => writeFileSync(path, page, { mode: 0o600 }), "name a file in a folder that can be written");
}

function nothingYet({ config }: Context, project: string | undefined, seen: ReadonlySet<string>): readonly string[] {
  if (!config.metrics.enabled) return ["no runs are recorded: metrics are switched off", "metrics.enabled: true in your config.yaml switches them on"];
  if (project !== undefined && seen.size > 0) {
    const known = [...seen].filter((name) => name !== "").sort();
    return [`no runs of project ${neutralizeLine(project)} in this time`, `there are some of: ${neutralizeLine(known.join(", ")) || "no project"}`];
  }
  return [
    "no runs recorded yet",
    "each run of the hook adds one: lore-inject install registers it, lore-inject doctor tells whether it runs",
    "then work for a while and come back",
  ];
}
