/** What a review says, as lines and as JSON. Pure: records are untrusted text, made harmless here. */
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import type { Review } from "./find-findings.ts";
import { dayText, FINDING_KINDS, type Finding, type FindingKind, type ReviewRecord } from "./finding.ts";

export const HEADINGS: Readonly<Record<FindingKind, string>> = {
  contradictions: "Contradictions between decisions in force",
  unused: "Shown, and of no use",
  duplicates: "Said more than once",
  stale: "Perhaps out of date",
};

const TITLE = 90;
const WHY = 400;
/** Of a larger group the rest is counted. */
const LISTED = 9;

/** `limit`: so many findings, the surest; the others are counted. */
export function renderReview({ findings, looked, project, kept, problems }: Review, limit: number): readonly string[] {
  const shown = findings.slice(0, limit);
  const groups = FINDING_KINDS.flatMap((kind) => renderGroup(kind, shown, findings));
  const left = findings.length - shown.length;
  return [
    `${count(findings.length, "finding")} in ${count(looked, "record")}${project === null ? "" : ` (${neutralizeLine(project)})`}${kept === 0 ? "" : `, ${kept} kept as they are`}`,
    ...groups,
    ...(left > 0 ? ["", `(${left} more: --limit ${findings.length})`] : []),
    ...problems.map(({ where, what, hint }) => `note: ${where}: ${what}${hint === undefined ? "" : ` (${hint})`}`),
  ];
}

function renderGroup(kind: FindingKind, shown: readonly Finding[], all: readonly Finding[]): readonly string[] {
  const own = shown.filter((finding) => finding.kind === kind);
  const total = all.filter((finding) => finding.kind === kind).length;
  if (own.length === 0) return [];
  return ["", `${HEADINGS[kind]} (${own.length === total ? total : `${own.length} of ${total}`})`, ...own.flatMap(renderEntry)];
}

function renderEntry(finding: Finding): readonly string[] {
  const commands = commandsFor(finding);
  const rest = commands.length - LISTED;
  const settling = [...commands.slice(0, LISTED), ...(rest > 0 ? [`… and ${rest} more`] : [])];
  return [...renderFinding(finding), ...settling.map((command) => `  ${command}`)].map((line) => `  ${line}`);
}

export function renderFinding(finding: Finding): readonly string[] {
  return [...renderRecords(finding), `  ${shorten(neutralizeLine(finding.why), WHY)}`];
}

function renderRecords({ records }: Finding): readonly string[] {
  const rest = records.length - LISTED;
  return [...records.slice(0, LISTED).map(renderRecord), ...(rest > 0 ? [`… and ${rest} more`] : [])];
}

export function renderRecord({ id, record, changedAt }: ReviewRecord): string {
  return `${neutralizeLine(id)}  ${dayText(changedAt)}  ${shorten(neutralizeLine(record.title), TITLE)}`;
}

/** What would settle it, ready to be pasted: quoted, as ids and paths may hold anything. Of several records the first stays. */
export function commandsFor({ reason, records, because }: Finding): readonly string[] {
  const concerned = records.length > 1 ? records.slice(1) : records;
  const commands = concerned.map(({ id, document, record }) => {
    if (document !== null) return `edit ${neutralizeLine(document)}`;
    if (reason === "proposed" && record.source === "journal") return `lore-inject edit ${quote(id)} --field status=active`;
    // That nobody needed it does not make it untrue: told better, it may be found where it is needed.
    if (reason === "ignored") return `lore-inject edit ${quote(id)}`;
    return `lore-inject retract ${quote(id)} --reason ${quote(because)}`;
  });
  return [...new Set(commands)];
}

/** For a shell: nothing inside single quotes means anything to it. */
function quote(text: string): string {
  const line = shorten(neutralizeLine(text), WHY);
  return /^[\w.:@/-]+$/.test(line) ? line : `'${line.replaceAll("'", "'\\''")}'`;
}

/** For other programs. */
export function presentReview({ findings, looked, project, kept, problems }: Review, limit: number): unknown {
  const present = (finding: Finding) => ({
    kind: finding.kind,
    reason: finding.reason,
    records: finding.records.map(({ id, record, changedAt, document }) => ({
      id,
      source: record.source,
      title: record.title,
      date: changedAt === null ? null : dayText(changedAt),
      ...(document === null ? {} : { document }),
    })),
    why: finding.why,
    commands: commandsFor(finding),
  });
  return { project, records: looked, total: findings.length, kept, findings: findings.slice(0, limit).map(present), problems };
}

export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
