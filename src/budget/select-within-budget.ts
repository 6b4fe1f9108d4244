/**
 * Fills the budget in score order. A record that does not fit is shown shorter before it is dropped.
 * How a record or the frame looks is the caller's business: it passes both in.
 */
import type { Form, LoreRecord, Scored, Selected, Selection, Tokens } from "../types.ts";

export interface BudgetLimits {
  readonly tokens: Tokens;
  /** UTF-16 units of the client's JSON: beyond 10,000 it shows the model a preview instead. */
  readonly units: number;
  readonly maxItems: number;
  /** The share of the tokens that one record may take in full form. */
  readonly recordShare: number;
}

export interface Layout {
  readonly renderRecord: (record: LoreRecord, form: Form) => string;
  /** The whole text around the items' texts. */
  readonly renderFrame: (texts: readonly string[], leftOut: number) => string;
  readonly countTokens: (text: string) => Tokens;
  readonly countUnits: (text: string) => number;
}

const FORMS: readonly Form[] = ["full", "short", "line"];
/** What falls so far behind the best is worth less room, and then only a mention. */
const IN_FULL = 0.65;
const IN_SHORT = 0.5;

/** `ranked` are the records that may be shown, best first. */
export function selectWithinBudget(ranked: readonly Scored[], limits: BudgetLimits, layout: Layout): Selection {
  // The frame is priced with the largest count of left-out items it could have to name.
  const frame = layout.renderFrame([], ranked.length);
  const room = { tokens: limits.tokens - layout.countTokens(frame), units: limits.units - layout.countUnits(frame) };
  const items: Selected[] = [];
  const leftOut: Scored[] = [];
  const best = ranked[0]?.score ?? 0;
  for (const scored of ranked) {
    const item = items.length < limits.maxItems ? tryForms(scored, formsFor(scored.score, best), room, limits, layout) : null;
    if (item === null) {
      leftOut.push(scored);
      continue;
    }
    items.push(item);
    room.tokens -= item.tokens;
    room.units -= layout.countUnits(item.text);
  }
  // What is far from its limits needs no second look.
  if (items.length > 0 && room.tokens > JOINT_TOKENS * (items.length + 2) && room.units > JOINT_UNITS * (items.length + 2)) {
    const text = layout.renderFrame(
      items.map((item) => item.text),
      leftOut.length,
    );
    return {
      items,
      leftOut,
      text,
      // Only reports ask for it.
      get tokens() {
        return layout.countTokens(text);
      },
    };
  }
  return settle(items, leftOut, limits, layout);
}

/** The most that putting one part behind another can cost. */
const JOINT_TOKENS = 5;
const JOINT_UNITS = 8;

function formsFor(score: number, best: number): readonly Form[] {
  return FORMS.slice(score >= best * IN_FULL ? 0 : score >= best * IN_SHORT ? 1 : 2);
}

function tryForms(scored: Scored, forms: readonly Form[], room: { tokens: Tokens; units: number }, limits: BudgetLimits, layout: Layout): Selected | null {
  for (const form of forms) {
    const text = layout.renderRecord(scored.record, form);
    const tokens = layout.countTokens(text);
    if (form === "full" && tokens > limits.tokens * limits.recordShare) continue;
    if (tokens <= room.tokens && layout.countUnits(text) <= room.units) return { scored, form, text, tokens };
  }
  return null;
}

/** Parts are priced one by one and joined text can cost a little more, so the whole is priced once and cut if need be. */
function settle(items: Selected[], leftOut: Scored[], limits: BudgetLimits, layout: Layout): Selection {
  for (;;) {
    const texts = items.map(({ text }) => text);
    const text = items.length === 0 ? "" : layout.renderFrame(texts, leftOut.length);
    const tokens = layout.countTokens(text);
    if (items.length === 0 || (tokens <= limits.tokens && layout.countUnits(text) <= limits.units)) return { items, leftOut, text, tokens };
    const dropped = items.pop();
    if (dropped) leftOut.unshift(dropped.scored);
  }
}
