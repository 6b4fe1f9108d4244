/** A replay for a person: figures side by side, what to do about them, and the prompts behind them. Pure. */
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import type { Changed, RecordFigures, VariantSummary } from "./summarize-replay.ts";

export interface ReplayReport {
  readonly summaries: readonly VariantSummary[];
  /** Only where two were compared. */
  readonly changed: readonly Changed[];
  readonly ms: number;
}

interface Row {
  readonly label: string;
  readonly of: (summary: VariantSummary) => number;
  readonly show: (value: number) => string;
}

const ROWS: readonly Row[] = [
  { label: "prompts", of: ({ prompts }) => prompts, show: whole },
  { label: "got something", of: ({ injected, prompts }) => share(injected, prompts), show: percent },
  { label: "tokens a prompt", of: ({ promptTokens, prompts }) => share(promptTokens, prompts), show: whole },
  { label: "tokens a session", of: ({ promptTokens, otherTokens, sessions }) => share(promptTokens + otherTokens, sessions), show: whole },
  { label: "records shown", of: ({ records }) => records, show: whole },
  { label: "of them used", of: ({ used, records }) => share(used, records), show: percent },
  { label: "contradicted", of: ({ contradicted }) => contradicted, show: whole },
  { label: "tokens wasted", of: ({ wastedTokens, promptTokens, otherTokens }) => share(wastedTokens, promptTokens + otherTokens), show: percent },
  { label: "missed prompts", of: ({ missed }) => missed.length, show: whole },
  { label: "p50 ms", of: ({ p50 }) => p50, show: (ms) => ms.toFixed(1) },
  { label: "p95 ms", of: ({ p95 }) => p95, show: (ms) => ms.toFixed(1) },
];

const MOST = 5;
const WIDTH = 100;

export function renderReplay({ summaries, changed, ms }: ReplayReport): readonly string[] {
  const [first, second] = summaries;
  if (first === undefined) return ["nothing was replayed"];
  const count = first.prompts * summaries.length;
  const rate = `${first.sessions.toLocaleString("en")} sessions, ${first.prompts.toLocaleString("en")} prompts, replayed in ${(ms / 1000).toFixed(1)} s (${Math.round((count * 1000) / Math.max(1, ms))} prompts/s)`;
  return [
    rate,
    "",
    ...renderTable(summaries),
    ...(second === undefined ? renderAlone(first) : renderChanged(changed)),
    ...renderAdvice(second ?? first),
    "",
    "Used: as far as the transcripts tell. Rules, documents and modes are left out, as they were not kept as they were.",
  ];
}

/** Two have their difference beside them. */
export function renderTable(summaries: readonly VariantSummary[]): readonly string[] {
  const [a, b] = summaries;
  const names = summaries.map(({ name }) => shorten(neutralizeLine(name), 24));
  const isPair = a !== undefined && b !== undefined;
  const lines = ROWS.map(({ label, of, show }) => {
    const cells = summaries.map((summary) => show(of(summary)));
    const difference = isPair ? [signed(of(b) - of(a), show)] : [];
    return [label, ...cells, ...difference];
  });
  return alignColumns([["", ...names, ...(isPair ? ["difference"] : [])], ...lines]);
}

export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

function signed(value: number, show: (value: number) => string): string {
  const text = show(Math.abs(value));
  return value === 0 || /^0(?:\.0+)?(?: %)?$/.test(text) ? "=" : `${value > 0 ? "+" : "−"}${text}`;
}

function renderAlone({ silence, prompts, bySource, useful }: VariantSummary): readonly string[] {
  return [
    ...section(
      "Silent because",
      silence.slice(0, MOST).map(([reason, number]) => `${percent(share(number, prompts)).padStart(6)}  ${reason}`),
    ),
    ...section(
      "By source",
      bySource.map(
        ([source, { shown, used, tokens }]) =>
          `${source.padEnd(10)} ${whole(shown).padStart(6)} shown, ${percent(share(used, shown)).padStart(6)} used, ${whole(tokens)} tokens`,
      ),
    ),
    ...section("Most useful", useful.slice(0, MOST).map(renderRecord)),
  ];
}

function renderRecord({ key, title, shown, used, tokens }: RecordFigures): string {
  return `used ${used} of ${shown}, ${whole(tokens)} tokens  ${idOf(key)}  ${quoted(title, 60)}`;
}

function renderChanged(changed: readonly Changed[]): readonly string[] {
  if (changed.length === 0) return ["", "Every prompt gets the same records from both."];
  const lines = changed
    .slice(0, MOST * 2)
    .flatMap(({ prompt, gained, lost, tokens }) => [
      `${quoted(prompt, WIDTH)}  (${signed(tokens, whole)} tokens)`,
      ...[...gained.map((item) => ["+", item] as const), ...lost.map((item) => ["−", item] as const)]
        .slice(0, MOST)
        .map(([sign, { key, title, use }]) => `    ${sign} ${idOf(key)}  ${quoted(title, 60)}${use === "ignored" ? "" : `  [${use}]`}`),
    ]);
  return section(`Prompts that change most (${changed.length} of them change)`, lines);
}

/** What a person can do next. */
function renderAdvice({ useless, missed }: VariantSummary): readonly string[] {
  return [
    ...section("Shown often, never used: edit or retract them (lore-inject edit, lore-inject retract)", useless.slice(0, MOST).map(renderRecord)),
    ...section(
      "Got nothing, though a record that was there turned up in the answer: a synonym may help (lore-inject tune)",
      missed.slice(0, MOST).map(({ prompt, records }) => `${quoted(prompt, 80)}  ${records.map(({ key }) => idOf(key)).join(", ")}`),
    ),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

function idOf(key: string): string {
  return neutralizeLine(key.slice(key.indexOf(":") + 1));
}

function quoted(text: string, width: number): string {
  return `"${shorten(neutralizeLine(text.replace(/\s+/g, " ")), width)}"`;
}

function share(part: number, all: number): number {
  return all === 0 ? 0 : part / all;
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}
