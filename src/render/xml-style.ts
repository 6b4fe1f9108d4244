/** Elements, for agents that are told to look for them: sessions, records, and an index of what else there is. */
import type { Offer } from "../types.ts";
import { neutralizeLine } from "./neutralize.ts";
import { renderId } from "./render-record.ts";
import { isIndexed, type Placed, type Style } from "./style.ts";
import { renderTextOffer } from "./text-style.ts";

const HINT = "lore-inject show ID prints a record whole";
const INDEX = `<index hint="${HINT}">`;

export const xmlStyle: Style = {
  renderOffer(offer, form, countTokens) {
    const text = renderTextOffer(offer, form, countTokens);
    if (offer.scored === null) return `<entry source="${attribute(offer.source)}" id="${attribute(offer.id)}">${escapeXml(text)}</entry>`;
    const { record } = offer.scored;
    const tag = form === "line" ? "entry" : "record";
    return `<${tag} id="${escapeXml(renderId(record))}" type="${record.kind}">${escapeXml(form === "line" ? text.slice(2) : text)}</${tag}>`;
  },
  renderFrame(items, leftOut, purpose) {
    const sessions = items.filter(isSession);
    const index = items.filter((item) => isIndexed(item) && !isSession(item));
    const records = items.filter((item) => !isSession(item) && !isIndexed(item));
    return [
      `<lore_context purpose="${purpose}">`,
      ...element("<sessions>", sessions, "</sessions>"),
      ...element("<records>", records, "</records>"),
      ...element(INDEX, index, "</index>"),
      ...(leftOut > 0 ? [`<left_out count="${leftOut}"/>`] : []),
      "</lore_context>",
    ].join("\n");
  },
  tells: (_offer, form) => form,
  headings: `<sessions>\n</sessions>\n<records>\n</records>\n${INDEX}\n</index>\n`,
};

function element(open: string, items: readonly Placed[], close: string): readonly string[] {
  return items.length === 0 ? [] : [open, ...items.map(({ text }) => text), close];
}

function isSession({ offer }: { readonly offer: Offer }): boolean {
  return offer.scored?.record.kind === "handoff";
}

function attribute(text: string): string {
  return escapeXml(neutralizeLine(text));
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
