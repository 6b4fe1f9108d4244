/** The summary for a terminal: one sentence, one table, then bars for whatever there is to compare. Returns lines and prints nothing. Pure. */
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import { dayText, msText, numberText, percentText, sparkline } from "./charts.ts";
import { headline, holdoutText, plural } from "./headline.ts";
import type { Percentiles } from "./numbers.ts";
import type { Paint } from "./paint.ts";
import type { Measure, Period, RankedRecord, Summary } from "./summary.ts";
import { bars, LABEL, LISTED, meter, NARROW, type TerminalOptions, wrapped } from "./terminal-parts.ts";

const NARROWEST = 48;
const WIDEST = 100;

export function renderTerminal(summary: Summary, period: Period, { width: wanted, paint }: TerminalOptions): readonly string[] {
  const width = Math.max(NARROWEST, Math.min(WIDEST, wanted));
  const of = summary.project === null ? "all projects" : shorten(neutralizeLine(summary.project), 24);
  const span = period.from === period.to ? dayText(period.to) : `${dayText(period.from)} to ${dayText(period.to)}`;
  const sections = [
    overview(summary.periods, width),
    perDay(period, width, paint),
    bars(
      "silent because",
      period.silent.reasons.map(({ name, count }) => [name, count, ""]),
      { width, paint, label: 34 },
    ),
    bars(
      "shown from",
      period.sources.map(({ name, items, tokens }) => [name || "(other)", items, `${numberText(tokens)} tokens`]),
      { width, paint },
    ),
    period.projects.length < 2
      ? []
      : bars(
          "projects",
          period.projects.map(({ name, items, tokens }) => [name || "(none)", items, `${numberText(tokens)} tokens`]),
          { width, paint },
        ),
    times(period, width, paint),
    usefulness(period, { width, paint }),
    records("most useful", period.records.most, width),
    records("least useful", period.records.least, width),
    period.usefulness.judged === 0
      ? []
      : ["control", ...holdoutText(period.holdout, summary.sessionsJudged).flatMap((line) => wrapped(line, width - 2).map((part) => `  ${part}`))],
    summary.broken === 0
      ? []
      : wrapped(`${plural(summary.broken, "line")} of the metrics could not be read and ${summary.broken === 1 ? "was" : "were"} passed over`, width),
  ];
  return [
    paint.strong(`${period.name}, ${span}, ${of}`),
    ...wrapped(headline(period), width),
    ...sections.filter(({ length }) => length > 0).flatMap(([title = "", ...rest]) => ["", rest.length === 0 ? title : paint.strong(title), ...rest]),
  ];
}

function overview(all: readonly Period[], width: number): readonly string[] {
  // The last is what was asked for, should there be no room for all.
  let periods = all;
  while (periods.length > 1 && 2 + LABEL + periods.reduce((sum, each) => sum + cell(each), 0) > width) periods = periods.slice(1);
  const row = (label: string, text: (period: Period) => string): string =>
    `  ${label.padEnd(LABEL)}${periods.map((each) => text(each).padStart(cell(each))).join("")}`;
  const whenAny = (isAny: (period: Period) => boolean, text: (period: Period) => string) => (period: Period) => (isAny(period) ? text(period) : "-");
  const hasPrompts = ({ prompts }: Period): boolean => prompts > 0;
  const judged = (pick: (period: Period) => Measure | null) => (period: Period) => {
    const measure = pick(period);
    return measure === null ? "-" : percentText(measure.value);
  };
  return [
    row("", ({ name }) => name),
    row("sessions", ({ sessions }) => numberText(sessions)),
    row("prompts", ({ prompts }) => numberText(prompts)),
    row(
      "  answered",
      whenAny(hasPrompts, ({ silent }) => percentText(1 - silent.rate)),
    ),
    row("tokens", ({ tokens }) => numberText(tokens.total)),
    row(
      "  a prompt",
      whenAny(hasPrompts, ({ tokens }) => numberText(tokens.perPrompt)),
    ),
    row(
      "  a session",
      whenAny(
        ({ sessions }) => sessions > 0,
        ({ tokens }) => numberText(tokens.perSession),
      ),
    ),
    row("items shown", ({ items }) => numberText(items)),
    row(
      "  again",
      whenAny(
        ({ items }) => items > 0,
        ({ repeats }) => percentText(repeats.rate),
      ),
    ),
    row("not repeated", ({ suppressed }) => numberText(suppressed)),
    row(
      "helpful",
      judged(({ usefulness: { helpful } }) => helpful),
    ),
  ];
}

function cell({ name }: Period): number {
  return Math.max(10, name.length + 2);
}

function perDay({ days }: Period, width: number, paint: Paint): readonly string[] {
  if (days.length < 2) return [];
  const row = (label: string, values: readonly number[]): string => {
    const top = Math.max(...values);
    const at = days[values.indexOf(top)];
    const most = top === 0 || at === undefined ? "none" : `most ${numberText(top)} on ${dayText(at.day).slice(5)}`;
    return `  ${label.padEnd(LABEL)}${paint.chart(sparkline(values, width - LABEL - 24))}  ${paint.dim(most)}`;
  };
  return [
    "day by day",
    row(
      "answered",
      days.map(({ answered }) => answered),
    ),
    row(
      "silent prompts",
      days.map(({ silent }) => silent),
    ),
    row(
      "tokens",
      days.map(({ tokens }) => tokens),
    ),
  ];
}

const MAX_STEP = 20;

function times({ latency: { cold, warm }, steps }: Period, width: number, paint: Paint): readonly string[] {
  if (cold === null && warm === null) return [];
  const row = (name: string, at: Percentiles | null): readonly string[] =>
    at === null
      ? []
      : [
          `  ${name.padEnd(LABEL)}${`p50 ${msText(at.p50)}`.padEnd(11)}${`p95 ${msText(at.p95)}`.padEnd(11)}${`max ${msText(at.max)}`.padEnd(13)}${width < NARROW ? "" : paint.dim(plural(at.count, "run"))}`.trimEnd(),
        ];
  const parts = steps.slice(0, LISTED).map(({ name, meanMs }) => `${shorten(neutralizeLine(name), MAX_STEP)} ${msText(meanMs)}`);
  const [first = "", ...rest] = wrapped(parts.join(", "), width - LABEL - 2);
  return [
    "milliseconds",
    ...row("hook", cold),
    ...row("stays running", warm),
    ...(parts.length === 0 ? [] : [`  ${"steps, mean".padEnd(LABEL)}${first}`, ...rest.map((line) => `  ${"".padEnd(LABEL)}${line}`)]),
  ];
}

const NOT_JUDGED = "not judged yet: that happens when a session ends, or by lore-inject helped <id> and wrong <id>";

function usefulness({ usefulness: { shown, judged, helpful, wasted, irrelevant } }: Period, { width, paint }: TerminalOptions): readonly string[] {
  if (shown === 0) return [];
  if (judged === 0) return ["does it help", ...wrapped(NOT_JUDGED, width - 2).map((line) => `  ${line}`)];
  const row = (name: string, measure: Measure | null, sign: "<" | ">"): readonly string[] =>
    measure === null ? [] : [meter(name, measure, { sign, width, paint })];
  return [
    `does it help: ${numberText(judged)} of ${numberText(shown)} shown records judged`,
    ...row("helpful", helpful, ">"),
    ...row("wasted tokens", wasted, "<"),
    ...row("of no use", irrelevant, "<"),
  ];
}

/** Titles last: nothing has to line up behind them. */
function records(title: string, ranked: readonly RankedRecord[], width: number): readonly string[] {
  if (ranked.length === 0) return [];
  return [
    title,
    ...ranked.slice(0, LISTED - 1).map(({ key, title: name, good, judged, rate }) => {
      const id = shorten(neutralizeLine(key), Math.min(30, width - 22));
      const head = `  ${percentText(rate).padStart(5)}  ${`${good} of ${judged}`.padStart(9)}  ${id}  `;
      const room = width - head.length;
      return room < 10 ? head.trimEnd() : `${head}${shorten(neutralizeLine(name), room)}`.trimEnd();
    }),
  ];
}
