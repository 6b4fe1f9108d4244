/** Sentences that say that something does not hold (any more), in English, German, French and Spanish. Pure. */

export interface Correction {
  readonly sentence: string;
  /** What is said not to hold is "that": whatever was said last. */
  readonly isGeneral: boolean;
}

/** It was so once, or it was never so. Without accents, in lower case. */
const OBSOLETE = [
  /\b(?:no longer|not any ?more|any ?more|anymore|out ?-?of ?-?date|outdated|obsolete|stale|superseded|deprecated|ancient history|years ago)\b/,
  /\bwe(?:'ve| have)? (?:dropped|removed|retired|replaced|abandoned|stopped|got rid of|moved away|moved off|moved to|migrated|switched|reverted|killed|sunset|ditched)\b/,
  /\b(?:is|are|was|were|has been|have been|got) (?:dropped|removed|retired|replaced|abandoned|reverted|switched off|shut down|decommissioned|gone)\b/,
  /\bwe (?:don't|do not|never|stopped)\b.*\b(?:any ?more|do that|use)\b/,
  /\b(?:used to be|that was before|not how we|that rule is|that decision (?:was|is))\b/,
  /\b(?:nicht mehr|kein(?:e|en|er)? .*mehr|veraltet|uberholt|abgeschafft|abgelost|abgeschaltet|ersetzt worden|machen wir nicht|gilt nicht)\b/,
  /\b(?:ne|n')\s?\w+ plus\b|\bn'est plus\b|\bplus (?:utilise|valable|d'actualite)\b|\b(?:obsolete|perime|depasse|abandonne)e?s?\b/,
  /\bya no\b|\b(?:obsolet[oa]s?|anticuad[oa]s?|desactualizad[oa]s?|caducad[oa]s?|dejamos de|lo hemos quitado|quedo atras)\b/,
];

/** Something that broke, not something that was given up. */
const SYMPTOM =
  /\b(?:no longer|any ?more|anymore|nicht mehr|ya no|plus) (?:work|compil|build|load|show|pass|start|open|render|respond|appear|funktion|lauf|lad|marche|funciona|carga)|\b(?:work|works|working|compile|compiles|build|builds|load|loads|show|shows|pass|passes|start|starts|open|opens|render|renders|respond|run|runs|geht|lauft|funktioniert|startet|ladt) (?:any ?more|anymore|nicht mehr)\b/;

/** What was just said is wrong: said at once, as "the test is wrong" later in a sentence is about the test. */
const WRONG = [
  /^(?:that|this|it)(?:'s| is| was)? (?:just |plain |simply |also )?(?:wrong|incorrect|not (?:right|true|correct|how)|false)\b|^that isn't (?:right|true|correct)\b/,
  /^we(?:'re| are|'ve| have)? (?:now |always |only |actually |just )?(?:use|do|don't|do not|never|moved|switched|changed|run|keep|store|send|write|went)\b(?! (?:need|want|have to))/,
  /^(?:das|dies|es) (?:ist|war) (?:falsch|nicht richtig|nicht korrekt)\b|^(?:das )?stimmt (?:so )?nicht\b|^(?:machen|nutzen|verwenden) wir\b|^wir (?:machen|nutzen|verwenden|haben)\b/,
  /^(?:c'est|c'etait) (?:faux|incorrect)\b|^ce n'est pas (?:vrai|correct|ca)\b|^(?:nous|on) (?:utilise|fait|a|avons|ne|n')/,
  /^(?:eso|esto) (?:no es|esta) (?:cierto|correcto|asi|mal)\b|^es incorrecto\b|^no es (?:cierto|correcto)\b|^(?:ya )?(?:usamos|lo hacemos|hemos)\b/,
];
/** What people say before it. */
const OPENING = /^(?:(?:no|nope|nah|nein|nee|non|hm+|sorry|wait|actually|but|well|aber|mais|pero|perdon|oh|ah)\b[,.!:;]*\s*)+/;
const REFUSAL = /^(?:no|nope|nah|nein|nee|non)\b/;

/** What an agent calls what it was told. */
const REFERENCE =
  /\b(?:note|notes|record|recorded|decision|pattern|handoff|lore|memory|context|documented|remembered|notiz|entscheidung|eintrag|nota|decisi[oó]n|registro|d[eé]cision|entr[eé]e)\b/;

/** Of a prompt: what the person says does not hold. */
export function findCorrections(prompt: string): readonly Correction[] {
  return sentencesOf(prompt).flatMap((sentence): readonly Correction[] => {
    const plain = plainText(sentence);
    if (isWrong(plain)) return [{ sentence, isGeneral: true }];
    return isObsolete(plain) ? [{ sentence, isGeneral: POINTING.test(plain) }] : [];
  });
}

/** "We use pnpm" corrects only behind a "no". */
function isWrong(plain: string): boolean {
  const said = plain.replace(OPENING, "");
  return WRONG.some((pattern) => pattern.test(said) || pattern.test(plain)) && (REFUSAL.test(plain) || !OURS.test(said));
}

const OURS = /^(?:we|wir|nous|on|machen|nutzen|verwenden|ya|usamos|lo|hemos)\b/;

/** "that", "this": said of what came before. */
const POINTING = /^(?:no|nope|nein|non)\b|^(?:but |aber |mais |pero )?(?:that|this|das|dies|ca|cela|eso|esto)\b/;

/** Of a reply: where the agent found out that what it was told does not hold. */
export function findStaleness(reply: string): readonly string[] {
  return sentencesOf(reply).filter((sentence) => {
    const plain = plainText(sentence);
    return REFERENCE.test(plain) && (isObsolete(plain) || isWrong(plain));
  });
}

/** Whether a text tells of something that was given up. */
export function isObsoleteTalk(text: string): boolean {
  return sentencesOf(text).some((sentence) => isObsolete(plainText(sentence)));
}

function isObsolete(plain: string): boolean {
  return OBSOLETE.some((pattern) => pattern.test(plain)) && !SYMPTOM.test(plain);
}

/** Longer prompts hold pasted text; who corrects says it early. */
const MAX_LOOKED_AT = 4_000;

function sentencesOf(text: string): readonly string[] {
  return text
    .slice(0, MAX_LOOKED_AT)
    .split(/(?<=[.!?;])\s+|\n+/)
    .filter((sentence) => sentence.trim() !== "");
}

function plainText(sentence: string): string {
  return sentence
    .trim()
    .toLowerCase()
    .replaceAll("\u2019", "'")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "");
}
