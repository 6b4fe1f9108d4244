/**
 * What a decision says should be used and what should not, as far as its sentences say so plainly. Whatever is hedged,
 * conditional or a list says nothing here: a claim that was never made must not be held against anybody. Pure.
 */
import { isStopword, type Language } from "../analyze/language.ts";
import { canonical } from "./rival-names.ts";
import { foldedWord, wordsOf } from "./words.ts";

export interface Claim {
  readonly isFor: boolean;
  /** What is to be used, or not: up to three words, without their endings. */
  readonly object: string;
  /** The same as it was written. */
  readonly name: string;
  /** For what, its words sorted; empty when it is said of everything. */
  readonly scope: string;
  /** The sentence as it was written. */
  readonly quote: string;
}

const MAX_SENTENCES = 4;
const MAX_OBJECT = 3;
/** A scope of more words is a story, in which two texts hardly mean the same. */
const MAX_SCOPE = 6;

const HEDGED =
  /\b(?:unless|except|only|if|when|whenever|until|while|where|temporar\w*|maybe|perhaps|consider\w*|evaluat\w*|might|may|could|optional\w*|fallback|either|both|some|legacy|but|however|new|experiment\w*|try|trial|explore|investigate|propos\w*|initially|first|for now|by default|also|plus|alongside|additional\w*)\b/;
const REASON = /\s*(?:[(\u2013\u2014]|\s--?\s|,?\s(?:because|since|so that|due to|given|as (?:it|we|they|this)|which|that|so we|in order)\b).*$/;
const LEAD =
  "(?:(?:we|you|it|they|the team|everyone|please|always|now|will|shall|should|must|have to|to|lets|let's|let us|decided|agreed|going|instead)[, ]+)*";
const VERB = "(?:use|uses|using|adopt|adopting|choose|chose|pick|picked|prefer|go with|stick with|standardi[sz]e on|rely on)";
const AGAINST = new RegExp(
  `^${LEAD}(?:(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|will not|won't|cannot|no longer) (?:ever )?${VERB}|(?:stop|avoid) (?:${VERB} )?) ?(.+)$`,
);
const FOR = new RegExp(`^${LEAD}${VERB} (.+)$`);
const REPLACE = new RegExp(`^${LEAD}(?:replace|swap) (.+?) (?:with|by) (.+)$`);
/** What is moved about is often a thing, not a choice: only "move from" is one. */
const MOVE = new RegExp(`^${LEAD}(?:(?:switch|migrate)(?: (.+?))?|move) from (.+?) to (.+)$`);
const PASSIVE = /^(.+?) (?:is|are) (not |never |no longer )?(?:used|preferred|forbidden|banned)\b ?(.*)$/;
const CONTRAST = /^(.+?),? (?:instead of|rather than|over|not) (.+)$/;
const SCOPE = /^(.+?) ((?:for|in|on|as|at|within|inside|across|to|by|with|throughout|everywhere|between|during|per)(?: .*)?)$/;

/** None of those that the text takes back itself. */
export function parseClaims(text: string, language: Language): readonly Claim[] {
  const claims = sentencesOf(text).flatMap((sentence) => parseSentence(sentence, language));
  const isTakenBack = ({ object, isFor }: Claim): boolean => claims.some((other) => other.object === object && other.isFor !== isFor);
  return claims.filter((claim) => !isTakenBack(claim));
}

/** A question decides nothing. */
export function sentencesOf(text: string): readonly string[] {
  return (
    text
      // Lines that are wrapped go on; a blank line, a bullet or a heading ends a sentence.
      .split(/(?<=[.;!?])\s+|\n\s*\n|\n(?=\s*[-*#\d])/)
      .map((sentence) => sentence.replace(/\s+/g, " ").trim())
      .filter((sentence) => sentence !== "" && !sentence.endsWith("?"))
      .map((sentence) => sentence.replace(/[.;!]+$/, ""))
      .slice(0, MAX_SENTENCES)
  );
}

/** Said with a condition, a doubt or an exception. */
export function isHedged(sentence: string): boolean {
  return HEDGED.test(sentence.toLowerCase());
}

/** What was not chosen, as a claim against it with the scope of what was. */
export function claimAgainst(name: string, chosen: Claim): Claim | null {
  const thing = thingOf(name.toLowerCase());
  return thing === null || thing.object === chosen.object
    ? null
    : { isFor: false, ...thing, scope: chosen.scope, quote: `${chosen.quote} (not chosen: ${name})` };
}

function parseSentence(quote: string, language: Language): readonly Claim[] {
  const sentence = quote.toLowerCase().replaceAll("\u2019", "'").replace(/[`*"]/g, "").replace(REASON, "").trim();
  if (isHedged(sentence)) return [];
  const make: Make = (isFor, thing, scope) => {
    const words = scopeWords(scope, language);
    return thing === null || words.length > MAX_SCOPE ? [] : [{ isFor, ...thing, scope: words.join(" "), quote }];
  };
  const moved = MOVE.exec(sentence);
  if (moved !== null) return pair(make, { chosen: moved[3] ?? "", left: moved[2] ?? "", scope: moved[1] ?? "" });
  const replaced = REPLACE.exec(sentence);
  if (replaced !== null) return pair(make, { chosen: replaced[2] ?? "", left: replaced[1] ?? "", scope: "" });
  const against = AGAINST.exec(sentence)?.[1];
  if (against !== undefined) return CONTRAST.test(against) ? [] : make(false, ...split(against));
  const wanted = FOR.exec(sentence)?.[1];
  if (wanted !== undefined) return parseWanted(make, wanted);
  const passive = PASSIVE.exec(sentence);
  if (passive === null) return [];
  const isFor = passive[2] === undefined && !/ (?:forbidden|banned)\b/.test(sentence);
  return make(isFor, thingOf(passive[1] ?? ""), passive[3] ?? "");
}

type Thing = Pick<Claim, "object" | "name">;
type Make = (isFor: boolean, thing: Thing | null, scope: string) => readonly Claim[];

/** `X instead of Y for Z`, `X for Z instead of Y`, `X for Z`. */
function parseWanted(make: Make, text: string): readonly Claim[] {
  const contrast = CONTRAST.exec(text);
  if (contrast === null) return make(true, ...split(text));
  const [chosen, scope] = split(contrast[1] ?? "");
  const [left, otherScope] = split(contrast[2] ?? "");
  const both = [scope, otherScope].join(" ").trim();
  return chosen === null || left === null ? [] : [...make(true, chosen, both), ...make(false, left, both)];
}

function pair(make: Make, { chosen, left, scope }: Readonly<Record<"chosen" | "left" | "scope", string>>): readonly Claim[] {
  const [object, more] = split(chosen);
  const [other, otherMore] = split(left);
  const all = [scope, more, otherMore].join(" ").trim();
  return object === null || other === null ? [] : [...make(true, object, all), ...make(false, other, all)];
}

/** The thing, and what it is for. */
function split(text: string): readonly [thing: Thing | null, scope: string] {
  const parts = SCOPE.exec(text);
  return parts === null ? [thingOf(text), ""] : [thingOf(parts[1] ?? ""), parts[2] ?? ""];
}

/** Only the sentence before tells what they mean. */
const VAGUE: ReadonlySet<string> = new Set(
  "it its this that these those them they one ones other others another same such something anything everything nothing which what".split(" "),
);

/** Null for a list, and for what is too long to be a name. */
function thingOf(text: string): Thing | null {
  if (/[,/&]| and | or |\d+\.\d|:/.test(text)) return null;
  const words = wordsOf(text).filter((word) => !["the", "a", "an", "our", "its", "their"].includes(word));
  if (words.length === 0 || words.length > MAX_OBJECT || words.some((word) => VAGUE.has(word)) || words.every((word) => word.length < 2)) return null;
  const name = canonical(words.map(canonical).join(" "));
  return { name, object: name.split(" ").map(foldedWord).join(" ") };
}

function scopeWords(text: string, language: Language): readonly string[] {
  const words = wordsOf(text).filter((word) => !isStopword(language, word));
  return [...new Set(words.map(foldedWord))].sort();
}
