/** `lore://context/file/{+path}`: the records, rules and failures that belong to exactly one file. */
import { analyzePrompt } from "../../../analyze/analyze-prompt.ts";
import { belongsToFile } from "../../../events/belongs-to.ts";
import { indent } from "../../../events/indent.ts";
import { runIn } from "../../../find-by-id.ts";
import { findRecords } from "../../../find-records.ts";
import type { Context } from "../../../open-context.ts";
import { neutralize, neutralizeLine } from "../../../render/neutralize.ts";
import { renderRecord } from "../../../render/render-record.ts";
import { matchRules } from "../../../surroundings/match-rules.ts";
import { readRuleBody } from "../../../surroundings/read-rule-body.ts";
import type { LoreRecord } from "../../../types.ts";
import { pathFromRoot } from "../path-inside.ts";
import { rootOf } from "../place.ts";
import type { Resource } from "../resource.ts";

/** More records about one file help nobody. */
const MOST = 20;
const MOST_RULES = 10;

export const fileContext: Resource = {
  name: "File context",
  title: "Context of a file",
  description: "Records, rules and failures that belong to exactly this file. The path is from the project's root: lore://context/file/src/auth/service.ts",
  address: "context/file/{+path}",
  read(place, variable) {
    const context = place.open();
    const file = pathFromRoot(variable, rootOf(context));
    const records = recordsOf(context, file);
    const failures = records.filter(({ kind }) => kind === "failure");
    const others = records.filter(({ kind }) => kind !== "failure");
    const parts = [
      ...section("Records", others.map(renderWhole)),
      ...section("Rules", rulesOf(context, file)),
      ...section("Failures", failures.map(renderWhole)),
    ];
    return parts.length === 0 ? `Nothing is written down about ${neutralizeLine(file)} yet.` : [`# ${neutralizeLine(file)}`, ...parts].join("\n\n");
  },
};

/** Whether one belongs here is decided by its exact text, not by how sure the match is. */
function recordsOf(context: Context, file: string): readonly LoreRecord[] {
  const { project, language } = context;
  const config = { ...context.config, max_wrong: 1, threshold: { score: 0, relative: 0 } };
  const found = findRecords(runIn({ ...context, config }), analyzePrompt({ prompt: file, project, config, language }), () => true);
  return found
    .filter(({ record, affinity }) => affinity !== "other" && belongsToFile(record, file))
    .map(({ record }) => record)
    .slice(0, MOST);
}

/** Those that hold for this path; the ones that always hold are the session's. */
function rulesOf(context: Context, file: string): readonly string[] {
  const { config, surroundings, client } = context;
  if (!config.rules.enabled) return [];
  const matched = matchRules(surroundings().rules, { paths: [file], text: "", client }).filter(({ why }) => why.startsWith("matches "));
  return matched.slice(0, MOST_RULES).flatMap(({ rule, why }) => {
    const body = readRuleBody(rule, rootOf(context));
    return body === null ? [] : [`[rule] ${neutralizeLine(rule.shownAs)} (${neutralizeLine(why)})\n${indent(neutralize(body))}`];
  });
}

function renderWhole(record: LoreRecord): string {
  return renderRecord(record, "full", 0);
}

function section(title: string, parts: readonly string[]): readonly string[] {
  return parts.length === 0 ? [] : [`## ${title}`, ...parts];
}
