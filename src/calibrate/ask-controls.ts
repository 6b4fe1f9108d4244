/** Asks the stores, as they are now and in one process, what prompts would get at some threshold. */
import type { Config } from "../config/config.ts";
import type { Context } from "../open-context.ts";
import { matchProject } from "../project/match-project.ts";
import { answerMoment, SessionMemory } from "../replay/answer-moment.ts";
import { StoreShelf } from "../replay/store-shelf.ts";
import { CURRENT, type OpenOptions, VariantContexts } from "../replay/variant.ts";
import type { Scan, ScanRequest } from "../store/scan-store.ts";
import type { EpochMs, LoreRecord, Project } from "../types.ts";
import type { Threshold } from "./choose-threshold.ts";
import type { ControlPrompt } from "./control-prompts.ts";

export interface Got {
  /** Of the best record that is shown; 0 for nothing. */
  readonly score: number;
  readonly keys: readonly string[];
}

const NOTHING: Got = { score: 0, keys: [] };

export class Controls {
  private readonly shelf = new StoreShelf();
  private readonly contexts: VariantContexts;

  constructor(
    private readonly cwd: string,
    open: OpenOptions,
    private readonly now: EpochMs,
  ) {
    this.contexts = new VariantContexts(CURRENT, this.shelf, open);
    this.shelf.moveTo(Number.POSITIVE_INFINITY);
  }

  get config(): Config {
    return this.contexts.of(this.cwd).config;
  }

  /** The project of a folder. */
  projectOf(cwd: string): string | null {
    return this.contexts.of(cwd).project.name;
  }

  /** Each as the first prompt of a session. */
  ask(prompts: readonly ControlPrompt[], { maxWrong, score }: Threshold): readonly Got[] {
    return prompts.map((prompt) => this.askOne(prompt, { maxWrong, score }));
  }

  private askOne({ text, project, from }: ControlPrompt, { maxWrong, score }: Threshold): Got {
    const context = this.contexts.of(this.cwd);
    const config = { ...context.config, max_wrong: maxWrong, threshold: { ...context.config.threshold, score } };
    const adapted: Context = { ...context, config, project: named(project), loadScanner: () => this.scannerWithout(from) };
    const answered = answerMoment({ kind: "prompt", at: this.now, cwd: this.cwd, text }, new SessionMemory(), adapted, { explain: false, nearest: 0 });
    const shown = answered.text === "" ? [] : (answered.trace.selection?.items ?? []).flatMap(({ offer }) => offer.scored ?? []);
    if (shown.length === 0) return NOTHING;
    return { score: Math.max(...shown.map((each) => each.score)), keys: shown.map(({ record }) => `${record.source}:${record.id}`) };
  }

  /** What a prompt's own project knows would be an answer, wherever it is asked. */
  private scannerWithout(from: string | undefined): StoreShelf["scanner"] {
    const { scanner } = this.shelf;
    if (from === undefined) return scanner;
    const { affinity } = matchProject(named(from), []);
    const isForeign = (record: LoreRecord): boolean => affinity(record) !== "own";
    return {
      ...scanner,
      scanStore: (request: ScanRequest): Scan => {
        const scan = scanner.scanStore(request);
        return { ...scan, found: scan.found.filter(({ record }) => isForeign(record)) };
      },
    };
  }
}

function named(name: string | null): Project {
  return { name, slug: null, aliases: [], foundBy: "calibrate" };
}
