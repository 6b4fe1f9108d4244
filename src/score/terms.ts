/** The prompt's keywords with what each tells in these stores. */
import type { Config } from "../config/config.ts";
import type { Corpus, Keyword } from "../types.ts";
import { informationIn } from "./information.ts";

export interface Term {
  readonly keyword: Keyword;
  /** What it counts before its rarity. */
  readonly weight: number;
  /** How much it tells: nats, or 1 where only the share of keywords counts. */
  readonly information: number;
  /** Whether any record has it or a synonym of it. */
  readonly known: boolean;
  /** A synonym counts so much of what the word itself would; less if it is commoner. */
  readonly synonyms: readonly { readonly key: string; readonly share: number }[];
}

/** Those of the keywords that enter the match: the ones with the most weight × information. */
export function weighTerms(keywords: readonly Keyword[], corpus: Corpus, config: Config): readonly Term[] {
  const informationOf = informationIn(corpus);
  const isPlain = config.match === "coverage";
  const terms: Term[] = [];
  for (let i = 0; i < keywords.length; i++) {
    const keyword = keywords[i] as Keyword;
    const { key, weight, synonyms } = keyword;
    // Switched off, a compound counts by its parts alone.
    if (weight <= 0 || (isPlain && keyword.compound)) continue;
    const known = corpus.documentFrequency.has(key) || synonyms.some((each) => corpus.documentFrequency.has(each));
    if (isPlain) terms.push(new WeighedTerm(keyword, 1, 1, known, NO_SYNONYMS));
    else {
      const information = informationOf(key);
      terms.push(new WeighedTerm(keyword, weight, information, known, synonyms.length === 0 ? NO_SYNONYMS : shareOut(synonyms, information)));
    }
  }
  return significant(terms, config.keywords.max);

  function shareOut(synonyms: readonly string[], information: number): Term["synonyms"] {
    // What the person said as well counts by itself.
    const others = synonyms.filter((each) => !keywords.some(({ key }) => key === each));
    return others.map((key) => ({ key, share: synonymShare(informationOf(key), information, config) }));
  }
}

const NO_SYNONYMS: Term["synonyms"] = [];

/** No literal: V8 defines the properties of the first few one by one. */
class WeighedTerm implements Term {
  constructor(
    readonly keyword: Keyword,
    readonly weight: number,
    readonly information: number,
    readonly known: boolean,
    readonly synonyms: Term["synonyms"],
  ) {}
}

function synonymShare(information: number, own: number, { keywords }: Config): number {
  return own <= 0 ? 0 : keywords.synonym_weight * Math.min(1, information / own);
}

/** Words that no record has cannot rank, but a prompt full of them is about something else: they stand behind those that can. */
function significant(terms: readonly Term[], max: number): readonly Term[] {
  if (terms.length <= max) return terms;
  const rank = ({ weight, information, known }: Term): number => weight * information * (known ? 1 : 0.5);
  const kept = new Set([...terms].sort((a, b) => rank(b) - rank(a)).slice(0, max));
  return terms.filter((term) => kept.has(term));
}
