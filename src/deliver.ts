/** From what a session's collector holds to the text that is printed: chosen within the budget, written down, then rendered. */
import { estimateTokens } from "./budget/estimate-tokens.ts";
import { selectWithinBudget } from "./budget/select-within-budget.ts";
import type { Run } from "./find-records.ts";
import type { Context } from "./open-context.ts";
import { jsonUnits, MAX_TEXT_UNITS } from "./render/render-hook-output.ts";
import type { Purpose, Style } from "./render/style.ts";
import { textStyle } from "./render/text-style.ts";
import type { LedgerLine } from "./session/ledger-line.ts";
import { type Session, shownAs } from "./session/session.ts";
import { type Injection, silence, timed } from "./trace.ts";
import type { Form, Offer, Rejection, Selected, Selection, Tokens } from "./types.ts";

export interface Delivery {
  readonly purpose: Purpose;
  readonly style: "text" | "xml" | "compact";
  readonly tokens: Tokens;
  /** What the session remembers of this run besides what it was shown. */
  readonly line: Pick<LedgerLine, "event" | "source" | "topics" | "fresh" | "file" | "command" | "withheld">;
  /** Whether that is worth remembering even when nothing is shown. */
  readonly isNews: boolean;
  /** Puts what was found for many questions into an order of its own; scores then do not say how much of each is shown. */
  readonly arrange?: (offers: readonly Offer[], price: (offer: Offer, form: Form) => Tokens) => readonly Offer[];
  /** Why there may be nothing to say. */
  readonly silentBecause: string;
}

export function deliver(run: Run, session: Session, delivery: Delivery): Injection {
  const { context, trace } = run;
  const offers = session.offers();
  trace.suppressed = session.suppressed;
  trace.budget = delivery.tokens;
  const style = styleOf(context, delivery.style);
  let selection = timed(trace, "select", () => select(offers, run, style, delivery));
  if (isAfterthought(selection, run)) selection = { ...selection, items: [], known: [...selection.known, ...selection.items.map(({ offer }) => offer)] };
  const { line, isNews } = delivery;
  const tokens = line.event === "tool" ? { tokens: selection.tokens } : {};
  const shown = shownAs(selection.items, style.tells);
  if (shown.length > 0) {
    const taken = session.remember({ ...line, ...tokens, shown });
    // Another run at the same moment was first: what it shows need not be shown again. The rest stays as it was written down.
    if (taken.size > 0) selection = without(selection, taken, style, delivery);
  } else if (isNews) session.remember(line);
  if (session.fault !== null)
    trace.problems.push({ where: "session", what: `cannot be remembered: ${session.fault.message}`, hint: "see that the state folder can be written" });
  trace.selection = selection;
  if (selection.items.length > 0) return { text: selection.text, trace };
  return silence(trace, reasonFor(selection, run, delivery));
}

/** Mentions come beside what they are weaker than; when the session has that already, they are not worth a block of their own. */
function isAfterthought({ items }: Selection, { trace }: Run): boolean {
  const isMention = ({ offer, form }: Selected): boolean => form === "line" && offer.scored !== null;
  return items.length > 0 && items.every(isMention) && trace.scored.some(({ rejected }) => rejected?.by === "already shown");
}

function without({ items, leftOut, known }: Selection, taken: ReadonlySet<string>, style: Style, { purpose }: Delivery): Selection {
  const rest = items.filter(({ offer }) => !taken.has(offer.key));
  const text = rest.length === 0 ? "" : style.renderFrame(rest, leftOut.filter(({ scored }) => scored !== null).length, purpose);
  const tokens = rest.reduce((sum, item) => sum + item.tokens, 0);
  return { items: rest, leftOut, known: [...known, ...items.filter(({ offer }) => taken.has(offer.key)).map(({ offer }) => offer)], text, tokens };
}

function select(offers: readonly Offer[], { context: { config }, trace }: Run, style: Style, { purpose, tokens, arrange }: Delivery): Selection {
  const countTokens = (text: string): Tokens => estimateTokens(text, config.budget.token_factor);
  const limits = {
    tokens,
    units: MAX_TEXT_UNITS,
    maxItems: config.budget.max_items,
    // A tool's block is small: one remedy may take all of it.
    recordShare: purpose === "tool use" ? 1 : config.budget.record_share,
    best: arrange ? 0 : trace.scored.reduce((best, { score, rejected }) => (isFit(rejected) && score > best ? score : best), 0),
  };
  const price = (offer: Offer, form: Form): Tokens => countTokens(style.renderOffer(offer, form, countTokens));
  return selectWithinBudget(arrange?.(offers, price) ?? offers, limits, {
    renderOffer: (offer, form) => style.renderOffer(offer, form, countTokens),
    renderFrame: (items, leftOut) => style.renderFrame(items, leftOut, purpose),
    countTokens,
    countUnits: jsonUnits,
    headings: style.headings,
    tells: style.tells,
  });
}

/** Whether it would be shown, were it not known. */
function isFit(rejected: Rejection | null): boolean {
  return rejected === null || rejected.by === "already shown" || rejected.by === "already loaded";
}

/** Text is what prompts use; the others are loaded when a config asks for them. */
function styleOf(context: Context, name: Delivery["style"]): Style {
  return name === "text" ? textStyle : context.loadEvents().styles[name];
}

function reasonFor({ leftOut, known }: Selection, { trace }: Run, { silentBecause }: Delivery): string {
  if (leftOut.length > 0) return "the budget is too small for any record";
  const isKnown = known.length > 0 || trace.suppressed.length > 0 || trace.scored.some(({ rejected }) => rejected?.by === "already shown");
  return isKnown ? "the session has seen all of it" : silentBecause;
}
