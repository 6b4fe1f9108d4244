/** The cards of the page: each a plot with the numbers behind it, or a table. Pure. */

import { shorten } from "../render/neutralize.ts";
import { dayText, msText, numberText, percentText } from "./charts.ts";
import { escapeHtml } from "./escape-html.ts";
import { holdoutText } from "./headline.ts";
import type { Percentiles } from "./numbers.ts";
import { behind, type Cell, card, key, table } from "./page-parts.ts";
import { barPlot, columnPlot, ratePlot, titledRatePlot } from "./plots.ts";
import type { Bucket, Measure, Period, RankedRecord, Summary } from "./summary.ts";

/** In characters: a title is a line, whatever its author thought. */
const MAX_TITLE = 160;

export function tiles({ prompts, silent, tokens, sessions, repeats, latency, items }: Period): string {
  const at = latency.cold ?? latency.warm;
  const all: readonly (readonly [string, string])[] = [
    [numberText(prompts), "prompts"],
    [prompts === 0 ? "-" : percentText(1 - silent.rate), "of them answered"],
    [numberText(tokens.total), "tokens spent"],
    [numberText(tokens.perPrompt), "tokens a prompt"],
    [numberText(sessions), "sessions"],
    [items === 0 ? "-" : percentText(repeats.rate), "of items shown again"],
    [at === null ? "-" : `${msText(at.p95)} ms`, "or less in 95 of 100 runs"],
  ];
  return `<ul class="tiles">${all.map(([value, name]) => `<li><b>${escapeHtml(value)}</b><span>${escapeHtml(name)}</span></li>`).join("")}</ul>`;
}

export function perDayCard({ days }: Period): string {
  const columns = days.map(({ day, answered, silent }) => ({ name: dayText(day).slice(5), parts: [answered, silent] }));
  const title = "Injections and silences, day by day";
  const names = ["injections", "silent prompts"];
  const plot = columnPlot(columns, { title, classes: ["one", "quiet"], names });
  const legend = key([
    ["injections", "one"],
    ["silent prompts", "quiet"],
  ]);
  const rows = days.map(({ day, answered, silent }) => [dayText(day), answered, silent]);
  return card({ title, about: "Runs that said something, at whatever event, and prompts that got nothing." }, legend + plot + behind(["day", ...names], rows));
}

export function tokensPerDayCard({ days, tokens }: Period): string {
  const title = "Tokens, day by day";
  const columns = days.map(({ day, tokens: spent }) => ({ name: dayText(day).slice(5), parts: [spent] }));
  const plot = columnPlot(columns, { title, classes: ["one"], names: ["tokens"] });
  const about = `${numberText(tokens.total)} in all, ${numberText(tokens.perSession)} a session.`;
  const rows = days.map(({ day, tokens: spent }) => [dayText(day), spent]);
  return card({ title, about }, plot + behind(["day", "tokens"], rows));
}

export function latencyCard({ latency: { cold, warm, histogram }, steps }: Period): string {
  const title = "How long it takes";
  const used = histogram.slice(0, histogram.findLastIndex((bucket) => bucket.cold + bucket.warm > 0) + 1);
  const columns = used.map((bucket, i) => ({ name: bucketText(bucket, used[i - 1]), parts: [bucket.cold, bucket.warm] }));
  const plot = columnPlot(columns, { title: `${title}: runs by milliseconds`, classes: ["one", "two"], names: ["hook", "stays running"] });
  const legend =
    warm === null
      ? ""
      : key([
          ["hook", "one"],
          ["a process that stays", "two"],
        ]);
  const told = (name: string, at: Percentiles | null): string =>
    at === null ? "" : `${name} p50 ${msText(at.p50)}, p95 ${msText(at.p95)}, max ${msText(at.max)} ms. `;
  const rows = columns.map(({ name, parts }) => [`${name} ms`, ...parts]);
  const parts = behind(["time", "hook", "stays running"], rows) + (steps.length === 0 ? "" : stepTable(steps));
  return card({ title, about: `${told("Hook:", cold)}${told("Process that stays:", warm)}Runs by milliseconds.` }, legend + plot + parts);
}

function stepTable(steps: Period["steps"]): string {
  const rows = steps.map(({ name, runs, meanMs, share }) => [name, runs, `${msText(meanMs)} ms`, percentText(share)]);
  return `<details><summary>Step by step</summary>${table(["step", "runs", "mean", "of the time"], rows)}</details>`;
}

function bucketText({ below }: Bucket, before: Bucket | undefined): string {
  return below === null ? `≥ ${before?.below ?? 0}` : `< ${below}`;
}

export function sourcesCard({ sources: all }: Period): string {
  const title = "Where it came from";
  const total = all.reduce((sum, { items }) => sum + items, 0);
  const lines = all
    .slice(0, 10)
    .map(({ name, items }) => ({ name: name || "other", value: items, note: `${numberText(items)}, ${percentText(items / Math.max(1, total))}` }));
  const rows = all.map(({ name, items, tokens }) => [name || "other", items, tokens]);
  return card(
    { title, about: "Items shown, by source." },
    total === 0 ? "<p>Nothing was shown.</p>" : barPlot(lines, { title }) + behind(["source", "items", "tokens"], rows),
  );
}

export function reasonsCard({ silent: { reasons: all, prompts } }: Period): string {
  const rows = all.map(({ name, count }) => [name, count, percentText(count / Math.max(1, prompts))]);
  const body = rows.length === 0 ? "<p>No prompt got nothing.</p>" : table(["reason", "prompts", "share"], rows);
  return card({ title: "Why it was silent", about: "Silence is an answer too, where nothing fits." }, body);
}

export function targetsCard({ sessionsJudged }: Summary, { usefulness: { shown, judged, helpful, wasted, irrelevant }, holdout }: Period): string {
  const title = "Does it help?";
  if (judged === 0) return card({ title, about: "Not judged yet: that happens when a session ends, or by lore-inject helped <id> and wrong <id>." }, "");
  const all: readonly Target[] = [
    { name: "Helpful records", sign: "over", measure: helpful, means: "used in the work, or said to help" },
    { name: "Wasted tokens", sign: "under", measure: wasted, means: "of records ignored, contradicted or wrong" },
    { name: "Injections of no use", sign: "under", measure: irrelevant, means: "none of their records was of use" },
  ];
  const rates = all.flatMap(({ name, measure }) =>
    measure === null ? [] : [{ name, value: measure.value, target: measure.target, note: percentText(measure.value) }],
  );
  const control = holdoutText(holdout, sessionsJudged).join("; ");
  const about = `${numberText(judged)} of ${numberText(shown)} shown records have been judged. The mark shows the target.`;
  const plot = ratePlot(rates, { title: `${title} Shares against targets` });
  return card({ title, about }, `${plot}${targetTable(all)}<p class="soft">Control: ${escapeHtml(control)}.</p>`);
}

interface Target {
  readonly name: string;
  readonly sign: string;
  readonly measure: Measure | null;
  readonly means: string;
}

function targetTable(targets: readonly Target[]): string {
  const rows = targets.map(({ name, sign, measure, means }) => {
    const head = `<th scope="row">${escapeHtml(name)}<small>${escapeHtml(means)}</small></th>`;
    if (measure === null) return `<tr>${head}<td>-</td><td>-</td></tr>`;
    const verdict = measure.isMet ? '<td class="met">met</td>' : '<td class="missed">missed</td>';
    return `<tr>${head}<td>${sign} ${percentText(measure.target)}</td>${verdict}</tr>`;
  });
  return `<table><thead><tr><th scope="col">measure</th><th scope="col">target</th><th scope="col">so far</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

export function recordsCard(title: string, about: string, ranked: readonly RankedRecord[]): string {
  if (ranked.length === 0) return "";
  const rates = ranked.map(({ key: id, title: name, rate, good, judged }) => ({ name: name || id, value: rate, note: `${good} of ${judged}` }));
  const rows = ranked.map(({ key: id, title: name, rate, good, judged, shown }) => [
    id,
    shorten(name, MAX_TITLE) || "(no longer there)",
    percentText(rate),
    `${good} of ${judged}`,
    shown,
  ]);
  const full = `<details><summary>Titles and ids</summary>${table(["id", "title", "rate", "of use", "shown"], rows, 1)}</details>`;
  return card({ title, about }, titledRatePlot(rates, { title }) + full);
}

export function projectsCard({ projects: all }: Period): string {
  if (all.length < 2) return "";
  const title = "Projects";
  const total = all.reduce((sum, { items }) => sum + items, 0);
  const lines = all
    .slice(0, 10)
    .map(({ name, items }) => ({ name: name || "no project", value: items, note: `${numberText(items)}, ${percentText(items / Math.max(1, total))}` }));
  const rows = all.map(({ name, runs, items, tokens }) => [name || "no project", runs, items, tokens]);
  return card({ title, about: "Items shown, by project." }, barPlot(lines, { title }) + behind(["project", "runs", "items", "tokens"], rows));
}

export function overviewCard({ periods }: Summary): string {
  const row = (name: string, text: (period: Period) => Cell): readonly Cell[] => [name, ...periods.map(text)];
  const rows = [
    row("runs", ({ runs }) => runs),
    row("sessions", ({ sessions }) => sessions),
    row("prompts", ({ prompts }) => prompts),
    row("silent", ({ prompts, silent }) => (prompts === 0 ? "-" : percentText(silent.rate))),
    row("tokens", ({ tokens }) => tokens.total),
    row("items", ({ items }) => items),
    row("kept back as known", ({ suppressed }) => suppressed),
    row("withheld to compare", ({ withheld }) => withheld),
    row("p95, ms", ({ latency: { cold, warm } }) => (cold === null && warm === null ? "-" : msText((cold ?? warm)?.p95 ?? 0))),
    row("helpful", ({ usefulness: { helpful } }) => (helpful === null ? "-" : percentText(helpful.value))),
  ];
  return card({ title: "Now and before", about: "The same counts over longer stretches." }, table(["", ...periods.map(({ name }) => name)], rows));
}
