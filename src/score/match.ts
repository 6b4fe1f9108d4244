/**
 * Match strength in 0..1: the share of the prompt's information that a record covers. With equal
 * term weights and plain body words it is matched keywords / all keywords. Pure.
 */
import type { Config } from "../config/config.ts";
import type { Credit, Field, Hits, Keyword } from "../types.ts";

export interface Match {
  readonly match: number;
  /** Absolute matched information, in units of one word that occurs nowhere else. */
  readonly information: number;
  readonly credits: ReadonlyMap<Keyword, Credit>;
}

/** What one key of a record says about one keyword of the prompt. */
interface Link {
  readonly keyword: Keyword;
  readonly via: Credit["via"];
  /** Shares of parts add up; of the rest the best counts. */
  readonly share: number;
}

export interface Matcher {
  readonly match: (hits: Hits) => Match;
  /** The most that `match` could give, at a fraction of its cost: most candidates share a single common word with the prompt. */
  readonly bound: (hits: Hits) => number;
}

/** Prepares the prompt once, so that a candidate costs no more than its hits. */
export function matcherFor(keywords: readonly Keyword[], informationOf: (key: string) => number, config: Config): Matcher {
  const links = linkKeys(keywords, informationOf, config);
  const total = keywords.reduce((sum, keyword) => sum + keyword.weight * informationOf(keyword.key), 0);
  const most = new Map<string, number>();
  for (const [key, linked] of links) {
    let sum = 0;
    for (const { keyword, share } of linked) sum += keyword.kind === "word" ? keyword.weight * informationOf(keyword.key) * share : total;
    most.set(key, (sum * Math.max(config.match.title_boost, config.match.tag_boost)) / total);
  }
  const bound = (hits: Hits): number => {
    let sum = 0;
    hits.forEach((_field, key) => {
      sum += most.get(key) ?? 0;
    });
    return Math.min(1, sum);
  };
  const match = (hits: Hits): Match => {
    const credits = creditsFor(hits, links);
    let covered = 0;
    let information = 0;
    let miss = 1;
    for (const [keyword, { via, field, share }] of credits) {
      const told = keyword.weight * informationOf(keyword.key);
      covered += told * share * fieldBoost(field, config);
      information += told * share;
      if (via === "own") miss *= 1 - triggerStrength(keyword, informationOf, config);
    }
    const share = total === 0 ? 0 : Math.min(1, covered / total);
    return { match: 1 - (1 - share) * miss, information, credits };
  };
  return { match, bound };
}

/** The person's own word covers a keyword whole; a synonym or the parts of a compound cover it in part. */
function linkKeys(keywords: readonly Keyword[], informationOf: (key: string) => number, config: Config): ReadonlyMap<string, readonly Link[]> {
  const links = new Map<string, Link[]>();
  const add = (key: string, link: Link): void => {
    const known = links.get(key);
    if (known) known.push(link);
    else links.set(key, [link]);
  };
  for (const keyword of keywords) {
    add(keyword.key, { keyword, via: "own", share: 1 });
    const own = informationOf(keyword.key);
    for (const synonym of keyword.synonyms) {
      // A synonym that is commoner than the keyword itself tells less than it.
      add(synonym, { keyword, via: "synonym", share: config.keywords.synonym_weight * Math.min(1, informationOf(synonym) / own) });
    }
    const parts = [...new Set(keyword.parts)].filter((part) => part !== keyword.key);
    const all = parts.reduce((sum, part) => sum + informationOf(part), 0);
    for (const part of parts) add(part, { keyword, via: "parts", share: (config.keywords.part_weight * informationOf(part)) / all });
  }
  return links;
}

function creditsFor(hits: Hits, links: ReadonlyMap<string, readonly Link[]>): ReadonlyMap<Keyword, Credit> {
  const credits = new Map<Keyword, Credit>();
  for (const [key, field] of hits) {
    for (const { keyword, via, share } of links.get(key) ?? []) {
      const before = credits.get(keyword);
      if (before?.via === "parts" && via === "parts") {
        credits.set(keyword, { via, field: before.field === "body" ? field : before.field, share: before.share + share });
      } else if (before === undefined || share > before.share) credits.set(keyword, { via, field, share });
    }
  }
  return credits;
}

function fieldBoost(field: Field, { match }: Config): number {
  return field === "title" ? match.title_boost : field === "tags" ? match.tag_boost : 1;
}

/** An exact symbol, path or error signature speaks for itself, whatever else the prompt says; the more so the rarer it is. */
function triggerStrength(keyword: Keyword, informationOf: (key: string) => number, { triggers }: Config): number {
  if (keyword.kind === "word") return 0;
  const trigger = keyword.kind === "symbol" ? triggers.symbols : keyword.kind === "path" ? triggers.paths : triggers.errors;
  return trigger.weight * informationOf(keyword.key) * Math.min(1, keyword.weight);
}
