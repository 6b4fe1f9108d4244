/** What --debug and explain print: how an answer, or silence, came about. Returns lines, prints nothing. */

import type { Context } from "../open-context.ts";
import type { Injection, Trace } from "../trace.ts";
import type { Credit, Keyword, Problem, Rejection, Scored } from "../types.ts";
import { neutralizeLine, shorten } from "./neutralize.ts";

export interface ReportOptions {
  readonly eventName: string;
  readonly totalMs: number;
  /** How many rejected candidates to list. */
  readonly rejected: number;
  /** Where a problem is, for people: finding its line reads the file, which is not this step's business. */
  readonly locate: (problem: Problem) => string;
}

export function renderReport(injection: Injection, context: Context, options: ReportOptions): readonly string[] {
  const { trace } = injection;
  return [
    ...heading(context, options),
    ...keywordLines(trace),
    ...storeLines(trace),
    ...candidateLines(trace, options.rejected),
    ...otherLines(trace),
    ...resultLines(trace, context, options),
    ...renderProblems(trace.problems, options.locate),
  ];
}

function row(label: string, text: string): string {
  return `${label.padEnd(11)}${text}`;
}

function heading({ project, dataRoot, cached }: Context, { eventName }: ReportOptions): readonly string[] {
  const name = project.name === null ? "none" : `${project.name}${project.slug ? ` (${project.slug})` : ""}`;
  return [
    row("event", eventName),
    row("project", `${neutralizeLine(name)}, by ${neutralizeLine(project.foundBy)}`),
    row("data", `${dataRoot.path ?? "none"} (${dataRoot.foundBy})`),
    row("settings", cached ? "from the cache" : "read from the files"),
  ];
}

function keywordLines(trace: Trace): readonly string[] {
  if (trace.analysis === null) return [];
  const terms = new Map(trace.terms.map((term) => [term.keyword, term]));
  const lines = [...trace.analysis.keywords, ...trace.carried].map((keyword) => {
    const text = shorten(neutralizeLine(keyword.text), 40).padEnd(24);
    const count = trace.corpus?.documentFrequency.get(keyword.key) ?? 0;
    const term = terms.get(keyword);
    const extra = [
      keyword.kind === "word" ? "" : keyword.kind,
      keyword.compound ? "as a whole" : "",
      keyword.generic ? "generic" : "",
      keyword.pasted ? "pasted" : "",
      keyword.carried ? "from earlier prompts of the session" : "",
      term === undefined ? "does not count" : "",
      keyword.synonyms.length > 0 ? `also ${keyword.synonyms.join(" ")}` : "",
    ].filter(Boolean);
    return `  ${text} weight ${show(keyword.weight)}  information ${show(term?.information ?? 0)}  in ${String(count).padStart(4)} records  ${extra.join(", ")}`.trimEnd();
  });
  const triggers = trace.analysis.triggers.map(({ kind, text, weight }) => `  ${kind.padEnd(10)} ${shorten(neutralizeLine(text), 60)}  weight ${show(weight)}`);
  return [
    row("keywords", lines.length === 0 ? "none" : ""),
    ...lines,
    ...(triggers.length === 0 ? [] : [row("triggers", ""), ...triggers]),
    ...(trace.analysis.bounded ? [row("note", "the prompt is very long: its beginning and its end were read")] : []),
  ];
}

function storeLines(trace: Trace): readonly string[] {
  if (trace.corpus === null) return [];
  const lines = trace
    .reports()
    .map(
      ({ store, records, indexed, scanned, complete }) =>
        `  ${store.source.padEnd(10)} ${String(records).padStart(7)} records  ${store.shownAs}${renderReach(indexed, scanned, complete)}`,
    );
  return [
    row("stores", lines.length === 0 ? "none" : ""),
    ...lines,
    ...(trace.due === null ? [] : [row("index", `to be refreshed: ${neutralizeLine(trace.due)}`)]),
  ];
}

function renderReach(indexed: number, scanned: number, complete: boolean): string {
  if (!complete) return "  (not read to the end)";
  if (indexed === 0) return "";
  return scanned === 0 ? "  (indexed)" : `  (indexed, and ${scanned} bytes behind it read)`;
}

function candidateLines(trace: Trace, maxRejected: number): readonly string[] {
  if (trace.scored.length === 0) return [];
  const verdicts = new Map<Scored, string>();
  for (const { offer, form, tokens } of trace.selection?.items ?? []) if (offer.scored) verdicts.set(offer.scored, `shown ${form}, ${tokens} tokens`);
  for (const { scored } of trace.selection?.leftOut ?? []) if (scored) verdicts.set(scored, "left out: no room");
  for (const { scored, seen } of trace.selection?.known ?? []) if (scored) verdicts.set(scored, `dropped: already shown (${seen})`);
  const rejected = trace.scored.filter((scored) => scored.rejected !== null);
  const listed = [...trace.scored.filter((scored) => scored.rejected === null), ...rejected.slice(0, maxRejected)];
  const lines = listed.flatMap((scored) =>
    candidateRows(scored, verdicts.get(scored) ?? `dropped: ${scored.rejected === null ? "silent" : renderRejection(scored.rejected)}`),
  );
  const hidden = trace.scored.length - listed.length;
  return [row("candidates", "score = weight × recency × match"), ...lines, ...(hidden > 0 ? [`  (${hidden} weaker ones not listed)`] : [])];
}

/** Rules, documents, modes and what was registered; and what the session has of all that. */
function otherLines({ selection, suppressed }: Trace): readonly string[] {
  const items = (selection?.items ?? []).filter(({ offer }) => offer.scored === null);
  const leftOut = (selection?.leftOut ?? []).filter(({ scored }) => scored === null);
  const lines = [
    ...items.map(({ offer, form, tokens }) => `  ${neutralizeLine(offer.key)}  shown ${form}, ${tokens} tokens`),
    ...leftOut.map(({ key }) => `  ${neutralizeLine(key)}  left out: no room`),
    ...suppressed.map(({ key, prompt, form }) => `  ${neutralizeLine(key)}  ${renderRejection({ by: "already shown", prompt, form })}`),
  ];
  return lines.length === 0 ? [] : [row("others", ""), ...lines];
}

/** One candidate: its factors, what became of it, and which terms it holds where. */
export function candidateRows(scored: Scored, verdict: string): readonly string[] {
  const { record } = scored;
  const factors = `${show(scored.score)} = ${show(scored.weight)} × ${show(scored.recency)} × ${show(scored.match)}${scored.usefulness === 1 ? "" : ` × ${show(scored.usefulness)} for its use before`}`;
  const title = shorten(neutralizeLine(record.title), 60);
  const terms = [...scored.credits].map(([keyword, credit]) => renderCredit(keyword, credit)).join(" ");
  const beside = scored.support > 0 ? `, ${show(scored.support)} of the match from the notes beside it` : "";
  return [
    `  ${factors}  [${record.kind}] ${neutralizeLine(record.id)}  ${title}`,
    `    ${verdict}; ${scored.affinity === "neutral" ? "no" : scored.affinity} project, confidence ${show(scored.confidence)}${beside}${terms === "" ? "" : `; ${terms}`}`,
  ];
}

function renderCredit({ text }: Keyword, { via, field, share }: Credit): string {
  const how = via === "own" ? "" : "~synonym";
  return `${shorten(neutralizeLine(text), 30)}${how}@${field}(${show(share)})`;
}

export function renderRejection(rejection: Rejection): string {
  switch (rejection.by) {
    case "a later line of this id":
      return "a later line of this id exists";
    case "rank":
      return "many better ones";
    case "already shown":
      return `already shown ${rejection.prompt === 0 ? "before the first prompt" : `with prompt ${rejection.prompt}`} of this session (${rejection.form})`;
    case "held back":
      return "kept back, to compare with what is shown (usefulness.holdout)";
    case "already loaded":
      return "CLAUDE.md, AGENTS.md, a rule or the memory that the client loads says so already";
    case "the same text":
    case "nearly the same text":
      return `${rejection.by} as ${rejection.as}`;
    case "other project":
      return `another project's: confidence ${show(rejection.value)}, needs ${show(rejection.needed)}`;
    case "distance to the best":
      return `score ${show(rejection.value)} too far below the best (${show(rejection.needed)} needed)`;
    default:
      return `${rejection.by} ${show(rejection.value)} below ${show(rejection.needed)}`;
  }
}

function resultLines(trace: Trace, { config }: Context, { totalMs }: ReportOptions): readonly string[] {
  const { selection, silent } = trace;
  const outcome =
    silent !== null || selection === null
      ? `silent: ${silent ?? "nothing selected"}`
      : `${selection.items.length} shown, ${selection.leftOut.length} left out, ${selection.tokens} of ${trace.budget} tokens`;
  const steps = trace.steps.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(", ");
  return [
    ...confidenceLines(trace, config),
    row("result", outcome),
    row("time", `${totalMs.toFixed(1)} ms of ${config.deadline_ms}${steps === "" ? "" : ` (${steps})`}`),
  ];
}

/** What the confidence is made of, and what would have been needed. */
function confidenceLines({ confidence, terms }: Trace, { max_wrong, match }: Context["config"]): readonly string[] {
  if (confidence === null || match === "coverage") return [];
  const needed = 1 - max_wrong;
  const unknown = terms.filter(({ known, keyword }) => !known && !keyword.generic && !keyword.compound).map(({ keyword }) => neutralizeLine(keyword.text));
  const subjects = terms.filter(({ known, keyword }) => known && !keyword.generic && !keyword.compound).map(({ keyword }) => neutralizeLine(keyword.text));
  return [
    row("confidence", `${show(confidence)}, ${confidence >= needed ? "enough" : "not enough"}: max_wrong ${max_wrong} asks for ${show(needed)}`),
    ...(subjects.length === 0 ? [] : [`  subjects the stores know: ${shorten(subjects.join(", "), 200)}`]),
    ...(unknown.length === 0 ? [] : [`  subjects they do not know, which count against: ${shorten(unknown.join(", "), 200)}`]),
  ];
}

export function renderProblems(problems: readonly Problem[], locate: (problem: Problem) => string): readonly string[] {
  if (problems.length === 0) return [];
  const lines = problems.map((problem) => `${locate(problem)}: ${problem.what}${problem.hint ? ` (${problem.hint})` : ""}`);
  return [row("problems", ""), ...lines.map((line) => `  ${neutralizeLine(line)}`)];
}

function show(value: number): string {
  return value.toFixed(2);
}
