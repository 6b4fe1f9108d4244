/** A long reply of the assistant → what somebody needs who was not there: its gist, what is left, what is in the way, what it asks. */
import { oneLine, shorten, withoutFences, withoutMarkup } from "./shorten.ts";

export interface Digest {
  readonly gist: string;
  readonly nextSteps: readonly string[];
  readonly blockers: readonly string[];
  /** What the reply ends with, if that is a question to the person. */
  readonly question: string | null;
}

/** Less than the longest prompt that may be told whole: a reply may repeat one. */
const MAX_GIST = 280;
const MAX_ITEM = 200;
const MAX_ITEMS = 8;
/** A paragraph below it ("Done!") says nothing without the next one. */
const MIN_GIST = 60;
const LOOKED_AT = 40_000;

const AHEAD =
  /^(?:\d+\.\s*)?(?:(?:optional |suggested |possible |recommended |immediate )?next(?: steps?| up| actions?)?|to-?dos?|remaining(?: work| tasks| items| steps)?|still (?:to do|open|missing|left|to be done)|what(?:'s|’s| is) (?:next|left|missing|still open)|left to do|open (?:items|points|tasks|issues)|not (?:yet )?done(?: yet)?|pending(?: tasks| work)?|follow-?ups?|nächste schritte|nächster schritt|noch (?:offen|zu tun)|offene? (?:punkte|aufgaben)|offen|was (?:noch )?fehlt|verbleibend\w*|prochaines? étapes?|(?:il )?reste à faire|à faire|reste)\b[^:.!?]{0,40}(:|$)/i;
const ITEM = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+(?:\[([ xX])\]\s+)?(.+)$/;
const AHEAD_SENTENCE =
  /^(?:the )?(?:next(?: step)?(?: is| would be|,)|remaining (?:is|are)|what remains|still to do is|als nächstes|der nächste schritt|la prochaine étape)\b/i;
const BLOCKED =
  /\b(?:blocked (?:by|on|until)|waiting (?:for|on)|(?:can(?:not|'t|’t)|unable to) (?:proceed|continue|go on)|need(?:s)? (?:your |the )?(?:access|credentials|approval|permission)|blockiert (?:durch|von)|(?:warte|wartet|warten) auf|komme nicht weiter|bloqué(?:e)? par|en attente d)/i;
const NOT_BLOCKED = /\b(?:no longer|not|isn't|nothing|without|nicht mehr|nicht|plus) (?:\w+ )?(?:blocked|waiting|blockiert|bloqué)/i;
const COURTESY =
  /\b(?:anything else|else (?:can|could) i|can i help|(?:may|can|could) i assist|how can i|what would you like (?:me )?to (?:do|work)|sonst noch|wie kann ich|autre chose)\b/i;

export function digestReply(reply: string): Digest {
  const text = withoutMarkup(withoutFences(reply.slice(0, LOOKED_AT)));
  const nextSteps = findNextSteps(text.split("\n"));
  return { gist: findGist(text), nextSteps, blockers: findBlockers(text), question: findQuestion(text) };
}

function findGist(text: string): string {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "" && !AHEAD.test(paragraph.split("\n")[0] ?? "") && !/^[|+]/.test(paragraph) && !/^[-=_*]{3,}$/.test(paragraph));
  let gist = "";
  for (const paragraph of paragraphs.slice(0, 4)) {
    gist = oneLine(`${gist} ${joinItems(paragraph)}`);
    if (gist.length >= MIN_GIST && !gist.endsWith(":")) break;
  }
  return shorten(gist, MAX_GIST);
}

/** A list reads on as a sentence. */
function joinItems(paragraph: string): string {
  const lines = paragraph.split("\n");
  return lines
    .map((line, index) => {
      const item = ITEM.exec(line)?.[2]?.trim();
      return item === undefined ? line.trim() : `${item.replace(/[.;,]$/, "")}${ITEM.test(lines[index + 1] ?? "") ? ";" : "."}`;
    })
    .join(" ");
}

function findNextSteps(lines: readonly string[]): readonly string[] {
  const steps: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, box, item] = ITEM.exec(line) ?? [];
    const bare = (/^\s*\d/.test(line) ? line : (item ?? line)).trim();
    const head = AHEAD.exec(bare);
    if (head !== null && head[0].length === bare.length) steps.push(...itemsBelow(lines.slice(index + 1)));
    else if (box === " ") steps.push(item ?? "");
    else steps.push(...sentencesOf(bare).flatMap(stepIn));
  }
  return distinct(steps.filter((step) => !/^(?:none|nothing|keine?|rien|n\/a|-)\.?$/i.test(step.trim())));
}

/** "Next: …" without its beginning, "The next step is …" as it stands. */
function stepIn(sentence: string): readonly string[] {
  const head = AHEAD.exec(sentence);
  if (head?.[1] === ":") return [sentence.slice(head[0].length).trim()];
  return AHEAD_SENTENCE.test(sentence) ? [sentence] : [];
}

/** The list below a heading, without what is nested in it; or the sentence that stands there instead. */
function itemsBelow(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  let indent = 0;
  for (const line of lines.filter((each) => each.trim() !== "")) {
    const depth = line.length - line.trimStart().length;
    const [, box, item] = ITEM.exec(line) ?? [];
    if (items.length === 0) indent = depth;
    if (depth > indent) continue;
    if (item === undefined) return items.length === 0 ? sentencesOf(line.trim()).slice(0, 2) : items;
    if (depth < indent) return items;
    if (box !== "x" && box !== "X") items.push(item);
  }
  return items;
}

function findBlockers(text: string): readonly string[] {
  const sentences = text.split("\n").flatMap((line) => sentencesOf(line.replace(/^\s*(?:[-*•–]|\d{1,2}[.)])\s+/, "").trim()));
  return distinct(sentences.filter((sentence) => BLOCKED.test(sentence) && !NOT_BLOCKED.test(sentence) && !sentence.endsWith("?"))).slice(0, 3);
}

function findQuestion(text: string): string | null {
  const last = text.trim().split("\n").at(-1) ?? "";
  const question = sentencesOf(last.replace(/^\s*(?:[-*•–]|\d{1,2}[.)])\s+/, "")).at(-1) ?? "";
  return question.endsWith("?") && question.length > 10 && !COURTESY.test(question) ? shorten(question, MAX_ITEM) : null;
}

function sentencesOf(line: string): readonly string[] {
  return line
    .split(/(?<=[.!?])\s+(?=[\p{Lu}"“„«`(])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

function distinct(items: readonly string[]): readonly string[] {
  return [...new Set(items.map((item) => shorten(item, MAX_ITEM)))].filter((item) => item.length > 2).slice(0, MAX_ITEMS);
}
