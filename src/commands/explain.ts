/** `explain "prompt"`: what would be injected, and why, as a table or JSON. */
import { clock } from "../clock.ts";
import { inject } from "../inject.ts";
import type { Context } from "../open-context.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { renderRejection, renderReport } from "../render/render-report.ts";
import type { Injection } from "../trace.ts";
import { refreshQuietly } from "./index-command.ts";
import { locateProblem, print, printJson, readText } from "./runtime.ts";

export interface ExplainOptions extends CommonOptions {
  readonly json?: boolean;
  readonly all?: boolean;
}

export function explain(words: readonly string[], options: ExplainOptions): void {
  const startedAt = clock();
  const context = openForCommand(options);
  refreshQuietly(context);
  const event = {
    name: "UserPromptSubmit",
    prompt: readText(words.join(" ")),
    cwd: options.cwd ?? process.cwd(),
    sessionId: null,
    agent: null,
    transcript: "",
  } as const;
  const injection = inject(event, context, { startedAt, explain: true });
  if (options.json) return printJson(asJson(injection, context));
  const totalMs = clock() - startedAt;
  print([
    ...renderReport(injection, context, { eventName: event.name, totalMs, rejected: options.all ? Number.POSITIVE_INFINITY : 10, locate: locateProblem }),
    ...(injection.text === "" ? [] : ["", injection.text]),
  ]);
}

function asJson({ text, trace }: Injection, { project, dataRoot, config }: Context): unknown {
  const verdicts = new Map((trace.selection?.items ?? []).map(({ offer, form, tokens }) => [offer.scored, { form, tokens }]));
  return {
    project,
    dataRoot,
    keywords: trace.analysis?.keywords ?? [],
    terms: trace.terms.map(({ keyword, information, known }) => ({ keyword: keyword.text, information, known, generic: keyword.generic })),
    confidence: trace.confidence,
    needed: trace.confidence === null ? null : 1 - config.max_wrong,
    triggers: trace.analysis?.triggers ?? [],
    stores: trace.reports().map(({ store, records, matched, indexed, scanned, complete }) => ({
      source: store.source,
      path: store.shownAs,
      records,
      matched,
      indexed,
      scanned,
      complete,
    })),
    candidates: trace.scored.map((scored) => ({
      id: scored.record.id,
      kind: scored.record.kind,
      title: scored.record.title,
      score: scored.score,
      weight: scored.weight,
      recency: scored.recency,
      usefulness: scored.usefulness,
      match: scored.match,
      support: scored.support,
      confidence: scored.confidence,
      affinity: scored.affinity,
      evidence: [...scored.credits].map(([keyword, credit]) => ({ keyword: keyword.text, ...credit })),
      shown: verdicts.get(scored) ?? null,
      rejected: scored.rejected ? renderRejection(scored.rejected) : verdicts.has(scored) ? null : "no room",
    })),
    silent: trace.silent,
    tokens: trace.selection?.tokens ?? 0,
    steps: Object.fromEntries(trace.steps),
    problems: trace.problems.map((problem) => ({ ...problem, where: locateProblem(problem) })),
    text,
  };
}
