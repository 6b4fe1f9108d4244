/** What a message or an activity calls for: symbols, files, the subjects of questions. Reads nothing but its argument. */
import { findQuestionSubjects } from "../analyze/find-triggers.ts";
import { splitPrompt } from "../analyze/split-prompt.ts";
import { findPaths } from "./find-paths.ts";
import { findSymbols } from "./find-symbols.ts";

export type TriggerType = "file_open" | "file_edit" | "message" | "symbol_mention" | "session_start";

export interface ContextTrigger {
  readonly type: TriggerType;
  /** 0..1: how surely it tells what is being worked on. */
  readonly relevance: number;
  readonly queries: readonly string[];
  readonly source: {
    readonly filePath?: string;
    readonly message?: string;
    readonly symbols?: readonly string[];
    readonly sessionId?: string;
  };
}

export interface IDEActivity {
  readonly type: "file_open" | "file_edit" | "file_close" | "symbol_hover";
  readonly filePath: string;
  /** Names that were changed or pointed at. */
  readonly changedSymbols?: readonly string[];
  readonly timestamp?: Date | string | number;
}

/** Each default true. */
export interface TriggerSwitches {
  readonly fileOpen?: boolean;
  readonly fileEdit?: boolean;
  readonly symbolMention?: boolean;
  readonly implicitQueries?: boolean;
}

/** What each tells, from 0 to 1: an edit and a named path most, the subject of a question least. */
const RELEVANCE = { named: 0.95, edit: 0.95, open: 0.8, symbol: 0.9, hover: 0.75, question: 0.7 } as const;
/** A message that names more is a list or a log. */
const MAX_NAMES = 8;
const MAX_SUBJECTS = 4;
const MAX_NAME = 200;

export class TriggerAnalyzer {
  constructor(private readonly switches: TriggerSwitches = {}) {}

  analyzeMessage(message: string): ContextTrigger[] {
    const { symbolMention = true, fileOpen = true, implicitQueries = true } = this.switches;
    if (typeof message !== "string") return [];
    const { own, pasted } = splitPrompt(message);
    const triggers: ContextTrigger[] = [];
    const symbols = symbolMention ? findSymbols(own).slice(0, MAX_NAMES) : [];
    if (symbols.length > 0) triggers.push({ type: "symbol_mention", relevance: RELEVANCE.symbol, queries: symbols, source: { message, symbols } });
    // The files of a pasted stack trace are what it is about; its names are mostly those of libraries.
    const paths = fileOpen ? [...new Set([...findPaths(own), ...findPaths(pasted)])].slice(0, MAX_NAMES) : [];
    for (const filePath of paths) triggers.push({ type: "file_open", relevance: RELEVANCE.named, queries: [filePath], source: { message, filePath } });
    const subjects = implicitQueries ? [...new Set(findQuestionSubjects(own))].slice(0, MAX_SUBJECTS) : [];
    if (subjects.length > 0) triggers.push({ type: "message", relevance: RELEVANCE.question, queries: subjects, source: { message } });
    return triggers;
  }

  /** What is not an activity, or says that something is over, calls for nothing. */
  analyzeActivity(activity: IDEActivity): ContextTrigger[] {
    const { fileOpen = true, fileEdit = true, symbolMention = true } = this.switches;
    const filePath = textOf(activity?.filePath);
    const symbols = namesOf(activity?.changedSymbols);
    if (filePath === "") return [];
    switch (activity.type) {
      case "file_open":
        return fileOpen ? [{ type: "file_open", relevance: RELEVANCE.open, queries: [filePath], source: { filePath } }] : [];
      case "file_edit": {
        const named = symbolMention ? symbols : [];
        const source = named.length === 0 ? { filePath } : { filePath, symbols: named };
        return fileEdit ? [{ type: "file_edit", relevance: RELEVANCE.edit, queries: [filePath, ...named], source }] : [];
      }
      case "symbol_hover":
        if (!symbolMention || symbols.length === 0) return [];
        return [{ type: "symbol_mention", relevance: RELEVANCE.hover, queries: symbols, source: { filePath, symbols } }];
      default:
        return [];
    }
  }
}

/** It may come from another program, whatever its type says. */
function textOf(value: unknown): string {
  return typeof value === "string" && value.length <= MAX_NAME * 5 ? value.trim() : "";
}

function namesOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const names = value.map((name) => textOf(name)).filter((name) => name !== "" && name.length <= MAX_NAME);
  return [...new Set(names)].slice(0, MAX_NAMES);
}
