/**
 * From triggers to sections of text: each record once, in the section to which it belongs most, the most relevant first, within
 * a budget that counts every character of the text. The same triggers in another order give the same text.
 */
import { collectFinds, type Find } from "./collect-finds.ts";
import type { CoreService, Entity } from "./entity.ts";
import type { ContextSource, InjectedContext, OnError } from "./injected-context.ts";
import { keyOf, Layout } from "./layout.ts";
import type { ContextTrigger } from "./trigger-analyzer.ts";

export type { InjectedContext } from "./injected-context.ts";

export interface RetrieverOptions {
  /** Default 4000. */
  readonly maxTokens?: number;
  /** Default 10. */
  readonly maxSections?: number;
  /** From 0 to 1: what a trigger's relevance times a record's must reach. Default 0.5. */
  readonly minRelevance?: number;
  /** For so many records of files it is told what they are linked with; each costs a search. Default 1. */
  readonly related?: number;
  /** Models count differently; see `budget.token_factor`. Default 1.2. */
  readonly tokenFactor?: number;
  /** Records for which it says no are left out. */
  readonly accepts?: (entity: Entity) => boolean;
  readonly onError?: OnError;
}

interface Limits {
  readonly maxTokens: number;
  readonly maxSections: number;
  readonly minRelevance: number;
  readonly related: number;
  readonly tokenFactor: number;
}

export const DEFAULTS: Limits = { maxTokens: 4000, maxSections: 10, minRelevance: 0.5, related: 1, tokenFactor: 1.2 };
/** More of them cannot be shown, and need not be asked. */
const MAX_TRIGGERS = 32;
const RELATED_NAMES = 5;

export class ContextRetriever {
  private readonly limits: Limits;
  private readonly accepts: (entity: Entity) => boolean;
  private readonly onError: OnError;

  constructor(
    private readonly service: CoreService,
    options: RetrieverOptions = {},
  ) {
    const { maxTokens, maxSections, minRelevance, related, tokenFactor } = DEFAULTS;
    this.limits = {
      maxTokens: options.maxTokens ?? maxTokens,
      maxSections: options.maxSections ?? maxSections,
      minRelevance: options.minRelevance ?? minRelevance,
      related: options.related ?? related,
      tokenFactor: options.tokenFactor ?? tokenFactor,
    };
    this.accepts = options.accepts ?? (() => true);
    this.onError = options.onError ?? (() => {});
  }

  async retrieveContext(triggers: readonly ContextTrigger[]): Promise<InjectedContext> {
    const { minRelevance } = this.limits;
    const asked = [...triggers].filter(({ relevance }) => relevance >= minRelevance).sort(byRelevance);
    const finds = await collectFinds(this.service, asked.slice(0, MAX_TRIGGERS), this.onError);
    const layout = new Layout(this.limits);
    for (const find of finds.filter((each) => this.isWanted(each)).sort(inOrder)) layout.add(find);
    await this.addRelated(layout);
    return { sections: layout.sections(), tokenCount: layout.tokens(), sources: layout.entities().map(sourceOf) };
  }

  private isWanted({ relevance, entity }: Find): boolean {
    return relevance >= this.limits.minRelevance && (entity === null || this.accepts(entity));
  }

  private async addRelated(layout: Layout): Promise<void> {
    for (const find of layout.ofFiles().slice(0, this.limits.related)) {
      try {
        const linked = await this.service.queryGraph({ entity: find.entity.id, depth: 1, limit: RELATED_NAMES });
        layout.relate(
          find.entity,
          linked.filter((entity) => this.isWanted({ ...find, entity, relevance: find.relevance * entity.relevance })),
        );
      } catch (error) {
        this.onError(error, { type: "file_open", relevance: find.relevance, queries: [find.entity.id], source: {} });
      }
    }
  }
}

function sourceOf({ type, id, name, filePath }: Entity): ContextSource {
  const kind = type === "decision" ? "decision" : type === "handoff" || type === "session" ? "session" : "entity";
  return { type: kind, id, name, ...(filePath === undefined ? {} : { filePath }) };
}

function byRelevance(a: ContextTrigger, b: ContextTrigger): number {
  return b.relevance - a.relevance || compare(JSON.stringify([a.type, a.queries, a.source]), JSON.stringify([b.type, b.queries, b.source]));
}

function inOrder(a: Find, b: Find): number {
  return b.relevance - a.relevance || compare(a.title, b.title) || compare(keyOf(a), keyOf(b));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
