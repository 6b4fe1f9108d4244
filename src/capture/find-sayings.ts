/** What a person asks to be kept, in so many words: "Remember that …", "decision: …", "from now on …", in English, German and French. */
import { oneLine, shorten, withoutFences } from "./shorten.ts";

export interface Saying {
  readonly kind: "decision" | "lesson" | "note";
  readonly text: string;
}

const MAX_SAYINGS = 5;
const MIN_LENGTH = 12;
const MAX_LENGTH = 400;
/** Beyond it a prompt is a paste. */
const LOOKED_AT = 20_000;

interface Trigger {
  readonly kind: Saying["kind"];
  /** Matched at the beginning of a sentence, behind the lead. */
  readonly pattern: RegExp;
  /** The sentence is kept whole: without its beginning it would say something else. */
  readonly whole?: true;
}

const TRIGGERS: readonly Trigger[] = [
  { kind: "note", pattern: /^(?:please )?(?:always )?remember(?: this)?(?: that\b|\s*:| — | - |, (?=\w+ ))/i },
  { kind: "note", pattern: /^(?:please )?(?:do not|don'?t|never) forget(?: that\b|\s*:)/i },
  { kind: "note", pattern: /^(?:please )?keep in mind(?: that\b|\s*:)/i },
  { kind: "note", pattern: /^note to (?:self|myself)\s*(?::|,|-|—)/i },
  { kind: "decision", pattern: /^decisions?(?: made)?\s*:/i },
  {
    kind: "decision",
    pattern: /^we(?:'ve| have)?(?: now| just| finally| all| also)? (?:decided|agreed) (?:that|to|not to|on|against|in favou?r of)\b/i,
    whole: true,
  },
  { kind: "decision", pattern: /^from now on\b/i, whole: true },
  { kind: "lesson", pattern: /^lessons?(?: learn(?:ed|t))?\s*:/i },
  { kind: "note", pattern: /^(?:bitte )?(?:merk|merke)(?: (?:dir|dir bitte|bitte))?(?:,? dass\b|\s*:)/i },
  { kind: "note", pattern: /^(?:bitte )?denk(?:e)? (?:bitte )?(?:daran|dran)(?:,? dass\b|\s*:)/i },
  { kind: "note", pattern: /^(?:bitte )?vergiss nicht(?:,? dass\b|\s*:)/i },
  { kind: "note", pattern: /^notiz an mich(?: selbst)?\s*:/i },
  { kind: "decision", pattern: /^entscheidung(?:en)?\s*:/i },
  {
    kind: "decision",
    pattern: /^wir haben (?:(?:uns|jetzt|nun|gestern|heute|gemeinsam) )*(?:(?:dafür|dagegen|dazu) )?(?:entschieden|beschlossen)\b/i,
    whole: true,
  },
  { kind: "decision", pattern: /^wir haben uns (?:für|gegen) .{2,120}? entschieden\b/i, whole: true },
  { kind: "decision", pattern: /^(?:ab jetzt|ab sofort|von nun an|ab heute|künftig)\s/i, whole: true },
  { kind: "lesson", pattern: /^(?:lektion|lehre|erkenntnis|gelernt|lesson)\s*:/i },
  { kind: "note", pattern: /^(?:souviens-toi|rappelle-toi|souvenez-vous|rappelez-vous|retiens|retenez)(?: bien)?(?: que\b| qu['’]|\s*:)/i },
  { kind: "note", pattern: /^(?:n['’]oublie pas|n['’]oubliez pas)(?: que\b| qu['’]|\s*:)/i },
  { kind: "note", pattern: /^(?:à retenir|note à moi-même|note pour moi)\s*:/i },
  { kind: "decision", pattern: /^décisions?\s*:/i },
  { kind: "decision", pattern: /^(?:nous avons|on a)(?: enfin| finalement)? décidé (?:de\b|d['’]|que\b|qu['’])/i, whole: true },
  { kind: "decision", pattern: /^(?:désormais|dorénavant|à partir de maintenant)[\s,]/i, whole: true },
  { kind: "lesson", pattern: /^leçons?(?: apprises?)?\s*:/i },
];

/** What may stand before it without changing what it says. */
const LEAD =
  /^(?:[-*•–]\s+|\d{1,2}[.)]\s+)?(?:\*\*)?(?:(?:ok(?:ay)?|so|and|but|also|btw|by the way|oh|hey|hi|yes|no|great|good|thanks|claude|please|important|fyi|yesterday|today|in the meeting|last week|as a team|und|also|übrigens|ja|gut|bitte|gestern|heute|wichtig|et|donc|au fait|oui|merci|hier|aujourd['’]hui)\b\s*[,:!.—-]?\s+){0,3}/i;

/** Of a log, a diff, a shell, a quotation or a program. */
const PASTED_LINE =
  /^(?:\s*>|\t| {4,}|\s+\*\s|\s*(?:\/\/|#|\/\*|--\s|<!--|\||\$ |% |>>> |at \S+ \(|\+ |@@ |diff --git|[{}[\]<]))|^\s*\[?\d{4}-\d\d-\d\d[T ]\d|^\s*\[?\d\d:\d\d:\d\d|^\s*\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b|^\s*[\w-]+(?:\[\d+\])?: (?:error|warning|info)\b|[;{}]\s*$|^\s*"[\w-]+"\s*:/;
const QUOTED = /"[^"\n]{0,1000}"|“[^”]{0,1000}”|„[^“”]{0,1000}[“”]|«[^»]{0,1000}»|`[^`\n]{0,1000}`|(?<!\w)'[^'\n]{3,1000}'(?!\w)/g;
const SENTENCE = /(?:[^.!?…\n]|[.!?…](?!\s|$|["”»)]\s))+[.!?…]*["”»)]?/g;
/** A full stop that ends no sentence. */
const ABBREVIATION = /(?:^|\s|\()(?:e\.g|i\.e|etc|vs|approx|incl|no|z\.\s?B|d\.\s?h|bzw|ca|usw|p\.\s?ex|cf)\.$/i;
const QUESTION = /\?["”»)]?$/;
const SPECULATION = /^(?:that )?(?:time|day|one time|when)\b/i;

export function findSayings(prompt: string): readonly Saying[] {
  const text = prompt.slice(0, LOOKED_AT);
  if (/^\s*\/[\w:-]+(?:\s|$)/.test(text)) return [];
  const sayings: Saying[] = [];
  const sentences = sentencesOf(text);
  for (const [index, sentence] of sentences.entries()) {
    const saying = parseSentence(sentence, sentences[index + 1] ?? "");
    if (saying !== null && !sayings.some(({ text: known }) => known === saying.text)) sayings.push(saying);
    if (sayings.length === MAX_SAYINGS) break;
  }
  return sayings;
}

function parseSentence(sentence: string, next: string): Saying | null {
  if (QUESTION.test(sentence)) return null;
  const said = sentence
    .replace(LEAD, "")
    .replace(/^(\w[\w ]*)\*\*\s*:/, "$1:")
    .replace(/^([\p{L} ]+:)\*\*/u, "$1");
  for (const { kind, pattern, whole } of TRIGGERS) {
    const match = pattern.exec(said);
    if (match === null) continue;
    const rest = said.slice(match[0].length).trim();
    // "Decision:" above a list: its first point.
    const content = rest === "" && match[0].endsWith(":") && !QUESTION.test(next) ? next.replace(/^(?:[-*•–]|\d{1,2}[.)])\s+/, "") : rest;
    const text = shorten(whole === true ? said : content, MAX_LENGTH);
    return text.length < MIN_LENGTH || SPECULATION.test(content) ? null : { kind, text };
  }
  return null;
}

/** The person's own sentences; those that begin within quotation marks or code are somebody else's. */
function sentencesOf(text: string): readonly string[] {
  return withoutFences(text)
    .split("\n")
    .filter((line) => !PASTED_LINE.test(line))
    .flatMap((line) => {
      const quoted = [...line.matchAll(QUOTED)].map((match) => [match.index, match.index + match[0].length] as const);
      return splitSentences(line).flatMap(({ at, sentence }) => (quoted.some(([from, to]) => at >= from && at < to) ? [] : [sentence]));
    });
}

function splitSentences(line: string): readonly { readonly at: number; readonly sentence: string }[] {
  const parts: { at: number; sentence: string }[] = [];
  for (const match of line.matchAll(SENTENCE)) {
    const last = parts.at(-1);
    if (last !== undefined && (ABBREVIATION.test(last.sentence) || /^\s*\d{1,2}\.$/.test(last.sentence)))
      last.sentence = `${last.sentence} ${oneLine(match[0])}`;
    else parts.push({ at: match.index + (match[0].length - match[0].trimStart().length), sentence: oneLine(match[0]) });
  }
  return parts.filter(({ sentence }) => sentence !== "");
}
