/**
 * Match strength in 0..1: the share of the prompt's information that a record covers. With equal
 * term weights and plain body words it is matched keywords / all keywords. Pure.
 */
import type { Config } from "../config/config.ts";
import type { Credit, Field, Hits, Keyword, Matched } from "../types.ts";

/** One of the keys by which a record may cover a keyword, as a place in a row of hits. */
interface Way {
  readonly column: number;
  readonly share: number;
}

/** A keyword with the ways to cover it. */
interface Aim {
  readonly keyword: Keyword;
  /** Its weight times its information. */
  readonly told: number;
  /** What an exact hit says by itself: 0 for a plain word. */
  readonly strength: number;
  readonly own: number;
  /** The best of them counts. */
  readonly synonyms: readonly Way[];
  /** Their shares add up. */
  readonly parts: readonly Way[];
}

const FIELDS: readonly Field[] = ["body", "body", "tags", "title"];

export class Matcher {
  private readonly aims: readonly Aim[];
  readonly total: number;
  /** What one hit in a field counts, by its code. */
  private readonly boosts: readonly number[];
  readonly largestBoost: number;

  /** `keys` are the columns of every row of hits. */
  constructor(
    keywords: readonly Keyword[],
    private readonly keys: readonly string[],
    informationOf: (key: string) => number,
    { match, keywords: settings, triggers }: Config,
  ) {
    const columns = new Map(keys.map((key, index) => [key, index]));
    const columnOf = (key: string): number => columns.get(key) ?? -1;
    this.aims = keywords.map((keyword) => {
      const own = informationOf(keyword.key);
      const parts = [...new Set(keyword.parts)].filter((part) => part !== keyword.key);
      const all = parts.reduce((sum, part) => sum + informationOf(part), 0);
      return {
        keyword,
        told: keyword.weight * own,
        strength: triggerStrength(keyword, own, triggers),
        own: columnOf(keyword.key),
        // A synonym that is commoner than the keyword itself tells less than it.
        synonyms: keyword.synonyms.map((key) => ({ column: columnOf(key), share: settings.synonym_weight * Math.min(1, informationOf(key) / own) })),
        parts: parts.map((key) => ({ column: columnOf(key), share: (settings.part_weight * informationOf(key)) / all })),
      };
    });
    this.total = this.aims.reduce((sum, { told }) => sum + told, 0);
    this.boosts = [0, 1, match.tag_boost, match.title_boost];
    this.largestBoost = Math.max(1, match.tag_boost, match.title_boost);
  }

  /** The information that each key could add at the most; for an exact symbol at least `strong`, as it lifts the match by itself. */
  mostByKey(strong: number): Float64Array {
    const most = new Float64Array(this.keys.length);
    const add = (column: number, value: number): void => {
      if (column >= 0) most[column] = (most[column] as number) + value;
    };
    for (const { told, strength, own, synonyms, parts } of this.aims) {
      add(own, strength > 0 ? Math.max(told, strong) : told);
      for (const { column, share } of synonyms) add(column, told * share);
      for (const { column, share } of parts) add(column, told * share);
    }
    return most;
  }

  /** For each key and field code what it could cover at the most; an exact symbol could cover all, and a part is lifted by the best field of its fellows. */
  mostByField(): Float64Array {
    const most = new Float64Array(this.keys.length * 4);
    const add = (column: number, value: number, lifted: boolean): void => {
      for (let code = 1; code < 4 && column >= 0; code++) {
        most[column * 4 + code] = (most[column * 4 + code] as number) + value * (lifted ? this.largestBoost : (this.boosts[code] as number));
      }
    };
    for (const { told, strength, own, synonyms, parts } of this.aims) {
      add(own, strength > 0 ? Math.max(told, this.total) : told, false);
      for (const { column, share } of synonyms) add(column, told * share, false);
      for (const { column, share } of parts) add(column, told * share, true);
    }
    return most;
  }

  match(hits: Hits, start: number): Matched {
    let covered = 0;
    let information = 0;
    let miss = 1;
    for (const aim of this.aims) {
      const code = aim.own < 0 ? 0 : (hits[start + aim.own] as number);
      if (code > 0) {
        covered += aim.told * (this.boosts[code] as number);
        information += aim.told;
        miss *= 1 - aim.strength;
      } else if (aim.synonyms.length + aim.parts.length > 0) {
        const { share, code: field } = indirect(aim, hits, start);
        covered += aim.told * share * (this.boosts[field] as number);
        information += aim.told * share;
      }
    }
    const share = this.total === 0 ? 0 : Math.min(1, covered / this.total);
    return { match: 1 - (1 - share) * miss, information };
  }

  /** How each keyword is covered, for explanation. */
  credits(hits: Hits): ReadonlyMap<Keyword, Credit> {
    const credits = new Map<Keyword, Credit>();
    for (const aim of this.aims) {
      const code = aim.own < 0 ? 0 : (hits[aim.own] as number);
      if (code > 0) credits.set(aim.keyword, { via: "own", field: FIELDS[code] as Field, share: 1 });
      else {
        const { via, share, code: field } = indirect(aim, hits, 0);
        if (field > 0) credits.set(aim.keyword, { via, field: FIELDS[field] as Field, share });
      }
    }
    return credits;
  }
}

/** A synonym or the parts of a compound, whichever cover more. */
function indirect({ synonyms, parts }: Aim, hits: Hits, start: number): { readonly via: "synonym" | "parts"; readonly share: number; readonly code: number } {
  let best = 0;
  let bestCode = 0;
  for (const { column, share } of synonyms) {
    const code = column < 0 ? 0 : (hits[start + column] as number);
    if (code > 0 && (share > best || (share === best && code > bestCode))) {
      best = share;
      bestCode = code;
    }
  }
  let sum = 0;
  let sumCode = 0;
  for (const { column, share } of parts) {
    const code = column < 0 ? 0 : (hits[start + column] as number);
    if (code > 0) sum += share;
    if (code > sumCode) sumCode = code;
  }
  return sumCode > 0 && sum > best ? { via: "parts", share: sum, code: sumCode } : { via: "synonym", share: best, code: bestCode };
}

/** An exact symbol, path or error signature speaks for itself, whatever else the prompt says; the more so the rarer it is. */
function triggerStrength(keyword: Keyword, information: number, triggers: Config["triggers"]): number {
  if (keyword.kind === "word") return 0;
  const trigger = keyword.kind === "symbol" ? triggers.symbols : keyword.kind === "path" ? triggers.paths : triggers.errors;
  return trigger.weight * information * Math.min(1, keyword.weight);
}
