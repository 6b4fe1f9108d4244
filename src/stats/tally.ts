/** Counts the lines of one period, in whatever order they come. Pure; what it comes to is src/stats/finish-period.ts's business. */
import type { MetricLine } from "../metrics/metric-line.ts";
import type { Day, Tokens } from "../types.ts";
import { isGood, type Verdicts } from "./verdicts.ts";

/** In ms: of a bucket, the first that is not in it. */
export const BOUNDS: readonly number[] = [5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000];

export interface Amount {
  items: number;
  tokens: Tokens;
  runs: number;
}

export interface RecordTally {
  shown: number;
  good: number;
  judged: number;
}

export interface SessionTally {
  /** What was shown in it, a subagent's own apart. */
  readonly shown: Set<string>;
  /** What might have been withheld and was shown: found for a prompt of the session's own, and not asked for by name. */
  readonly chosen: Set<string>;
  /** What could not have been: shown at a start, beside a tool, or asked for. */
  readonly given: Set<string>;
  readonly withheld: Set<string>;
}

export class Tally {
  runs = 0;
  prompts = 0;
  silentPrompts = 0;
  promptTokens = 0;
  tokens = 0;
  items = 0;
  repeated = 0;
  suppressed = 0;
  withheld = 0;
  problems = 0;
  shownOnce = 0;
  judged = 0;
  good = 0;
  judgedTokens = 0;
  wastedTokens = 0;
  judgedRuns = 0;
  uselessRuns = 0;
  readonly events = new Map<string, number>();
  readonly reasons = new Map<string, number>();
  readonly sources = new Map<string, Amount>();
  readonly projects = new Map<string, Amount>();
  readonly days = new Map<Day, { answered: number; silent: number; tokens: Tokens }>();
  readonly cold: number[] = [];
  readonly warm: number[] = [];
  /** In hundredths of a millisecond: whole numbers add up to the same in any order. */
  readonly steps = new Map<string, { runs: number; took: number }>();
  readonly sessions = new Map<string, SessionTally>();
  readonly records = new Map<string, RecordTally>();

  constructor(private readonly verdicts: Verdicts) {}

  add(line: MetricLine, day: Day): void {
    const { event, tokens, project } = line;
    const isPrompt = event === "UserPromptSubmit";
    const isSilent = line.silent !== undefined;
    this.runs++;
    this.tokens += tokens;
    this.suppressed += line.suppressed?.length ?? 0;
    this.withheld += line.withheld?.length ?? 0;
    this.problems += line.problems ?? 0;
    increase(this.events, event);
    if (isPrompt) this.addPrompt(line);
    const count = entry(this.days, day, () => ({ answered: 0, silent: 0, tokens: 0 }));
    count.tokens += tokens;
    if (!isSilent) count.answered++;
    else if (isPrompt) count.silent++;
    const amount = entry(this.projects, project ?? "", noAmount);
    amount.runs++;
    amount.items += line.shown.length;
    amount.tokens += tokens;
    this.addTimes(line);
    this.addShown(line);
  }

  private addPrompt({ tokens, silent }: MetricLine): void {
    this.prompts++;
    this.promptTokens += tokens;
    if (silent === undefined) return;
    this.silentPrompts++;
    increase(this.reasons, silent);
  }

  private addTimes({ warm, ms, steps }: MetricLine): void {
    (warm === true ? this.warm : this.cold).push(ms);
    for (const name of Object.keys(steps)) {
      const step = entry(this.steps, name, () => ({ runs: 0, took: 0 }));
      step.runs++;
      step.took += Math.round((steps[name] ?? 0) * 100);
    }
  }

  private addShown({ event, session, agent, shown, named, withheld }: MetricLine): void {
    const of = session === null ? null : entry(this.sessions, session, noSession);
    for (const key of withheld ?? []) of?.withheld.add(key);
    // What a subagent is shown is in a transcript of its own, which nobody judges.
    const judgedIn = agent === undefined ? session : null;
    let judged = 0;
    let good = 0;
    for (const [key, , tokens] of shown) {
      this.items++;
      const amount = entry(this.sources, key.slice(0, Math.max(0, key.indexOf(":"))), noAmount);
      amount.items++;
      amount.tokens += tokens;
      const mark = agent === undefined ? key : `${agent}\0${key}`;
      const isRepeat = of?.shown.has(mark) ?? false;
      of?.shown.add(mark);
      if (agent === undefined) of?.[event === "UserPromptSubmit" && named?.includes(key) !== true ? "chosen" : "given"].add(key);
      const verdict = this.verdicts.of(judgedIn, key)?.verdict;
      if (verdict !== undefined) judged++;
      if (verdict !== undefined && isGood(verdict)) good++;
      this.addRecord({ session: judgedIn, key, tokens, isRepeat });
    }
    if (judged > 0) this.judgedRuns++;
    if (judged > 0 && good === 0) this.uselessRuns++;
  }

  /** Tokens count each time, a judgement once a session. */
  private addRecord({ session, key, tokens, isRepeat }: { session: string | null; key: string; tokens: Tokens; isRepeat: boolean }): void {
    const judgement = this.verdicts.of(session, key);
    const isUseful = judgement !== null && isGood(judgement.verdict);
    if (judgement !== null) this.judgedTokens += tokens;
    if (judgement !== null && !isUseful) this.wastedTokens += tokens;
    if (isRepeat) {
      this.repeated++;
      return;
    }
    const record = entry(this.records, key, noRecord);
    record.shown++;
    this.shownOnce++;
    if (judgement === null) return;
    this.judged++;
    record.judged++;
    if (isUseful) this.good++;
    if (isUseful) record.good++;
  }
}

function noSession(): SessionTally {
  return { shown: new Set(), chosen: new Set(), given: new Set(), withheld: new Set() };
}

function noAmount(): Amount {
  return { items: 0, tokens: 0, runs: 0 };
}

function noRecord(): RecordTally {
  return { shown: 0, good: 0, judged: 0 };
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function increase(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}
