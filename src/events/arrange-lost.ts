/** After compaction there is half the room: what always comes back comes first, and shares what there is. Pure. */
import { FORMS, type Form, type Offer, type Tokens } from "../types.ts";

/** Of the room, for entries that always come back; the rest is for what else was lost. */
const PERSISTENT_SHARE = 0.8;

/** Persistent entries all whole, or all shortened, or a line each; then the others in their order. */
export function arrangeLost(offers: readonly Offer[], tokens: Tokens, price: (offer: Offer, form: Form) => Tokens): readonly Offer[] {
  const persistent = offers.filter((offer) => offer.persistent);
  const cost = (form: Form): Tokens => persistent.reduce((sum, offer) => sum + price(offer, form), 0);
  const fitting = FORMS.find((form) => cost(form) <= tokens * PERSISTENT_SHARE) ?? "line";
  return [...persistent.map((offer) => ({ ...offer, longest: fitting })), ...offers.filter((offer) => !offer.persistent)];
}
