/** Past sessions once more: every prompt, in the order of time, with the stores as they were then, under each set of settings. Writes nothing. */
import type { EpochMs, Problem, Scored, Selected } from "../types.ts";
import { rarityIn } from "../usefulness/distinctive-terms.ts";
import { type Answered, answerMoment, noteFile, SessionMemory } from "./answer-moment.ts";
import type { FoundTranscript } from "./find-transcripts.ts";
import { type JudgeUse, keyOf, makeJudge, type ShownAt, type Use } from "./judge-use.ts";
import { orderMoments } from "./order-moments.ts";
import type { Outcome, ShownItem, VariantOutcomes } from "./outcome.ts";
import type { Moment, ReadOptions, ReplaySession } from "./read-session.ts";
import { StoreShelf } from "./store-shelf.ts";
import { type OpenOptions, type Variant, VariantContexts } from "./variant.ts";

export interface ReplayRequest {
  readonly transcripts: readonly FoundTranscript[];
  readonly variants: readonly Variant[];
  readonly open: OpenOptions;
  /** Default: the judge of sessions. */
  readonly judge?: JudgeUse;
  /** Prompts before it belong to their session, but are not counted. */
  readonly since?: EpochMs | null;
  /** Whether to tell which synonyms found what: takes several times as long. */
  readonly explain?: boolean;
  /** What was searched for in a transcript: asked as well, beside the session. */
  readonly findSearches?: ReadOptions["findSearches"];
  /** So many records that the gate kept back are looked at where nothing was shown. */
  readonly nearest?: number;
  /** Told after each session how many bytes of transcripts are done. */
  readonly advance?: (bytes: number) => void;
}

export interface Replay {
  readonly variants: readonly VariantOutcomes[];
  readonly sessions: number;
  readonly problems: readonly Problem[];
}

const NEAREST = 1;

export function runReplay(request: ReplayRequest): Replay {
  const problems: Problem[] = [];
  const shelf = new StoreShelf();
  const judge = request.judge ?? makeJudge();
  const players = request.variants.map((variant) => new Player(new VariantContexts(variant, shelf, request.open), request, judge));
  const sizes = new Map(request.transcripts.map(({ path, bytes }) => [path, bytes]));
  const seen = new Set<string>();
  const sessions = new Set<string>();
  const reading: ReadOptions = {
    report: (problem) => problems.push(problem),
    ...(request.findSearches === undefined ? {} : { findSearches: request.findSearches }),
  };
  let done = 0;
  let turn = 0;
  for (const { session, moment, isLast } of orderMoments(request.transcripts, reading)) {
    shelf.moveTo(moment.at);
    // A resumed session repeats its past in another file.
    const isRepeated = moment.kind === "prompt" && !isNew(seen, `${moment.at}\n${moment.text}`);
    // Whoever is asked second finds the stores read: each is first as often as the other, so that their times can be compared.
    for (const player of turn++ % 2 === 0 ? players : players.toReversed()) {
      if (!isRepeated) player.play(session, moment);
      if (isLast) player.end(session, rarityIn(shelf.statistics));
    }
    sessions.add(session.path);
    if (!isLast) continue;
    done += sizes.get(session.path) ?? 0;
    request.advance?.(done);
  }
  return { variants: players.map((player) => player.result()), sessions: sessions.size, problems: [...problems, ...shelf.problems] };
}

function isNew(seen: Set<string>, key: string): boolean {
  const { size } = seen;
  return seen.add(key).size > size;
}

/** An answer whose use is not judged yet. */
interface Pending {
  readonly moment: Moment;
  readonly project: string | null;
  readonly answered: Answered;
}

/** Plays all sessions under one set of settings. */
class Player {
  private readonly outcomes: Outcome[] = [];
  private readonly memories = new Map<string, SessionMemory>();
  private readonly pending = new Map<string, Pending[]>();

  constructor(
    private readonly contexts: VariantContexts,
    private readonly request: ReplayRequest,
    private readonly judge: JudgeUse,
  ) {}

  play({ path }: ReplaySession, moment: Moment): void {
    const context = this.contexts.of(moment.cwd);
    // A search stands beside the session: it neither knows nor changes what was shown.
    const memory = moment.kind === "search" ? new SessionMemory() : this.memoryOf(path);
    if (moment.kind === "file") return noteFile(moment, memory, context);
    const { explain = false, nearest = NEAREST, since = null } = this.request;
    const answered = answerMoment(moment, memory, context, { explain: explain && moment.kind === "prompt", nearest: moment.kind === "search" ? 0 : nearest });
    if (since !== null && moment.at < since) return;
    const pending = this.pending.get(path) ?? [];
    pending.push({ moment, project: context.project.name, answered });
    this.pending.set(path, pending);
  }

  private memoryOf(path: string): SessionMemory {
    let memory = this.memories.get(path);
    if (memory === undefined) {
      memory = new SessionMemory();
      this.memories.set(path, memory);
    }
    return memory;
  }

  /** Judges what was shown, now that it is known how the session went on. */
  end({ path, id, text, moments }: ReplaySession, rarity: (key: string) => number): void {
    const pending = this.pending.get(path) ?? [];
    const shown = pending.flatMap(({ moment: { at, kind }, answered }) =>
      itemsOf(answered).flatMap(({ offer: { scored }, form }): readonly ShownAt[] =>
        scored === null ? [] : [{ record: scored.record, at, form, withheld: kind === "search" }],
      ),
    );
    const keys = new Set(shown.map(({ record }) => keyOf(record)));
    // What the session was shown elsewhere it did not miss, and it is judged from there on.
    const near = pending.flatMap(({ moment: { at }, answered }) =>
      answered.nearest.filter(({ record }) => !keys.has(keyOf(record))).map(({ record }): ShownAt => ({ record, at, form: "full", withheld: true })),
    );
    const { language } = this.contexts.of(moments[0]?.cwd ?? "");
    const uses = this.judge({ text, shown: [...shown, ...near], language, rarity });
    for (const each of pending) this.outcomes.push(toOutcome(id, each, { uses, keys }));
    this.pending.delete(path);
    this.memories.delete(path);
  }

  result(): VariantOutcomes {
    const outcomes = [...this.outcomes].sort((a, b) => a.at - b.at);
    return { name: this.contexts.variant.name, outcomes };
  }
}

function itemsOf({ text, trace }: Answered): readonly Selected[] {
  return text === "" ? [] : (trace.selection?.items ?? []).filter(({ offer }) => offer.scored !== null);
}

/** By the keys of records: what became of each, and which were shown at all. */
interface Verdicts {
  readonly uses: ReadonlyMap<string, Use>;
  readonly keys: ReadonlySet<string>;
}

function toOutcome(session: string, { moment, project, answered }: Pending, { uses, keys }: Verdicts): Outcome {
  const { at, kind, text: prompt } = moment;
  const useOf = ({ record }: Scored): Use => uses.get(keyOf(record)) ?? "ignored";
  const items = itemsOf(answered).flatMap(({ offer: { scored, key }, form, tokens }): readonly ShownItem[] => {
    if (scored === null) return [];
    const { title, source, at: dated } = scored.record;
    const ageDays = dated === null ? null : Math.max(0, (at - dated) / DAY_MS);
    return [{ key, title, source, form, tokens, ageDays, use: useOf(scored), via: synonymsIn(scored) }];
  });
  const missed = answered.nearest
    .filter((scored) => useOf(scored) === "used" && !keys.has(keyOf(scored.record)))
    .map(({ record }) => ({ key: keyOf(record), title: record.title }));
  const tokens = answered.text === "" ? 0 : (answered.trace.selection?.tokens ?? 0);
  const isFile = kind === "file";
  return { session, project, at, kind: isFile ? "start" : kind, prompt, tokens, ms: answered.ms, items, silent: answered.trace.silent, missed };
}

const DAY_MS = 86_400_000;

/** The words that found a record only by what they also mean. */
function synonymsIn({ credits }: Scored): readonly string[] {
  return [...credits].filter(([, { via }]) => via === "synonym").map(([keyword]) => keyword.key);
}
