/** From candidates to records in their true order, and what notes lend each other. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Ranked, type RankOptions, rankCandidates } from "../../../src/score/rank.ts";
import type { Candidate, Judged, LoreRecord, Neighbour } from "../../../src/types.ts";
import { byEstimate, makeCandidate, makeEvidence, makeJudged, makeRecord, makeTerm, TODAY } from "../builders.ts";

const DAY_MS = 86_400_000;
const MINUTE = 60_000;
const NOON = TODAY * DAY_MS;
const TERMS = [makeTerm("kafka"), makeTerm("mutex"), makeTerm("quota")];
const NO_HITS = new Uint8Array(0);

const OPTIONS: RankOptions = { evidence: makeEvidence(TERMS, [], 0.3), explain: false };

function judged(record: Partial<LoreRecord>, over: Partial<Judged> = {}, candidate: Partial<Candidate> = {}): Judged {
  return makeJudged(makeCandidate(record, NO_HITS, candidate), over);
}

const rank = (candidates: readonly Judged[], over: Partial<RankOptions> = {}): readonly Ranked[] => rankCandidates(candidates, { ...OPTIONS, ...over });
const idsOf = (ranked: readonly Ranked[]): readonly string[] => ranked.map(({ record }) => record.id);

describe("the order", () => {
  it("is that of the texts, not that of the estimates", () => {
    const once = judged({ id: "dec-1", title: "Something", body: [["", `kafka${" and more".repeat(99)}`]] }, { score: 0.5 }, { place: 1 });
    const all = judged({ id: "dec-2", title: "kafka mutex quota" }, { score: 0.4 }, { place: 2 });
    expect(idsOf(rank([once, all]))).toEqual(["dec-2", "dec-1"]);
  });

  it("score = source weight × recency × match, the project's factor being part of the match", () => {
    for (const { score, weight, recency, match } of rank([judged({ title: "On kafka" }, { weight: 0.9, recency: 0.8, affinity: 0.7 })])) {
      expect(score).toBeCloseTo(weight * recency * match, 12);
      expect([weight, recency]).toEqual([0.9, 0.8]);
      expect(match).toBeCloseTo(0.7 * makeEvidence(TERMS, [], 0.3).weigh(makeRecord({ title: "On kafka" })).match, 12);
    }
    expect.assertions(3);
  });

  it("of two equal records the newer comes first, then the later line", () => {
    const title = "On kafka";
    const some = [
      judged({ id: "dec-4", title, at: NOON + 2 }, {}, { place: 1 }),
      judged({ id: "dec-3", title, at: NOON + 1 }, {}, { place: 8 }),
      judged({ id: "dec-2", title, at: NOON + 1 }, {}, { place: 7 }),
      judged({ id: "dec-1", title, at: NOON }, {}, { place: 9 }),
    ];
    expect(idsOf(rank(some.toReversed()))).toEqual(idsOf(rank(some)));
    expect(idsOf(rank(some))).toEqual(["dec-4", "dec-3", "dec-2", "dec-1"]);
  });

  it("a record that holds none of the words is none", () => {
    expect(rank([judged({ title: "Something else" })])).toEqual([]);
  });

  it("what each term adds is told only when somebody asks", () => {
    const some = [judged({ title: "On kafka" })];
    expect(rank(some)[0]?.credits.size).toBe(0);
    expect([...(rank(some, { explain: true })[0]?.credits.keys() ?? [])].map(({ key }) => key)).toEqual(["kafka"]);
  });
});

describe("by the plain share of keywords", () => {
  it("the estimate is the match, as it is, and every record is sure enough", () => {
    for (const { match, score, strength } of rank([judged({ title: "Whatever" }, { score: 0.9 * 0.8 * 0.25, weight: 0.9, recency: 0.8 })], {
      evidence: null,
    })) {
      expect(match).toBeCloseTo(0.25, 12);
      expect(score).toBeCloseTo(0.9 * 0.8 * 0.25, 12);
      expect(strength).toBe(Number.POSITIVE_INFINITY);
    }
    expect.assertions(3);
  });
});

/** A store of notes, a line each, all of them candidates that say anything about the prompt. */
class Notes {
  readonly records: readonly LoreRecord[];

  constructor(
    notes: readonly Partial<LoreRecord>[],
    private readonly outdated: ReadonlySet<number> = new Set(),
  ) {
    this.records = notes.map((note, place) =>
      makeRecord({ id: `obs-${place}`, source: "inbox", kind: "observation", untitled: true, at: NOON + place * MINUTE, ...note }),
    );
  }

  private neighboursOf(place: number): readonly Neighbour[] {
    return [-2, -1, 1, 2].flatMap((step) => {
      const record = this.records[place + step];
      return record ? [{ record, place: place + step, distance: Math.abs(step), isCurrent: () => !this.outdated.has(place + step) }] : [];
    });
  }

  rank(places: readonly number[] = [...this.records.keys()], scoreOf: (place: number) => number = () => 0.5): ReadonlyMap<string, Ranked> {
    const candidates = places.map((place) =>
      judged(
        this.records[place] as LoreRecord,
        { score: scoreOf(place) },
        { place, neighbours: () => this.neighboursOf(place), isCurrent: () => !this.outdated.has(place) },
      ),
    );
    return new Map(rank(candidates.sort(byEstimate)).map((ranked) => [ranked.record.id, ranked]));
  }
}

const supportOf = (notes: Notes, place: number, ...asked: Parameters<Notes["rank"]>): number => notes.rank(...asked).get(`obs-${place}`)?.support ?? Number.NaN;

describe("neighbouring notes", () => {
  const PAIR: readonly Partial<LoreRecord>[] = [{ title: "kafka and mutex" }, { title: "quota here" }];

  it("lend each other support, which raises the score", () => {
    const ranked = new Notes(PAIR).rank();
    const alone = new Notes(PAIR.slice(1)).rank();
    expect(supportOf(new Notes(PAIR), 0)).toBeGreaterThan(0);
    expect(ranked.get("obs-1")?.support).toBeGreaterThan(0);
    const before = alone.get("obs-0");
    expect(ranked.get("obs-1")?.score).toBeGreaterThan(before?.score ?? 1);
    // What it says for being right is its own.
    expect(ranked.get("obs-1")?.strength).toBe(before?.strength);
  });

  it("the next one lends more than the one after it, and one further away nothing", () => {
    const away = (blanks: number) =>
      new Notes([{ title: "kafka and mutex" }, ...Array.from({ length: blanks }, () => ({ title: "blank" })), { title: "quota here" }]);
    expect(supportOf(away(0), 1)).toBeGreaterThan(supportOf(away(1), 2));
    expect(supportOf(away(1), 2)).toBeGreaterThan(0);
    expect(supportOf(away(2), 3)).toBe(0);
  });

  it("the better the neighbour matches, the more it lends", () => {
    const beside = (title: string) => supportOf(new Notes([{ title }, { title: "quota here" }]), 1);
    expect(beside("kafka and mutex")).toBeGreaterThan(beside("kafka and blank"));
    expect(beside("blank and blank")).toBe(0);
  });

  it.each<[string, Partial<LoreRecord>]>([
    ["a note of another hour", { title: "kafka and mutex", at: NOON - 31 * MINUTE }],
    ["a note of unknown time", { title: "kafka and mutex", at: null }],
    ["a note of another project", { title: "kafka and mutex", projects: ["shop"] }],
    ["a long note", { title: `kafka and mutex ${"x ".repeat(200)}` }],
    ["a record with a title", { title: "kafka and mutex", untitled: undefined as never }],
  ])("%s neither lends nor gets support", (_what, first) => {
    const notes = new Notes([first, { title: "quota here" }]);
    expect(supportOf(notes, 1)).toBe(0);
    expect(supportOf(notes, 0)).toBe(0);
  });

  it("half an hour apart is still together", () => {
    expect(supportOf(new Notes([{ title: "kafka and mutex", at: NOON - 29 * MINUTE }, { title: "quota here" }]), 1)).toBeGreaterThan(0);
  });

  it("an outdated neighbour lends nothing", () => {
    expect(supportOf(new Notes(PAIR, new Set([0])), 1, [1])).toBe(0);
  });

  it("nor does an outdated note that is a candidate itself", () => {
    expect(supportOf(new Notes(PAIR, new Set([0])), 1)).toBe(0);
  });

  it("a neighbour that is no candidate comes in by its neighbour's support", () => {
    const ranked = new Notes(PAIR).rank([0]);
    expect([...ranked.keys()].sort()).toEqual(["obs-0", "obs-1"]);
    expect(ranked.get("obs-1")?.support).toBeGreaterThan(0);
  });

  it("but not if it says nothing of the prompt itself", () => {
    expect([...new Notes([{ title: "kafka and mutex" }, { title: "blank" }]).rank([0]).keys()]).toEqual(["obs-0"]);
  });

  it("a neighbour of another project's tag does not come in as the candidate's own", () => {
    const notes = new Notes([
      { title: "kafka and mutex", tags: ["flow"] },
      { title: "quota here", tags: ["shop"] },
    ]);
    const own = judged(
      notes.records[0] as LoreRecord,
      {},
      { place: 0, affinity: "own", neighbours: () => [{ record: notes.records[1] as LoreRecord, place: 1, distance: 1, isCurrent: () => true }] },
    );
    expect(rank([own]).find(({ record }) => record.id === "obs-1")?.affinity).not.toBe("own");
  });

  it("support is mutual and does not depend on the order of the candidates", () => {
    const note = fc.constantFrom("kafka here", "kafka mutex", "quota here", "kafka mutex quota", "blank", "mutex mutex");
    const some = fc.array(note, { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(some, (titles) => {
        const notes = new Notes(titles.map((title) => ({ title })));
        const own = titles.map((title) => makeEvidence(TERMS, [], 0.3).weigh(makeRecord({ title, untitled: true })).match);
        const said = [...titles.keys()].filter((place) => (own[place] as number) > 0);
        const ranked = notes.rank(said);
        const upside = notes.rank(said.toReversed());
        for (const place of said) {
          const expected = [-2, -1, 1, 2].reduce((sum, step) => sum + (Math.abs(step) === 1 ? 0.4 : 0.2) * (own[place + step] ?? 0), 0);
          expect(ranked.get(`obs-${place}`)?.support).toBeCloseTo(expected, 9);
          expect(upside.get(`obs-${place}`)?.support).toBeCloseTo(expected, 9);
        }
      }),
    );
  });
});
