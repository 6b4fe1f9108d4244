/** Past sessions and observations, as the hooks that speak of them want them. Types alone: any store can be behind them. */

export interface ObservationIndex {
  readonly id: string;
  readonly sessionId: string;
  /** decision, pattern, failure, … */
  readonly type: string;
  readonly title: string;
  /** What the whole observation would cost, told to whoever reads the index. */
  readonly tokenCount?: number;
  readonly createdAt?: string;
}

export interface Session {
  readonly id: string;
  readonly projectPath?: string;
  readonly startedAt?: string;
  readonly endedAt?: string | null;
  readonly summaryId?: string | null;
}

export interface SessionSummary {
  readonly id?: string;
  readonly sessionId: string;
  readonly summary: string;
  readonly keyDecisions: readonly string[];
  readonly concepts: readonly string[];
  /** Only told; what a text costs is counted anew, as framing and escapes cost too. */
  readonly tokenCount?: number;
}

export interface ObservationRepository {
  getIndex(projectPath: string, limit: number): readonly ObservationIndex[];
}

export interface SessionRepository {
  /** The newest first. */
  getRecent(projectPath: string, limit: number): readonly Session[];
}

export interface SummaryRepository {
  getBySessionId(sessionId: string): SessionSummary | null;
}

/** All that the hooks need of a store, in the order in which they take it. */
export interface Memory {
  readonly observations: ObservationRepository;
  readonly sessions: SessionRepository;
  readonly summaries: SummaryRepository;
  readonly projectPath: string;
}

export interface OpenMemConfig {
  readonly contextInjectionEnabled: boolean;
  /** For the whole text, framing included. */
  readonly maxContextTokens: number;
  readonly maxIndexEntries: number;
  /** What was injected, and what went wrong. Nothing is ever printed. */
  readonly log?: (message: string) => void;
  /** The tool that gives the whole of an observation, as the text names it. Default: mem-search. */
  readonly searchTool?: string;
}
