/** What lies around a working folder and speaks to an agent: rule files, and what the client loads by itself. Types only. */

/** Whose rule file it is: each client reads its own by its own semantics. */
export type RuleFormat = "claude" | "cursor" | "copilot" | "copilot-always" | "plain";

export type Client = "claude-code" | "opencode";

/** When a rule applies: at once, to certain paths, when the agent decides by its description, when it is asked for by name. */
export type RuleMode = "always" | "paths" | "described" | "manual";

export interface Rule {
  /** Absolute. */
  readonly file: string;
  /** As people write it: below the project's root, or below ~. */
  readonly shownAs: string;
  /** The file's name without its ending. */
  readonly name: string;
  readonly format: RuleFormat;
  readonly mode: RuleMode;
  /** Sources of regular expressions over a path below the root, with slashes: one must match, and none of `exclude`. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly description: string;
  /** Of its body, blanks aside: two rules with one body are one rule. */
  readonly hash: string;
  /** Clients that load it by themselves. */
  readonly nativeTo: readonly Client[];
}

/** What one paragraph or list item of a loaded document says: ` word word `, folded, each once. */
export type Statement = string;

export interface Surroundings {
  readonly rules: readonly Rule[];
  /** Of the documents that the client loads by itself. */
  readonly statements: readonly Statement[];
  readonly problems: readonly { readonly where: string; readonly what: string; readonly hint?: string }[];
}
