/** The report for a person: sections as a table, then what was found with a way out for each. Pure. */
import { count, type Finding, type Section } from "./section.ts";

const WIDTH = 11;
/** A finding's remedy stands below its text. */
const INDENT = 10;

export function renderSections(sections: readonly Section[]): readonly string[] {
  return sections.flatMap(({ title, lines }) =>
    lines.flatMap((line) => line.split("\n")).map((line, at) => `${(at === 0 ? title : "").padEnd(WIDTH)}${line}`.trimEnd()),
  );
}

export function renderFindings(findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return ["", "nothing to mend"];
  return [
    "",
    summarize(findings),
    ...findings.flatMap(({ severity, what, remedy }) => [`${severity.padEnd(INDENT)}${what}`, `${" ".repeat(INDENT)}→ ${remedy}`]),
  ];
}

function summarize(findings: readonly Finding[]): string {
  const of = (severity: Finding["severity"]): number => findings.filter((finding) => finding.severity === severity).length;
  const parts = (["error", "warning", "note"] as const).flatMap((severity) => (of(severity) === 0 ? [] : [count(of(severity), severity)]));
  return parts.join(", ");
}
