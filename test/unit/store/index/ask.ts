/** Asks the stores as inject.ts does, and tells everything that could be seen of the answer. */
import { unitOf } from "../../../../src/score/confidence.ts";
import { rankCandidates } from "../../../../src/score/rank.ts";
import { Scorer } from "../../../../src/score/score-candidates.ts";
import { weighTerms } from "../../../../src/score/terms.ts";
import { trimRanking } from "../../../../src/score/trim-ranking.ts";
import { makeEvidence, TODAY } from "../../builders.ts";
import { openCorpus } from "../index-builders.ts";
import { type Answer, type Asked, describeJudged, describeScored } from "./naive-model.ts";

export interface Bounds {
  /** So many candidates are read. */
  readonly limit: number;
  /** And none that has less of the best one's estimate. */
  readonly leastShare: number;
}

/** As inject.ts asks at first. */
export const AT_FIRST: Bounds = { limit: 40, leastShare: 0.3 };
const ALL: Bounds = { limit: Number.POSITIVE_INFINITY, leastShare: 0 };

export function ask(asked: Asked, cacheDir: string | null, version = "test", bounds = ALL): Answer {
  const { stores, keywords, pairs, project, knownProjects, config, thorough } = asked;
  const corpus = openCorpus({ stores, keywords, project, knownProjects, cacheDir, version });
  try {
    const terms = weighTerms(keywords, corpus.statistics, config);
    const genericWeight = config.keywords.generic_weight;
    const unit = unitOf(terms, corpus.statistics.records, genericWeight);
    const evidence = config.match === "coverage" ? null : makeEvidence(terms, pairs, genericWeight);
    const scorer = new Scorer({ keys: corpus.keys, terms, unit, today: TODAY, config, thorough });
    const shortlist = corpus.candidates(scorer, { ...bounds, isAsked: () => true });
    const judged = shortlist.inOrder();
    const { scored, confidence, unfit } = trimRanking(rankCandidates(judged, { evidence, explain: true }), { config, unit, thorough });
    // Most were copies or outdated: then those that were left aside count.
    if (bounds !== ALL && shortlist.isCut && unfit * 2 >= judged.length) return ask(asked, cacheDir, version, ALL);
    return {
      records: corpus.statistics.records,
      frequencies: Object.fromEntries(corpus.statistics.documentFrequency),
      judged: judged.filter(({ candidate }) => candidate.isCurrent()).map((each) => describeJudged(each, scorer)),
      ...describeScored(scored, confidence),
    };
  } finally {
    corpus.close();
  }
}
