/**
 * Fills the budget in the order of the offers. One that does not fit is shown shorter before it is dropped.
 * How an offer or the frame looks is the caller's business: it passes both in.
 */
import { FORMS, type Form, type Offer, type Selected, type Selection, type Tokens } from "../types.ts";

export interface BudgetLimits {
  readonly tokens: Tokens;
  /** UTF-16 units of the client's JSON: beyond 10,000 it shows the model a preview instead. */
  readonly units: number;
  readonly maxItems: number;
  /** The share of the tokens that one offer may take in full form. */
  readonly recordShare: number;
  /** The score of the best record, shown now or known already: by it, others are worth more or less room. */
  readonly best: number;
}

export interface Layout {
  readonly renderOffer: (offer: Offer, form: Form) => string;
  /** The whole text around the items' texts. */
  readonly renderFrame: (items: readonly Selected[], leftOut: number) => string;
  readonly countTokens: (text: string) => Tokens;
  readonly countUnits: (text: string) => number;
  /** What the frame's headings for parts of it can cost beyond the frame around nothing. */
  readonly headings: string;
  /** How much of an offer is really shown in a form. */
  readonly tells: (offer: Offer, form: Form) => Form;
}

/** A record that falls so far behind the best is worth less room, and then only a mention. */
const IN_FULL = 0.65;
const IN_SHORT = 0.5;

/** `offers` may be shown, best first. */
export function selectWithinBudget(offers: readonly Offer[], limits: BudgetLimits, layout: Layout): Selection {
  // The frame is priced with the largest count of left-out items it could have to name.
  const frame = layout.renderFrame([], offers.length) + layout.headings;
  const room = { tokens: limits.tokens - layout.countTokens(frame), units: limits.units - layout.countUnits(frame) };
  const items: Selected[] = [];
  const leftOut: Offer[] = [];
  const known: Offer[] = [];
  for (const offer of offers) {
    const item = items.length < limits.maxItems ? tryForms(offer, formsFor(offer, limits.best, layout.tells), room, limits, layout) : null;
    if (item === null) {
      (offer.seen === null ? leftOut : known).push(offer);
      continue;
    }
    items.push(item);
    room.tokens -= item.tokens;
    room.units -= layout.countUnits(item.text);
  }
  // What is far from its limits needs no second look.
  if (items.length > 0 && room.tokens > JOINT_TOKENS * (items.length + 2) && room.units > JOINT_UNITS * (items.length + 2)) {
    const text = layout.renderFrame(items, recordsIn(leftOut));
    return {
      items,
      leftOut,
      known,
      text,
      // Only reports ask for it.
      get tokens() {
        return layout.countTokens(text);
      },
    };
  }
  return settle(items, leftOut, known, limits, layout);
}

/** Only records can be looked up by whoever reads that some are missing. */
function recordsIn(offers: readonly Offer[]): number {
  return offers.reduce((count, { scored }) => count + (scored === null ? 0 : 1), 0);
}

/** The most that putting one part behind another can cost. */
const JOINT_TOKENS = 5;
const JOINT_UNITS = 8;

function formsFor(offer: Offer, best: number, tells: Layout["tells"]): readonly Form[] {
  const { score, scored, seen, longest } = offer;
  const earned = scored === null || score >= best * IN_FULL ? 0 : score >= best * IN_SHORT ? 1 : 2;
  const forms = FORMS.slice(Math.max(earned, FORMS.indexOf(longest)));
  return seen === null ? forms : forms.filter((form) => FORMS.indexOf(tells(offer, form)) < FORMS.indexOf(seen));
}

function tryForms(offer: Offer, forms: readonly Form[], room: { tokens: Tokens; units: number }, limits: BudgetLimits, layout: Layout): Selected | null {
  for (const form of forms) {
    const text = layout.renderOffer(offer, form);
    const tokens = layout.countTokens(text);
    if (form === "full" && !offer.whole && tokens > limits.tokens * limits.recordShare) continue;
    if (tokens <= room.tokens && layout.countUnits(text) <= room.units) return { offer, form, text, tokens };
  }
  return null;
}

/** Parts are priced one by one and joined text can cost a little more, so the whole is priced once and cut if need be. */
function settle(items: Selected[], leftOut: Offer[], known: Offer[], limits: BudgetLimits, layout: Layout): Selection {
  for (;;) {
    const text = items.length === 0 ? "" : layout.renderFrame(items, recordsIn(leftOut));
    const tokens = layout.countTokens(text);
    if (items.length === 0 || (tokens <= limits.tokens && layout.countUnits(text) <= limits.units)) return { items, leftOut, known, text, tokens };
    const dropped = items.pop();
    if (dropped) (dropped.offer.seen === null ? leftOut : known).unshift(dropped.offer);
  }
}
