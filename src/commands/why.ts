/** `why`: what a session was shown last, and why: the words its prompt was about, and which of them each record holds. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { clock } from "../clock.ts";
import { inject } from "../inject.ts";
import type { Context } from "../open-context.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { neutralizeLine } from "../render/neutralize.ts";
import { candidateRows } from "../render/render-report.ts";
import { type LedgerLine, parseLedgerLine } from "../session/ledger-line.ts";
import { ledgerName, sessionsFolder } from "../store/ledger-file.ts";
import type { Scored } from "../types.ts";
import { print, printJson } from "./runtime.ts";

export interface WhyOptions extends CommonOptions {
  readonly session?: string;
  readonly json?: boolean;
}

interface LastShown {
  readonly line: LedgerLine;
  /** Runs of the hook since then that showed nothing. */
  readonly silentSince: number;
}

export function why({ session, json = false, ...options }: WhyOptions): void {
  const context = openForCommand(options);
  const file = fileOf(context, session);
  const { line, silentSince } = lastShown(file);
  const topics = line.topics ?? [];
  const scored = topics.length === 0 ? [] : findAgain(context, topics);
  const shown = (line.shown ?? []).map(([key, , form, score]) => ({
    key,
    form,
    score,
    scored: scored.find(({ record }) => `${record.source}:${record.id}` === key) ?? null,
  }));
  if (json) return printJson({ file, at: line.at, event: line.event, topics, silentSince, shown: shown.map(({ key, form, score }) => ({ key, form, score })) });
  print([
    `session    ${file}`,
    `when       ${new Date(line.at).toISOString().slice(0, 19).replace("T", " ")} UTC, at a ${line.event}${line.source === undefined ? "" : ` (${line.source})`}`,
    ...(topics.length === 0 ? [] : [`about      ${neutralizeLine(topics.join(", "))}`]),
    ...(silentSince === 0 ? [] : [`since then ${silentSince} ${silentSince === 1 ? "event" : "events"} without anything to show`]),
    "shown      score = weight × recency × match, with these words and today's stores",
    ...shown.flatMap(({ key, form, scored: again }) =>
      again === null ? [`  ${neutralizeLine(key)}  in form ${form}`] : candidateRows(again, `shown ${form}`),
    ),
    "lore-inject show <id> prints a record, retract or edit mends it, #nolore in a prompt asks for silence",
  ]);
}

/** Without a name, the session that was active last. */
function fileOf({ locations: { stateDir } }: Context, session: string | undefined): string {
  if (stateDir === null) throw new Refusal("there is no folder for session state", "set HOME or XDG_STATE_HOME");
  const folder = sessionsFolder(stateDir);
  const files = session === undefined ? filesIn(folder) : [join(folder, ledgerName(session))].filter((path) => statSync(path, { throwIfNoEntry: false }));
  const [newest] = files.map((path) => ({ path, at: statSync(path).mtimeMs })).sort((a, b) => b.at - a.at);
  if (newest === undefined)
    throw new Refusal(session === undefined ? "no session is known" : `no session ${session}`, "lore-inject session lists those that are known");
  return newest.path;
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function lastShown(file: string): LastShown {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text) => parseLedgerLine(text) ?? []);
  const at = lines.findLastIndex(({ shown }) => shown !== undefined && shown.length > 0);
  const line = lines[at];
  if (line === undefined) throw new Refusal("this session has been shown nothing yet", 'lore-inject explain "a prompt" says why it would, or would not');
  return { line, silentSince: lines.slice(at + 1).filter(({ event }) => event === "prompt").length };
}

/** The prompt itself is kept nowhere: its words stand for it. */
function findAgain(context: Context, topics: readonly string[]): readonly Scored[] {
  const event = { name: "UserPromptSubmit", prompt: topics.join(" "), cwd: context.workspace.cwd, sessionId: null, agent: null, transcript: "" } as const;
  return inject(event, context, { startedAt: clock(), explain: true, allSources: true }).trace.scored;
}
