/**
 * The match as it can be told from a record's hits alone, without reading it: which terms of the prompt it has, and in
 * which field. Chooses the candidates that are then read and weighed. Pure.
 */
import type { Hits } from "../types.ts";
import type { Term } from "./terms.ts";

/** A term with the places of its keys in a row of hits. */
class Aim {
  constructor(
    readonly told: number,
    readonly own: number,
    readonly synonyms: readonly { readonly column: number; readonly share: number }[],
  ) {}
}

const NO_SYNONYMS: Aim["synonyms"] = [];

/** What a hit in a field counts, by its code: none, body, tags, title. */
const BOOSTS = { evidence: [0, 1, 1.5, 2], coverage: [0, 1, 1, 1] } as const;

export class Estimate {
  private readonly aims: readonly Aim[];
  private readonly boosts: readonly number[];
  /** What a record tells that has every term in its text. */
  readonly total: number;
  readonly largestBoost: number;

  /** `keys` are the columns of every row of hits. */
  constructor(
    terms: readonly Term[],
    private readonly keys: readonly string[],
    method: keyof typeof BOOSTS,
  ) {
    const aims: Aim[] = [];
    let total = 0;
    for (let i = 0; i < terms.length; i++) {
      const { keyword, weight, information, synonyms } = terms[i] as Term;
      const columns = synonyms.length === 0 ? NO_SYNONYMS : synonyms.map(({ key, share }) => ({ column: keys.indexOf(key), share }));
      aims.push(new Aim(weight * information, keys.indexOf(keyword.key), columns));
      total += weight * information;
    }
    this.aims = aims;
    this.boosts = BOOSTS[method];
    this.total = total;
    this.largestBoost = this.boosts[3] as number;
  }

  /** For each key and field code what it could add at the most. In the body it counts once: that is what it tells. */
  mostByField(): Float64Array {
    const most = new Float64Array(this.keys.length * 4);
    for (let i = 0; i < this.aims.length; i++) {
      const { told, own, synonyms } = this.aims[i] as Aim;
      if (own >= 0) this.addMost(most, own, told);
      for (const { column, share } of synonyms) if (column >= 0) this.addMost(most, column, told * share);
    }
    return most;
  }

  private addMost(most: Float64Array, column: number, value: number): void {
    for (let code = 1; code < 4; code++) most[column * 4 + code] = (most[column * 4 + code] as number) + value * (this.boosts[code] as number);
  }

  /** What a record's terms tell, wherever they stand. */
  told(hits: Hits): number {
    let sum = 0;
    for (const { told, own, synonyms } of this.aims) {
      if (own >= 0 && hits[own] !== 0) sum += told;
      else for (const { column, share } of synonyms) if (column >= 0 && hits[column] !== 0) sum += told * share;
    }
    return sum;
  }

  /** 0..1: of what a record would tell that has every term in its title. 0 when its terms, wherever they stand, tell less than `least`. */
  of(hits: Hits, start: number, least: number): number {
    let sum = 0;
    let plain = 0;
    for (const { told, own, synonyms } of this.aims) {
      const code = own < 0 ? 0 : (hits[start + own] as number);
      if (code > 0) {
        sum += told * (this.boosts[code] as number);
        plain += told;
      } else if (synonyms.length > 0) {
        let share = 0;
        let boosted = 0;
        for (const synonym of synonyms) {
          const field = synonym.column < 0 ? 0 : (hits[start + synonym.column] as number);
          if (field === 0) continue;
          share = Math.max(share, synonym.share);
          boosted = Math.max(boosted, synonym.share * (this.boosts[field] as number));
        }
        sum += told * boosted;
        plain += told * share;
      }
    }
    return this.total === 0 || plain < least ? 0 : sum / (this.total * this.largestBoost);
  }
}
