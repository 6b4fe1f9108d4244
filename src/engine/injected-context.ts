/** What the engine answers with. Types alone. */
import type { ContextTrigger } from "./trigger-analyzer.ts";

export interface ContextSection {
  /** `File: src/a.ts`, `Symbol: AuthService`, `Context: authentication`, … */
  readonly title: string;
  readonly content: string;
  /** Of the best in it. */
  readonly relevance: number;
}

export interface ContextSource {
  readonly type: "entity" | "decision" | "session";
  readonly id: string;
  readonly name: string;
  readonly filePath?: string;
}

export interface InjectedContext {
  /** The most relevant first. */
  readonly sections: readonly ContextSection[];
  /** Of the whole text, frame and headings included. */
  readonly tokenCount: number;
  /** Every record that the sections hold or name, each once. */
  readonly sources: readonly ContextSource[];
}

/** What could not be asked; the rest is answered. */
export type OnError = (error: unknown, trigger: ContextTrigger) => void;
