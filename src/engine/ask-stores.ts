/** A place in which the engine asks: settings and stores of a folder, looked at anew whenever they might have changed, and the hook's own search. */
import { analyzePrompt } from "../analyze/analyze-prompt.ts";
import { clock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import type { Core } from "../core.ts";
import { findRecords, type Run, readOwnRecords } from "../find-records.ts";
import type { Context } from "../open-context.ts";
import { EVERYTHING } from "../store/prefilter.ts";
import { startTrace } from "../trace.ts";
import type { Analysis, LoreRecord, Scored, SourceName } from "../types.ts";

/** Questions that follow each other this closely belong to one answer, and are asked of the same stores. */
const SAME_ANSWER_MS = 25;
/** So many answers are kept for as long as the stores stay the same. */
const KEPT = 256;
/** And no longer than this: what was useful, and what the client has loaded, changes beside the stores. */
const KEPT_MS = 60_000;

export class StoreQuestions {
  private context: Context | null = null;
  private openedAt = 0;
  private stamp = "";
  private keptSince = 0;
  private readonly kept = new Map<string, unknown>();

  constructor(
    readonly core: Core,
    readonly cwd: string,
  ) {}

  open(): Context {
    const now = clock();
    if (this.context === null || now - this.openedAt > SAME_ANSWER_MS || now < this.openedAt) {
      this.context = this.core.open(this.cwd);
      this.openedAt = clock();
      this.forgetIfChanged(this.context);
    }
    return this.context;
  }

  /** Answered once for the same stores, settings and day. */
  once<T>(question: string, answer: (context: Context) => T): T {
    const context = this.open();
    if (this.kept.has(question)) return this.kept.get(question) as T;
    const found = answer(context);
    if (this.kept.size >= KEPT) this.kept.delete(this.kept.keys().next().value as string);
    this.kept.set(question, found);
    return found;
  }

  /** The best matches, whatever a prompt's gate would say: who asks weighs them by their relevance. */
  search(text: string): readonly Scored[] {
    return this.find(text, ({ keywords }) => keywords);
  }

  /** Those that hold any of these names as a whole; the words that they are made of stand in half the store, and are not looked for. */
  searchNames(text: string): readonly Scored[] {
    return this.find(text, ({ keywords }) => {
      const names = keywords.filter(({ kind, compound }) => compound || kind === "id");
      return names.length === 0 ? keywords : names;
    });
  }

  private find(text: string, pick: (analysis: Analysis) => Analysis["keywords"]): readonly Scored[] {
    const context = this.open();
    const { project, language } = context;
    const config = withoutGate(context.config);
    const analysis = analyzePrompt({ prompt: text, project, config, language });
    const keywords = pick(analysis);
    if (keywords.length === 0) return [];
    // Lines are told from each other by a name's parts; where those are not asked for, every line is looked at.
    const loadScanner = keywords === analysis.keywords ? context.loadScanner : () => ({ ...context.loadScanner(), prefilter: () => EVERYTHING });
    const run = runOf({ ...context, config, loadScanner });
    return findRecords(run, { ...analysis, keywords }, () => true).filter(({ rejected }) => rejected === null);
  }

  /** All of the project, of these sources, the newest first. */
  own(sources: readonly SourceName[]): readonly LoreRecord[] {
    const records = readOwnRecords(runOf(this.open()), sources);
    return [...records].sort((a, b) => (b.at ?? 0) - (a.at ?? 0) || (a.id < b.id ? -1 : 1));
  }

  private forgetIfChanged({ stamps, stores, today, config, project }: Context): void {
    const stamp = JSON.stringify([stamps, stores.map(({ path }) => path), today, config, project]);
    if (stamp === this.stamp && this.openedAt - this.keptSince < KEPT_MS) return;
    this.keptSince = this.openedAt;
    this.stamp = stamp;
    this.kept.clear();
  }
}

function withoutGate(config: Config): Config {
  return { ...config, max_wrong: 1, threshold: { score: 0, relative: 0 }, projects: { ...config.projects, other_max_wrong: 1 } };
}

function runOf(context: Context): Run {
  const latestAt = clock() + context.config.deadline_ms;
  return { context, trace: startTrace([]), isLate: () => clock() > latestAt, explain: false };
}
