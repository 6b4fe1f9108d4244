/** Rule files of other clients, offered to the session: whole where they apply, a line where the agent is to decide. */
import { estimateTokens } from "../budget/estimate-tokens.ts";
import type { Run } from "../find-records.ts";
import { neutralizeLine } from "../render/neutralize.ts";
import type { Session } from "../session/session.ts";
import { type MatchedRule, matchRules } from "../surroundings/match-rules.ts";
import { readRuleBody } from "../surroundings/read-rule-body.ts";
import { FORMS, type Form } from "../types.ts";
import { indent } from "./indent.ts";

export interface RuleOffer {
  /** Files that are mentioned or touched, below the root. */
  readonly paths: readonly string[];
  readonly text: string;
  /** Those that compaction took away come back. */
  readonly lost?: ReadonlySet<string>;
}

const SOURCE = "rules";
const MAX_SHORT = 400;
const MAX_LINE = 160;

export function offerRules(run: Run, session: Session, { paths, text, lost }: RuleOffer): void {
  const { config, surroundings, client } = run.context;
  if (!config.rules.enabled) return;
  const { rules } = surroundings();
  const matched = [...matchRules(rules, { paths, text, client })];
  for (const rule of rules)
    if (lost?.has(rule.shownAs) && !matched.some((each) => each.rule === rule)) matched.push({ rule, why: "shown before", form: "whole" });
  let room = config.rules.tokens;
  // Those that name a path or were asked for come before those that always hold.
  for (const each of [...matched].sort((a, b) => rankOf(a) - rankOf(b))) {
    // Without a memory it would be said again on every prompt.
    if (!session.isKept && (each.why === "always" || each.form === "index")) continue;
    const { rule, why } = each;
    const known = { source: SOURCE, id: rule.shownAs, hash: each.form === "index" ? `${rule.hash}-index` : rule.hash };
    const isNamed = why === "named in the prompt";
    // Its line is news only to a session that has not read it.
    const isRead = each.form === "index" && session.isKnown({ ...known, hash: rule.hash });
    if (!isNamed && (isRead || session.isKnown(known))) continue;
    const content = readContent(each, run);
    if (content === null) continue;
    const fitting = FORMS.find((form) => estimateTokens(content(form), config.budget.token_factor) <= room);
    if (fitting === undefined) continue;
    room -= estimateTokens(content(fitting), config.budget.token_factor);
    session.offerText({ ...known, content, longest: fitting, priority: "normal", persistent: why === "always", isNamed });
  }
}

function rankOf({ why, form }: MatchedRule): number {
  return form === "index" ? 2 : why === "always" ? 1 : 0;
}

/** Null when the file went away or cannot be read any more. */
function readContent({ rule, why, form }: MatchedRule, { context: { workspace } }: Run): ((form: Form) => string) | null {
  const name = neutralizeLine(rule.shownAs);
  const head = `[rule] ${name}`;
  const about = neutralizeLine(rule.description).slice(0, MAX_LINE);
  if (form === "index") return () => `${head}: ${about} (read it when it applies)`;
  const body = readRuleBody(rule, workspace.gitTop ?? workspace.cwd);
  if (body === null) return null;
  return (length) => {
    if (length === "line") return `${head}: ${about || firstLine(body)} (${why}: read it)`;
    const isCut = length === "short" && body.length > MAX_SHORT;
    const text = isCut ? `${body.slice(0, MAX_SHORT).trimEnd()}…\n(shortened: ${name})` : body;
    return `${head} (${why})\n${indent(text)}`;
  };
}

function firstLine(body: string): string {
  return neutralizeLine(body.split("\n")[0] ?? "").slice(0, MAX_LINE);
}
