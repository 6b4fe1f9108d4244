/** The data root and why it is that one, what its stores hold, and every line in them that cannot be used. */
import { readRecords } from "../store/read-records.ts";
import type { StoreFile } from "../store/store-file.ts";
import type { LoreRecord, Problem } from "../types.ts";
import { count, type Finding, type Section, shortPath } from "./section.ts";

export interface StoresRequest {
  readonly dataRoot: { readonly path: string | null; readonly foundBy: string };
  readonly stores: readonly StoreFile[];
  /** Those that came up while the stores were looked for. */
  readonly problems: readonly Problem[];
  readonly locate: (problem: Problem) => string;
  readonly tick: () => boolean;
  readonly home: string | null;
}

export interface CheckedStores extends Omit<Section, "title"> {
  /** A live record, to ask for in the self-test. */
  readonly sample: LoreRecord | null;
}

interface Row {
  readonly source: string;
  readonly path: string;
  readonly lines: number;
  readonly live: number;
}

export function checkStores({ dataRoot, stores, problems, locate, tick, home }: StoresRequest): CheckedStores {
  const all = readRecords(stores, tick);
  const rows = all.stores.map(({ store, lines, records }) => ({ source: store.source, path: store.shownAs, lines, live: records.length }));
  const live = sum(rows, "live");
  const found = [...problems, ...all.problems];
  const isMissing = problems.some(({ what }) => NO_FOLDER.test(what));
  return {
    lines: [
      `${dataRoot.path === null ? "none" : shortPath(dataRoot.path, home)} (${dataRoot.foundBy})`,
      `${count(rows.length, "store")}, ${count(sum(rows, "lines"), "line")}, ${live.toLocaleString("en")} live${rows.length === 0 ? "" : `: ${perSource(rows)}`}`,
    ],
    findings: [...findingsOf(found, locate, home), ...(live === 0 && !isMissing ? [EMPTY] : [])],
    facts: { dataRoot, stores: rows, live, problems: found.map((problem) => ({ where: locate(problem), what: problem.what, hint: problem.hint ?? null })) },
    sample: all.stores.flatMap(({ records }) => records).find(({ title, kind }) => title !== "" && kind === "decision") ?? all.stores[0]?.records[0] ?? null,
  };
}

const EMPTY: Finding = {
  severity: "note",
  code: "no-records",
  what: "there are no live records yet, so there is nothing to show",
  remedy: 'lore-inject remember "what you decided" --rationale "why", or lore-inject import all',
};

function sum(rows: readonly Row[], field: "lines" | "live"): number {
  return rows.reduce((total, row) => total + row[field], 0);
}

function perSource(rows: readonly Row[]): string {
  const sources = [...new Set(rows.map(({ source }) => source))];
  return sources
    .map(
      (source) =>
        `${source} ${sum(
          rows.filter((row) => row.source === source),
          "live",
        ).toLocaleString("en")}`,
    )
    .join(", ");
}

/** As prepare.ts and project-stores.ts word them. */
const NO_FOLDER = /^no data folder/;
const UNTRUSTED = /trusted/;

/** One for each file: a store with a hundred bad lines is one thing to mend. */
function findingsOf(problems: readonly Problem[], locate: (problem: Problem) => string, home: string | null): readonly Finding[] {
  const byFile = new Map<string, readonly Problem[]>();
  for (const problem of problems) byFile.set(problem.where, [...(byFile.get(problem.where) ?? []), problem]);
  return [...byFile.values()].map((own) => {
    const [first, ...others] = [...own].sort((a, b) => (a.offset ?? -1) - (b.offset ?? -1));
    return toFinding(first as Problem, others.length, { locate, home });
  });
}

function toFinding(problem: Problem, others: number, { locate, home }: { locate: (problem: Problem) => string; home: string | null }): Finding {
  const { what, hint } = problem;
  const text = `${shortPath(locate(problem), home)}: ${what}`;
  if (NO_FOLDER.test(what))
    return { severity: "warning", code: "no-data-folder", what: text, remedy: "lore-inject doctor --fix makes it, or set LORE_DATA_DIR" };
  if (UNTRUSTED.test(what)) return { severity: "note", code: "untrusted-store", what: text, remedy: "lore-inject trust --show, then lore-inject trust" };
  const more = others === 0 ? "" : `, and ${count(others, "more problem")} in this file`;
  const remedy = `${problem.offset === undefined ? (hint ?? "mend or move the file") : "mend or delete that line"}; lore-inject sources lists all`;
  return { severity: "warning", code: "store-problem", what: text + more, remedy };
}
