/** Asks the service what belongs to each trigger. What fails for one of them is told and leaves the others alone. */
import type { CoreService, Entity } from "./entity.ts";
import type { OnError } from "./injected-context.ts";
import { titleOf } from "./render-context.ts";
import type { ContextTrigger } from "./trigger-analyzer.ts";

/** Something that may be shown under a title: a record, or the text of a service that gives no records. */
export interface Find {
  readonly title: string;
  /** The trigger's relevance times the record's. */
  readonly relevance: number;
  readonly entity: Entity | null;
  readonly text: string;
}

/** Of each name so many records are asked for. */
const PER_SYMBOL = 3;
const PER_QUERY_TOKENS = 1000;
const RECENT_DECISIONS = 3;

export async function collectFinds(service: CoreService, triggers: readonly ContextTrigger[], onError: OnError): Promise<readonly Find[]> {
  const finds: Find[] = [];
  for (const trigger of triggers) {
    for (const ask of questionsOf(service, trigger)) {
      try {
        finds.push(...(await ask()));
      } catch (error) {
        onError(error, trigger);
      }
    }
  }
  return finds;
}

type Question = () => Promise<readonly Find[]>;

/** One after the other, so that one that fails takes no other with it. */
function questionsOf(service: CoreService, trigger: ContextTrigger): readonly Question[] {
  const { relevance, queries, source } = trigger;
  const symbols = (names: readonly string[]): readonly Question[] =>
    names.map((name) => async () => findsOf(titleOf("Symbol", name), await service.searchEntities({ query: name, limit: PER_SYMBOL }), relevance));
  switch (trigger.type) {
    case "file_open":
    case "file_edit": {
      const path = source.filePath ?? queries[0] ?? "";
      return [async () => findsOf(titleOf("File", path), await service.getEntitiesInFile(path), relevance), ...symbols(source.symbols ?? [])];
    }
    case "symbol_mention":
      return symbols(source.symbols ?? queries);
    case "message":
      return queries.map((query) => async () => {
        const { context, entities } = await service.contextQuery({ query, maxTokens: PER_QUERY_TOKENS });
        if (entities !== undefined) return findsOf(titleOf("Context", query), entities, relevance);
        return context === "" ? [] : [{ title: titleOf("Context", query), relevance, entity: null, text: context }];
      });
    case "session_start":
      return [
        async () =>
          findsOf(titleOf("Session", "where the last one ended"), (await service.recentEntities?.({ types: ["handoff"], limit: 1 })) ?? [], relevance),
        async () =>
          findsOf(titleOf("Decisions", "the latest"), (await service.recentEntities?.({ types: ["decision"], limit: RECENT_DECISIONS })) ?? [], relevance),
      ];
    default:
      return [];
  }
}

/** A service that does not weigh its answers vouches for them. */
function findsOf(title: string, entities: readonly Entity[], share: number): readonly Find[] {
  return entities.map((entity) => {
    const own = Number.isFinite(entity.relevance) ? Math.min(1, Math.max(0, entity.relevance)) : 1;
    return { title, relevance: share * own, entity, text: "" };
  });
}
