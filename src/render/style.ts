/** The contract of a style: how offers and the block around them look. One file a style; text is what prompts use. */
import type { Form, Offer, Tokens } from "../types.ts";

export type Purpose = "auto-injected" | "session start" | "after compaction" | "subagent" | "tool use";

export interface Placed {
  readonly offer: Offer;
  readonly form: Form;
  readonly text: string;
}

export interface Style {
  readonly renderOffer: (offer: Offer, form: Form, countTokens: (text: string) => Tokens) => string;
  /** The whole text around the items' texts. */
  readonly renderFrame: (items: readonly Placed[], leftOut: number, purpose: Purpose) => string;
  /** How much of an offer is really shown in a form: what is not shown in full may be shown again. */
  readonly tells: (offer: Offer, form: Form) => Form;
  /** What the parts of a block are headed with, at the most. */
  readonly headings: string;
}

/** Only records have an id that can be looked up. */
export function isIndexed({ form, offer }: Placed): boolean {
  return form === "line" && offer.scored !== null;
}

export function describeLeftOut(count: number): string {
  return `(${count} more ${count === 1 ? "record" : "records"} left out: lore-inject search "terms")`;
}
