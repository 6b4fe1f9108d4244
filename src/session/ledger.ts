/**
 * What a session has been shown, what it was about and what waits for it, from the lines of its file. Pure: the file itself is
 * store/ledger-file.ts's business. Lines that make no sense are passed over; the others still count.
 */
import { type EpochMs, FORMS, type Form, type Tokens } from "../types.ts";
import { type LedgerLine, parseLedgerLine, type RegisteredEntry, type ShownEntry, type SubagentTask } from "./ledger-line.ts";

export interface Shown {
  readonly key: string;
  readonly hash: string;
  readonly form: Form;
  readonly score: number;
  /** The number of the prompt; 0 before the first. */
  readonly prompt: number;
}

export interface Topic {
  readonly texts: readonly string[];
  /** Nothing before it counts any more. */
  readonly fresh: boolean;
  readonly at: EpochMs;
}

/** Two compactions within this time, and no prompt between them, are one that was heard twice. */
const TWICE_MS = 2000;
/** Subagents that are asked for within this time start together. */
const TOGETHER_MS = 5000;
/** Of so many touched files the newest are kept in mind. */
const TOUCHED = 64;

export class Ledger {
  /** Sound lines read so far. */
  lines = 0;
  prompts = 0;
  /** Whether the session has been told anything, or begun. */
  started = false;
  readonly topics: Topic[] = [];
  /** The newest last, each once. */
  readonly touched = new Set<string>();
  /** What the client said that it loaded. */
  readonly loaded = new Set<string>();
  /** Registered from outside and not shown yet. */
  readonly pending = new Map<string, RegisteredEntry>();
  readonly persistent = new Map<string, RegisteredEntry>();
  /** What compaction removed and nothing has brought back, by key. */
  readonly lost = new Map<string, Shown>();
  /** What subagents are about to be asked, in order. */
  readonly tasks: SubagentTask[] = [];
  /** Spent beside tool results. */
  toolTokens: Tokens = 0;
  private taskAt: EpochMs = 0;
  /** When the session was last compacted, unless a prompt came since. */
  private compactedAt: EpochMs = Number.NEGATIVE_INFINITY;
  /** What was touched or run, by whom, for the first touch to be known. */
  private readonly uses = new Set<string>();
  /** By subagent, "" for the session itself. */
  private readonly shownIn = new Map<string, Map<string, Shown>>();

  /** What is in the context of the session, or of one of its subagents. */
  shown(agent: string | null): ReadonlyMap<string, Shown> {
    return this.shownBy(agent ?? "");
  }

  private shownBy(agent: string): Map<string, Shown> {
    let shown = this.shownIn.get(agent);
    if (shown === undefined) {
      shown = new Map();
      this.shownIn.set(agent, shown);
    }
    return shown;
  }

  read(text: string): void {
    for (let from = 0; from < text.length; ) {
      const newline = text.indexOf("\n", from);
      const to = newline < 0 ? text.length : newline;
      const line = parseLedgerLine(text.slice(from, to));
      if (line !== null) this.add(line);
      from = to + 1;
    }
  }

  add(line: LedgerLine): void {
    const { event, agent = "", source, entry, file, task } = line;
    this.lines++;
    if (event === "start" && source === "clear") this.forget();
    if (event === "start" || event === "prompt") this.started = true;
    if (event === "compact" && this.isFirst(line.at)) this.compact();
    if (event === "register" && entry !== undefined) this.register(entry);
    if (event === "loaded" && file !== undefined) this.loaded.add(file);
    if (event === "task" && task !== undefined) this.addTask(task, line.at);
    if (event === "agent") this.takeTask(line.source ?? "");
    if (event === "task-end") this.endTask(task?.words ?? "");
    if (event === "prompt") {
      this.prompts++;
      this.compactedAt = Number.NEGATIVE_INFINITY;
      // A task that never began was refused.
      this.tasks.length = 0;
      if (line.topics !== undefined) this.topics.push({ texts: line.topics, fresh: line.fresh === true, at: line.at });
    }
    if (event === "tool") {
      this.toolTokens += line.tokens ?? 0;
      this.uses.add(useOf(agent, file ?? "", line.command ?? ""));
      // What a subagent looks at is not what the session is about.
      if (file !== undefined && agent === "") this.touch(file);
    }
    if (line.shown !== undefined) {
      this.show(line.shown, agent);
      if (agent === "" && line.shown.length > 0) this.started = true;
    }
  }

  /** Registered twice, as by settings and by the plugin, we hear of one compaction twice: the second must not lose what the first has brought back. */
  private isFirst(at: EpochMs): boolean {
    const isSame = Math.abs(at - this.compactedAt) < TWICE_MS;
    if (!isSame) this.compactedAt = at;
    return !isSame;
  }

  /** Whether this file was touched, or this command run, before. */
  isUsed(agent: string | null, { file = "", command = "" }: Pick<LedgerLine, "file" | "command">): boolean {
    return this.uses.has(useOf(agent ?? "", file, command));
  }

  private register(entry: RegisteredEntry): void {
    const key = `${entry.source}:${entry.id}`;
    this.pending.set(key, entry);
    // Registered again, it is news again.
    this.shownBy("").delete(key);
    if (entry.persistent) this.persistent.set(key, entry);
    else this.persistent.delete(key);
  }

  private show(entries: readonly ShownEntry[], agent: string): void {
    const shown = this.shownBy(agent);
    for (const [key, hash, form, score] of entries) {
      const before = shown.get(key);
      // A mention does not take back what was shown whole.
      if (before?.hash === hash && FORMS.indexOf(before.form) <= FORMS.indexOf(form)) continue;
      shown.set(key, { key, hash, form, score, prompt: this.prompts });
      if (agent !== "") continue;
      this.lost.delete(key);
      if (form === "full") this.pending.delete(key);
    }
  }

  private touch(file: string): void {
    this.touched.delete(file);
    this.touched.add(file);
    if (this.touched.size > TOUCHED) for (const oldest of this.touched) return void this.touched.delete(oldest);
  }

  /** The first that waits and fits: subagents start in the order in which they were asked for. */
  private takeTask(type: string): void {
    const at = this.findTask(type);
    if (at >= 0) this.tasks.splice(at, 1);
  }

  private endTask(words: string): void {
    const at = this.tasks.findIndex((task) => task.words === words);
    if (at >= 0) this.tasks.splice(at, 1);
  }

  /** Those that begin together were asked for together: an older one that still waits was refused. */
  private addTask(task: SubagentTask, at: EpochMs): void {
    if (at - this.taskAt > TOGETHER_MS) this.tasks.length = 0;
    this.taskAt = at;
    this.tasks.push(task);
  }

  findTask(type: string): number {
    const at = this.tasks.findIndex((task) => task.type === type);
    return at >= 0 ? at : this.tasks.findIndex((task) => task.type === "");
  }

  private compact(): void {
    const shown = this.shownBy("");
    for (const [key, entry] of shown) this.lost.set(key, entry);
    shown.clear();
    for (const [key, entry] of this.persistent) this.pending.set(key, entry);
  }

  private forget(): void {
    this.shownIn.clear();
    this.lost.clear();
    this.topics.length = 0;
    this.touched.clear();
    this.uses.clear();
    this.tasks.length = 0;
    this.toolTokens = 0;
    for (const [key, entry] of this.persistent) this.pending.set(key, entry);
  }
}

function useOf(agent: string, file: string, command: string): string {
  return `${agent}\n${file}\n${command}`;
}
