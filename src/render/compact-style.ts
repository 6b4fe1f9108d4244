/** One line for each: what is known, for a session that has just lost its beginning. */
import type { Form, LoreRecord } from "../types.ts";
import { neutralizeLine, shorten } from "./neutralize.ts";
import { mostTelling, renderId } from "./render-record.ts";
import { describeLeftOut, type Placed, type Style } from "./style.ts";

const MAX_TITLE = 160;
const MAX_TELLING = 240;
const MAX_TEXT = 2000;
/** A text that is no record is a rule or what somebody registered: it means what it says, so most of it stays. */
const MAX_LINE = 1200;

export const compactStyle: Style = {
  renderOffer(offer, form) {
    if (offer.scored !== null) return renderRecordLine(offer.scored.record, form);
    return `- ${harmless(shorten(neutralizeLine(offer.render(form).slice(0, MAX_TEXT)).replace(/^- /, ""), MAX_LINE))}`;
  },
  renderFrame(items, leftOut, purpose) {
    const sessions = items.filter(isSession).map(({ text }) => text);
    const others = items.filter((item) => !isSession(item)).map(({ text }) => text);
    return [
      `[lore] Memory context (${purpose}):`,
      ...(sessions.length === 0 ? [] : ["", "Recent sessions:", ...sessions]),
      ...(others.length === 0
        ? []
        : ["", `Known (${others.length} ${others.length === 1 ? "entry" : "entries"}, whole by \`lore-inject show ID\`):`, ...others]),
      ...(leftOut > 0 ? ["", describeLeftOut(leftOut)] : []),
      "[end of lore context]",
    ].join("\n");
  },
  tells: ({ scored }, form) => (scored !== null && form === "full" ? "short" : form),
  headings: "\n\nRecent sessions:\n\n\nKnown (40 entries, whole by `lore-inject show ID`):\n",
};

function renderRecordLine(record: LoreRecord, form: Form): string {
  const title = shorten(neutralizeLine(record.title.slice(0, MAX_TEXT)), MAX_TITLE);
  const telling = form === "line" ? undefined : mostTelling(record);
  const label = telling === undefined || telling[0] === "" ? "" : `${telling[0]}: `;
  const more = telling === undefined ? "" : ` ${shorten(neutralizeLine(label + telling[1].slice(0, MAX_TEXT)), MAX_TELLING)}`;
  return `- [${record.kind}] ${harmless(title)} (${renderId(record)})${harmless(more)}`;
}

/** Our own markers, imitated. */
function harmless(text: string): string {
  return text.replace(/\[(?=\s{0,8}(?:end\s{1,8}of\s{1,8})?lore\b)/gi, "(");
}

function isSession({ offer }: Placed): boolean {
  return offer.scored?.record.kind === "handoff";
}
