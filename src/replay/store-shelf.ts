/** All stores that a replay asks, each loaded once, and the clock that they go by. Gives the hook's own search what it would have read then. */
import { type prefilter, type scanStore, startRefresh } from "../scan.ts";
import { EVERYTHING } from "../store/prefilter.ts";
import type { Scan, ScanRequest } from "../store/scan-store.ts";
import type { StoreFile } from "../store/store-file.ts";
import type { Corpus, EpochMs, Problem } from "../types.ts";
import { StoreHistory } from "./store-history.ts";

type Scanner = { readonly prefilter: typeof prefilter; readonly scanStore: typeof scanStore; readonly startRefresh: typeof startRefresh };

export class StoreShelf {
  readonly problems: Problem[] = [];
  private readonly histories = new Map<string, StoreHistory | null>();
  private readonly visible = new Map<string, number>();
  private time: EpochMs = Number.NEGATIVE_INFINITY;

  /** Takes the place of what reads stores directly. Patterns to look for in raw lines are of no use here. */
  readonly scanner: Scanner = { prefilter: () => EVERYTHING, scanStore: (request) => this.scan(request), startRefresh };

  /** Forward only: what was there stays there. */
  moveTo(time: EpochMs): void {
    this.time = Math.max(this.time, time);
  }

  private scan({ store, columns }: ScanRequest): Scan {
    const history = this.find(store);
    if (history === null) throw new Error("it could not be read before");
    history.moveTo(this.time);
    return history.scan(columns);
  }

  /** How common words are in all that was read so far. */
  get statistics(): Corpus {
    const histories = [...this.histories.values()].filter((history) => history !== null);
    return { records: histories.reduce((sum, { size }) => sum + size, 0), documentFrequency: new Frequencies(histories) };
  }

  private find(store: StoreFile): StoreHistory | null {
    const key = JSON.stringify([store.source, store.path, store.derived, store.project ?? null, store.inline ? store.shownAs : null]);
    let history = this.histories.get(key);
    if (history === undefined) {
      history = this.load(store);
      this.histories.set(key, history);
    }
    return history;
  }

  private load(store: StoreFile): StoreHistory | null {
    try {
      return new StoreHistory(store, this.visible);
    } catch (error) {
      this.problems.push({ where: store.shownAs, what: `cannot be read: ${(error as Error).message}`, hint: "it is left out; the rest is replayed" });
      return null;
    }
  }
}

/** Counted when asked: of all words only a few are. */
class Frequencies extends Map<string, number> {
  constructor(private readonly histories: readonly StoreHistory[]) {
    super();
  }

  override get(key: string): number {
    return this.histories.reduce((sum, history) => sum + history.frequencyOf(key), 0);
  }
}
