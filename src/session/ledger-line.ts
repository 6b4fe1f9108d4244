/** One line of a session's file: its form, and what makes it sound. Pure. */
import { type EpochMs, FORMS, type Form, type Tokens } from "../types.ts";
import type { ContextPriority } from "./collector.ts";

/** One line of a session's file: what one run of the hook, or one command, adds. */
export interface LedgerLine {
  readonly at: EpochMs;
  /** The process that wrote it: no two lines are alike. */
  readonly by: number;
  /** prompt, start, compact, precompact, tool, task, task-end, agent, loaded, register */
  readonly event: string;
  /** The subagent it happened in. */
  readonly agent?: string;
  /** Of a start: startup, resume, clear, compact. */
  readonly source?: string;
  readonly shown?: readonly ShownEntry[];
  readonly tokens?: Tokens;
  /** What a prompt was about, and whether that was something new. */
  readonly topics?: readonly string[];
  readonly fresh?: boolean;
  /** A file that was read or edited, or that the client loaded. */
  readonly file?: string;
  /** The hash of a command that was run. */
  readonly command?: string;
  readonly task?: SubagentTask;
  readonly entry?: RegisteredEntry;
  /** Keys of what would have been shown, and was kept back to compare with. */
  readonly withheld?: readonly string[];
}

/** Key, hash of the content, form, score. */
export type ShownEntry = readonly [key: string, hash: string, form: Form, score: number];

/** What a subagent is asked: the words that tell, not the text. */
export interface SubagentTask {
  readonly type: string;
  readonly words: string;
}

export interface RegisteredEntry {
  readonly source: string;
  readonly id: string;
  readonly priority: ContextPriority;
  readonly persistent: boolean;
  readonly text: string;
}

const PRIORITIES: readonly string[] = ["critical", "high", "normal", "low"];

/** Checked once here: whoever may write the folder may have written the line. */
export function parseLedgerLine(text: string): LedgerLine | null {
  if (text.charCodeAt(0) !== 0x7b) return null;
  try {
    const line = JSON.parse(text) as { readonly [K in keyof LedgerLine]: unknown };
    const isSound =
      typeof line.event === "string" &&
      isTextOrMissing(line.agent) &&
      isTextOrMissing(line.source) &&
      isTextOrMissing(line.file) &&
      isTextOrMissing(line.command) &&
      (line.tokens === undefined || typeof line.tokens === "number") &&
      (line.topics === undefined || isListOf(line.topics, isText)) &&
      (line.withheld === undefined || isListOf(line.withheld, isText)) &&
      (line.shown === undefined || isListOf(line.shown, isShownEntry)) &&
      (line.entry === undefined || isRegistered(line.entry)) &&
      (line.task === undefined || isTask(line.task));
    return isSound ? ({ ...line, at: typeof line.at === "number" ? line.at : 0 } as LedgerLine) : null;
  } catch {
    return null;
  }
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTextOrMissing(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isShownEntry(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    typeof value[0] === "string" &&
    typeof value[1] === "string" &&
    (FORMS as readonly unknown[]).includes(value[2]) &&
    typeof value[3] === "number"
  );
}

function isRegistered(value: unknown): boolean {
  const entry = value as Partial<Record<keyof RegisteredEntry, unknown>> | null;
  return (
    entry !== null &&
    typeof entry === "object" &&
    typeof entry.source === "string" &&
    typeof entry.id === "string" &&
    typeof entry.text === "string" &&
    PRIORITIES.includes(entry.priority as string)
  );
}

function isTask(value: unknown): boolean {
  const task = value as Partial<Record<keyof SubagentTask, unknown>> | null;
  return task !== null && typeof task === "object" && typeof task.type === "string" && typeof task.words === "string";
}
