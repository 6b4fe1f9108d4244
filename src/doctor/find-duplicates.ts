/** Registrations that run on the same occasion and do the same. Pure. */
import type { Entry } from "./read-registrations.ts";
import { type Finding, shortPath } from "./section.ts";

interface Pair {
  readonly event: string;
  readonly first: Entry;
  readonly second: Entry;
}

export function findDuplicates(all: readonly Entry[], home: string | null): readonly Finding[] {
  // What is not there does not run twice: its own finding is enough.
  const entries = all.filter(({ missing }) => missing === null);
  const pairs = entries.flatMap((first, at) =>
    entries
      .slice(at + 1)
      .filter((second) => isTwice(first, second))
      .map((second): Pair => ({ event: first.event, first, second })),
  );
  const byPlaces = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const key = `${pair.first.file}\n${pair.second.file}\n${isSameCommand(pair)}`;
    byPlaces.set(key, [...(byPlaces.get(key) ?? []), pair]);
  }
  return [...byPlaces.values()].map((same) => toFinding(same, home));
}

function isTwice(a: Entry, b: Entry): boolean {
  return a.event === b.event && a.role === b.role && a.role !== "other" && overlaps(a.matcher, b.matcher);
}

/** Alternatives of plain names can be compared; of anything else only the same text is known to mean the same. */
function overlaps(a: string | null, b: string | null): boolean {
  if (isAll(a) || isAll(b) || a === b) return true;
  const names = (a ?? "").split("|");
  return (b ?? "").split("|").some((name) => names.includes(name));
}

function isAll(matcher: string | null): boolean {
  return matcher === null || matcher === "*" || matcher === ".*";
}

function isSameCommand({ first, second }: Pair): boolean {
  return JSON.stringify([first.command, first.args]) === JSON.stringify([second.command, second.args]);
}

function toFinding(pairs: readonly Pair[], home: string | null): Finding {
  const { first, second } = pairs[0] as Pair;
  const events = [...new Set(pairs.map(({ event }) => event))].join(", ");
  const isOneFile = first.file === second.file;
  const where = isOneFile ? `twice in ${shortPath(first.file, home)}` : `in ${shortPath(first.file, home)} and in ${shortPath(second.file, home)}`;
  const isSame = isSameCommand(pairs[0] as Pair);
  return {
    severity: isSame ? "note" : "warning",
    code: "duplicate",
    what: `registered ${where}${isSame ? ", word for word, so the client runs it once" : ", and both run"} (${events})`,
    remedy: isOneFile ? "lore-inject install leaves one of them" : remedyFor(first, second),
  };
}

function remedyFor(first: Entry, second: Entry): string {
  const settings = [first, second].find(({ scope }) => scope === "local" || scope === "project") ?? [first, second].find(({ scope }) => scope === "user");
  const plugin = first.plugin ?? second.plugin;
  const uninstall = settings === undefined ? "take one of them out" : `lore-inject uninstall --scope ${settings.scope}`;
  return plugin === null ? uninstall : `${uninstall}, or claude plugin disable ${plugin}`;
}
