/** What the last messages and activities were about: each subject once, less with every message and with time, then gone. Pure. */
import type { ContextTrigger } from "./trigger-analyzer.ts";

/** What a message later leaves of a trigger. From 0.9 it stays above one half for three messages more. */
const PER_TURN = 0.85;
/** After so long it counts half. */
const HALF_LIFE_MS = 30 * 60_000;
const MAX_KEPT = 12;

interface Kept {
  readonly trigger: ContextTrigger;
  readonly turn: number;
  readonly at: number;
}

export class RecentTriggers {
  private readonly kept = new Map<string, Kept>();
  private turn = 0;

  /** `least`: what counts less can no longer be shown, and is forgotten. */
  constructor(private readonly least: number) {}

  nextTurn(): void {
    this.turn++;
  }

  note(triggers: readonly ContextTrigger[], now: number): void {
    for (const trigger of triggers.flatMap(toSubjects)) {
      const key = keyOf(trigger);
      const before = this.kept.get(key);
      // To look at a file again takes nothing away from having edited it.
      if (before !== undefined && this.relevanceOf(before, now) > trigger.relevance) continue;
      this.kept.set(key, { trigger, turn: this.turn, at: now });
    }
    const wanted = new Set(this.list(now).map(keyOf));
    for (const key of [...this.kept.keys()]) if (!wanted.has(key)) this.kept.delete(key);
  }

  forgetFile(path: string): void {
    this.kept.delete(`file ${path}`);
  }

  /** As they count now, the most relevant first. */
  list(now: number): readonly ContextTrigger[] {
    const current = [...this.kept.values()].map((kept) => ({ ...kept.trigger, relevance: this.relevanceOf(kept, now) }));
    return current
      .filter(({ relevance }) => relevance >= this.least)
      .sort((a, b) => b.relevance - a.relevance || (keyOf(a) < keyOf(b) ? -1 : 1))
      .slice(0, MAX_KEPT);
  }

  private relevanceOf({ trigger, turn, at }: Kept, now: number): number {
    return trigger.relevance * PER_TURN ** (this.turn - turn) * 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS);
  }
}

/** One subject each, and nothing of what was said around it. */
function toSubjects({ type, relevance, queries, source }: ContextTrigger): readonly ContextTrigger[] {
  const symbols = source.symbols ?? (type === "symbol_mention" ? queries : []);
  const mentions = symbols.map((name): ContextTrigger => ({ type: "symbol_mention", relevance, queries: [name], source: { symbols: [name] } }));
  if (type === "symbol_mention") return mentions;
  if (type === "message") return queries.map((query) => ({ type, relevance, queries: [query], source: {} }));
  if (type === "session_start") return [{ type, relevance, queries: [], source: source.sessionId === undefined ? {} : { sessionId: source.sessionId } }];
  const filePath = source.filePath ?? queries[0];
  return filePath === undefined ? mentions : [{ type, relevance, queries: [filePath], source: { filePath } }, ...mentions];
}

function keyOf({ type, queries }: ContextTrigger): string {
  return `${type === "file_open" || type === "file_edit" ? "file" : type} ${queries.join(" ")}`;
}
