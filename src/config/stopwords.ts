/** Stopword lists by language code. English alone is bundled here; the others load when a config asks for one. */
import { eng } from "stopword";
import type { Problem } from "../types.ts";

export type StopwordLists = Readonly<Record<string, readonly string[]>>;

/** The common two-letter codes; the package itself uses three letters. */
const LONG_CODES: Readonly<Record<string, string>> = {
  en: "eng",
  de: "deu",
  fr: "fra",
  es: "spa",
  pt: "por",
  it: "ita",
  nl: "nld",
  sv: "swe",
  da: "dan",
  no: "nob",
  fi: "fin",
  pl: "pol",
  cs: "ces",
  sk: "slk",
  hu: "hun",
  ro: "ron",
  bg: "bul",
  hr: "hrv",
  sl: "slv",
  lt: "lit",
  lv: "lav",
  et: "est",
  ru: "rus",
  uk: "ukr",
  el: "ell",
  tr: "tur",
  ar: "ara",
  he: "heb",
  fa: "fas",
  hi: "hin",
  bn: "ben",
  ur: "urd",
  th: "tha",
  vi: "vie",
  id: "ind",
  ms: "msa",
  zh: "zho",
  ja: "jpn",
  ko: "kor",
  ca: "cat",
  eu: "eus",
  gl: "glg",
  ga: "gle",
  af: "afr",
  sw: "swa",
  la: "lat",
  eo: "epo",
};

/** Question and filler words that the package's English list leaves out. */
const MORE_ENGLISH = `why when whose whom not no nor so just let lets don't doesn't didn't isn't aren't wasn't can't won't i'm it's that's
what's there's we're you're they're i've we've let's its us am does done will shall may upon per via etc ie eg vs`.split(/\s+/);

export interface Stopwords {
  readonly words: readonly string[];
  readonly problems: readonly Problem[];
}

function findList(lists: StopwordLists, code: string): readonly string[] | undefined {
  const list = Object.hasOwn(lists, code) ? lists[code] : undefined;
  return Array.isArray(list) ? list : undefined;
}

export function readStopwords(languages: readonly string[], loadAll: () => StopwordLists): Stopwords {
  const words = new Set<string>();
  const problems: Problem[] = [];
  for (const language of languages) {
    const code = Object.hasOwn(LONG_CODES, language) ? LONG_CODES[language] : language;
    const list = code === "eng" ? [...eng, ...MORE_ENGLISH] : code === undefined ? undefined : findList(loadAll(), code);
    if (list === undefined) problems.push({ where: "languages", what: `no stopword list for "${language}"`, hint: "use codes such as en, de, fr, es, zh" });
    else for (const word of list) words.add(word.toLowerCase());
  }
  return { words: [...words], problems };
}
