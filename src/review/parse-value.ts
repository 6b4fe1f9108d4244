/** The one number that a sentence sets, and for what: a port, a limit, a time, a version. Pure. */
import { isStopword, type Language } from "../analyze/language.ts";
import { isHedged } from "./parse-claims.ts";
import { foldedWord, NEGATIONS, wordsOf } from "./words.ts";

export interface ValueClaim {
  /** What it is set for, its words sorted. */
  readonly subject: string;
  readonly value: string;
  readonly quote: string;
}

/** One of these beside the number makes it a setting; without, it may count anything. */
const SETTINGS: ReadonlySet<string> = new Set(
  `port timeout limit ttl retry retries attempt attempts size threshold interval delay maximum max minimum min second seconds sec s ms millisecond milliseconds
  minute minutes hour hours day days week weeks mb gb kb bytes percent thread threads worker workers connection connections column columns character characters
  space spaces replica replicas token tokens budget concurrency expiry expire expires version`.split(/\s+/),
);
/** A version is chosen by these, and supported beside others by any other verb. */
const CHOOSES = /^(?:we )?(?:require|pin|target|use|run on|standardi[sz]e on)\b/i;
/** Numbers behind these only count: two of them do not exclude each other. */
const COUNTED: ReadonlySet<string> = new Set(
  "phase step part issue pr ticket week sprint milestone day round chapter section adr rfc option stage level tier iteration number page line rule item task batch case example attempt goal q".split(
    " ",
  ),
);
/** How a value is set: without one of these a number is only observed. It says nothing about what the value is set for. */
const SETS: ReadonlySet<string> = new Set(
  "set use uses using is are be run runs listen listens served serve raise increase reduce lower change bump keep make configure configured should must will require pin target standardize defaults default".split(
    " ",
  ),
);
const COMPARED: ReadonlySet<string> = new Set("least most above below under over more less up per every before after between from".split(" "));
const NUMBER = /^(\d+(?:\.\d+)?)(ms|s|m|h|d|kb|mb|gb|%)?$/;
const MAX_WORDS = 14;

export function parseValue(sentence: string, language: Language): ValueClaim | null {
  const words = wordsOf(
    sentence
      .replace(/(\d),(?=\d{3}\b)/g, "$1")
      .replace(/(\d)\s*%/g, "$1percent ")
      .replace(/(\d)percent/g, "$1 percent"),
  );
  const at = words.findIndex((word) => NUMBER.test(word));
  const [, value = "", unit = ""] = NUMBER.exec(words[at] ?? "") ?? [];
  const others = words.filter((_word, index) => index !== at);
  if (value === "" || words.length > MAX_WORDS || others.some((word) => /^\d|\d{3}/.test(word) || NEGATIONS.has(word)) || isHedged(sentence)) return null;
  if (!others.some((word) => SETS.has(word)) || !isSetting(words, at, unit, sentence)) return null;
  const kept = others.filter((word) => !SETS.has(word) && (COMPARED.has(word) || SETTINGS.has(word) || !isStopword(language, word)));
  // Without a subject of its own it may be said of anything.
  if (!kept.some((word) => !SETTINGS.has(word) && !COMPARED.has(word))) return null;
  return { subject: [...new Set([...kept.map(foldedWord), ...(unit === "" ? [] : [unit])])].sort().join(" "), value, quote: sentence };
}

function isSetting(words: readonly string[], at: number, unit: string, sentence: string): boolean {
  const before = words[at - 1] ?? "";
  const near = [words[at - 2], before, words[at + 1], words[at + 2]].filter((word) => word !== undefined);
  if (COUNTED.has(before)) return false;
  return unit !== "" || near.some((word) => SETTINGS.has(word)) || (CHOOSES.test(sentence) && /^[a-z]{2,}$/.test(before) && !SETS.has(before));
}
