/**
 * What is being worked on, over the turns of a session, and the context that belongs to it. Keeps subjects, not texts; asks the
 * service for everything else.
 */
import { ContextRetriever, DEFAULTS, type InjectedContext } from "./context-retriever.ts";
import type { CoreService, Entity } from "./entity.ts";
import { RecentTriggers } from "./recent-triggers.ts";
import { renderSections } from "./render-context.ts";
import { type IDEActivity, TriggerAnalyzer, type TriggerSwitches } from "./trigger-analyzer.ts";

export interface ContextInjectionConfig {
  readonly enabled: boolean;
  /** For the whole text, frame included. Default 4000. */
  readonly maxTokens?: number;
  /** From 0 to 1: what a trigger's relevance times a record's must reach. Default 0.5. */
  readonly minRelevance?: number;
  /** Handoffs of earlier sessions. Default true. */
  readonly includeSessionHistory?: boolean;
  /** Default true. */
  readonly includeDecisions?: boolean;
  /** Each default true. */
  readonly triggers?: TriggerSwitches;
  /** Default 10. */
  readonly maxSections?: number;
  /** Models count differently. Default 1.2. */
  readonly tokenFactor?: number;
  /** What could not be asked; the rest is answered. */
  readonly onError?: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const NO_CONTEXT = "No context currently available. Start working with files or ask questions to build context.";
const NOTHING_STORED = "Nothing is stored about what is being worked on.";
const SWITCHED_OFF = "Automatic context is switched off (context_injection.enabled).";
/** What an earlier session left tells less than what is named now. */
const SESSION_RELEVANCE = 0.8;

export class ContextInjectionEngine {
  private readonly analyzer: TriggerAnalyzer;
  private readonly retriever: ContextRetriever;
  private readonly recent: RecentTriggers;
  private readonly now: () => number;

  constructor(
    service: CoreService,
    private readonly config: ContextInjectionConfig,
  ) {
    const { triggers, maxTokens, maxSections, tokenFactor, minRelevance = DEFAULTS.minRelevance, onError = () => {}, now = Date.now } = config;
    this.analyzer = new TriggerAnalyzer(triggers);
    this.recent = new RecentTriggers(minRelevance);
    this.now = now;
    this.retriever = new ContextRetriever(service, {
      minRelevance,
      accepts: (entity) => this.isIncluded(entity),
      onError: (error) => onError(error),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(maxSections === undefined ? {} : { maxSections }),
      ...(tokenFactor === undefined ? {} : { tokenFactor }),
    });
  }

  /** What a session begins with: where the last one ended, and the latest decisions. */
  startSession(sessionId?: string): void {
    if (!this.config.enabled) return;
    this.recent.note([{ type: "session_start", relevance: SESSION_RELEVANCE, queries: [], source: sessionId === undefined ? {} : { sessionId } }], this.now());
  }

  /** What belongs to it and, ever less, to the messages and activities before it. Null when there is nothing to say. */
  async processMessage(message: string): Promise<InjectedContext | null> {
    if (!this.config.enabled) return null;
    this.recent.nextTurn();
    this.recent.note(this.analyzer.analyzeMessage(message), this.now());
    return this.retrieve();
  }

  /** Takes note; what is not an activity is ignored. */
  async processActivity(activity: IDEActivity): Promise<void> {
    if (!this.config.enabled) return;
    if (activity?.type === "file_close") this.recent.forgetFile(activity.filePath);
    this.recent.note(this.analyzer.analyzeActivity(activity), Math.min(this.now(), instantOf(activity?.timestamp)));
  }

  formatForSystemPrompt({ sections }: InjectedContext): string {
    return renderSections(sections);
  }

  /** What belongs to the recent messages and activities, as text. */
  async getCurrentContext(): Promise<string> {
    if (!this.config.enabled) return SWITCHED_OFF;
    if (this.recent.list(this.now()).length === 0) return NO_CONTEXT;
    const context = await this.retrieve();
    return context === null ? NOTHING_STORED : this.formatForSystemPrompt(context);
  }

  private async retrieve(): Promise<InjectedContext | null> {
    const triggers = this.recent.list(this.now());
    if (triggers.length === 0) return null;
    const context = await this.retriever.retrieveContext(triggers);
    return context.sections.length === 0 ? null : context;
  }

  private isIncluded({ type }: Entity): boolean {
    const { includeDecisions = true, includeSessionHistory = true } = this.config;
    return (includeDecisions || type !== "decision") && (includeSessionHistory || (type !== "handoff" && type !== "session"));
  }
}

/** Told later, it still happened when it happened; what cannot be read is now. */
function instantOf(timestamp: IDEActivity["timestamp"]): number {
  const at = timestamp === undefined || timestamp === null ? Number.NaN : new Date(timestamp).getTime();
  return Number.isFinite(at) ? at : Number.POSITIVE_INFINITY;
}
