/** One body is one rule, under however many paths and formats it lies: teams keep a copy for each client. */
import type { Client, Rule, RuleMode } from "./surroundings.ts";

/** Clients that load a document with this body by themselves. */
export type NativeBodies = ReadonlyMap<string, readonly Client[]>;

/** Sorted as they are shown. */
export function mergeRules(rules: readonly Rule[], native: NativeBodies): readonly Rule[] {
  const merged = new Map<string, Rule>();
  for (const rule of [...rules].sort(byShownAs)) {
    const known = merged.get(rule.hash);
    merged.set(rule.hash, known === undefined ? rule : mergeTwo(known, rule));
  }
  return [...merged.values()].map((rule) => withNative(rule, native.get(rule.hash) ?? [])).sort(byShownAs);
}

/** The one that applies more readily stays; two that wait for paths wait for both. */
function mergeTwo(first: Rule, second: Rule): Rule {
  const kept = READINESS.indexOf(second.mode) < READINESS.indexOf(first.mode) ? second : first;
  const both = withNative(kept, [...first.nativeTo, ...second.nativeTo]);
  const joinable = first.mode === "paths" && second.mode === "paths" && first.exclude.length + second.exclude.length === 0;
  return joinable ? { ...both, include: [...new Set([...first.include, ...second.include])] } : both;
}

const READINESS: readonly RuleMode[] = ["always", "paths", "described", "manual"];

function withNative(rule: Rule, clients: readonly Client[]): Rule {
  return { ...rule, nativeTo: [...new Set([...rule.nativeTo, ...clients])].sort() };
}

function byShownAs(a: Rule, b: Rule): number {
  return a.shownAs < b.shownAs ? -1 : a.shownAs > b.shownAs ? 1 : 0;
}
