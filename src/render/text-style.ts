/** Plain text: whole records first, then an index of what else there is. */
import { neutralize } from "./neutralize.ts";
import { renderRecord } from "./render-record.ts";
import { describeLeftOut, isIndexed, type Style } from "./style.ts";

const END = "--- end lore context ---";
const INDEX = "Also stored, whole by `lore-inject show ID`:";

export const renderTextOffer: Style["renderOffer"] = (offer, form, countTokens) => {
  if (offer.scored === null) return neutralize(offer.render(form));
  const { record } = offer.scored;
  return renderRecord(record, form, form === "line" ? countTokens(renderRecord(record, "full", 0)) : 0);
};

export const textStyle: Style = {
  renderOffer: renderTextOffer,
  renderFrame(items, leftOut, purpose) {
    const count = `${items.length} ${items.length === 1 ? "item" : "items"}`;
    const parts = items.filter((item) => !isIndexed(item)).map(({ text }) => text);
    const index = items.filter(isIndexed).map(({ text }) => text);
    if (index.length > 0) parts.push([INDEX, ...index].join("\n"));
    const lines = [`--- Lore Context (${purpose}, ${count}) ---`, "", parts.join("\n\n"), ""];
    if (leftOut > 0) lines.push(describeLeftOut(leftOut), "");
    return [...lines, END].join("\n");
  },
  tells: (_offer, form) => form,
  headings: `${INDEX}\n\n`,
};
