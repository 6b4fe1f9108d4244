/** Asks the stores as inject.ts does, and tells everything that could be seen of the answer. */
import { Scorer, significantKeywords } from "../../../../src/score/score-candidates.ts";
import { trimRanking } from "../../../../src/score/trim-ranking.ts";
import { TODAY } from "../../builders.ts";
import { openCorpus } from "../index-builders.ts";
import { type Answer, type Asked, describeJudged, describeShown } from "./naive-model.ts";

const SHORTLIST = 200;

export function ask(
  { stores, keywords, project, knownProjects, config, thorough }: Asked,
  cacheDir: string | null,
  version = "test",
  most = SHORTLIST,
): Answer {
  const corpus = openCorpus({ stores, keywords, project, knownProjects, cacheDir, version });
  try {
    const chosen = significantKeywords(keywords, corpus.statistics, config.keywords.max);
    const scorer = new Scorer({ corpus: corpus.statistics, keys: corpus.keys, keywords: chosen, today: TODAY, config, thorough });
    const trim = (limit: number): Answer => {
      const shortlist = corpus.candidates(scorer, limit, () => true);
      const { scored: ranked, isEnough } = trimRanking(shortlist.inOrder(), { config, thorough, creditsOf: () => new Map() });
      if (!isEnough && !thorough && shortlist.isCut) return trim(Number.POSITIVE_INFINITY);
      const current = shortlist.inOrder().filter(({ candidate }) => candidate.isCurrent());
      return {
        records: corpus.statistics.records,
        frequencies: Object.fromEntries(corpus.statistics.documentFrequency),
        judged: current.map(describeJudged).sort(),
        ranking: ranked.filter(({ rejected }) => rejected === null).map(({ record, score }) => describeShown(record, score)),
      };
    };
    return trim(most);
  } finally {
    corpus.close();
  }
}
