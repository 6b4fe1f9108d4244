/** The engine's questions, answered from the stores by the same code that answers a prompt: no ranking of its own. */
import { isAbsolute, join } from "node:path";
import type { Core } from "../core.ts";
import { belongsToFile } from "../events/belongs-to.ts";
import type { Context } from "../open-context.ts";
import { pathBelow } from "../project/path-below.ts";
import { SOURCE_OF } from "../sources/source-of.ts";
import { tidy } from "../store/locations.ts";
import type { RecordKind, Scored } from "../types.ts";
import { StoreQuestions } from "./ask-stores.ts";
import type { ContextAnswer, ContextRequest, CoreService, Entity, GraphRequest, RecentRequest, SearchRequest } from "./entity.ts";
import { findLinked } from "./find-linked.ts";
import { holdsName, nameIn } from "./holds-name.ts";
import { toEntity } from "./to-entity.ts";

export type { CoreService } from "./entity.ts";

export interface ServicePlace {
  readonly core: Core;
  readonly cwd: string;
}

/** A record about exactly this file belongs to it however weak its words are. */
const LEAST_IN_FILE = 0.8;
/** What is left of a record of another project that is not as sure as a prompt would ask it to be, or that has but a part of the name. */
const DOUBTFUL = 0.5;
const MAX_RESULTS = 100;

/** Answers are as the stores are at that moment; those to the same question are kept until a store changes. */
export function openCoreService({ core, cwd }: ServicePlace): CoreService {
  return new StoreService(new StoreQuestions(core, cwd));
}

class StoreService implements CoreService {
  constructor(private readonly stores: StoreQuestions) {}

  searchEntities({ query, limit }: SearchRequest): readonly Entity[] {
    return this.stores.once(`search ${query}`, (context) => this.found(query, context)).slice(0, limitOf(limit));
  }

  contextQuery({ query, maxTokens }: ContextRequest): ContextAnswer {
    return this.stores.once(`context ${maxTokens} ${query}`, () => this.answer(query, maxTokens));
  }

  getEntitiesInFile(path: string): readonly Entity[] {
    return this.stores.once(`file ${path}`, (context) => {
      const file = fileOf(path, context);
      const found = file === "" ? [] : this.stores.searchNames(file).filter(({ record }) => belongsToFile(record, file));
      return found.map(({ record, match }) => toEntity(record, LEAST_IN_FILE + (1 - LEAST_IN_FILE) * match));
    });
  }

  queryGraph({ entity, depth = 1, limit = 5 }: GraphRequest): readonly Entity[] {
    return this.stores.once(`graph ${depth} ${entity}`, () => findLinked(this.stores, entity, depth)).slice(0, limitOf(limit));
  }

  recentEntities({ types, limit }: RecentRequest): readonly Entity[] {
    const kinds = Object.keys(SOURCE_OF).filter((kind): kind is RecordKind => types.includes(kind));
    const own = this.stores.once(`recent ${kinds.join(" ")}`, () => this.stores.own([...new Set(kinds.map((kind) => SOURCE_OF[kind]))]).slice(0, MAX_RESULTS));
    return own
      .filter(({ kind }) => kinds.includes(kind))
      .slice(0, limitOf(limit))
      .map((record) => toEntity(record, 1));
  }

  private found(query: string, { config }: Context): readonly Entity[] {
    const name = nameIn(query);
    const neededOfOthers = 1 - config.projects.other_max_wrong;
    const relevanceOf = ({ record, confidence, affinity }: Scored): number => {
      const isForeign = affinity === "other" && confidence < neededOfOthers;
      return confidence * (isForeign ? DOUBTFUL : 1) * (name === null || holdsName(record, name) ? 1 : DOUBTFUL);
    };
    const found = this.stores.search(query).map((scored) => toEntity(scored.record, relevanceOf(scored)));
    return found.sort((x, y) => y.relevance - x.relevance);
  }

  /** What passed the gate together is as sure as the best of it, and less so the further it is behind. */
  private answer(query: string, maxTokens: number): ContextAnswer {
    const event = { name: "UserPromptSubmit", prompt: query, cwd: this.stores.cwd, sessionId: null, agent: null, transcript: "" } as const;
    const { text, trace } = this.stores.core.inject(event, {
      adapt: (context) => ({ ...context, config: { ...context.config, budget: { ...context.config.budget, tokens: maxTokens } } }),
    });
    const shown = (trace.selection?.items ?? []).flatMap(({ offer: { scored } }) => (scored === null ? [] : [scored]));
    const best = Math.max(...shown.map(({ score }) => score), Number.MIN_VALUE);
    return { context: text, entities: shown.map(({ record, score }) => toEntity(record, (trace.confidence ?? 1) * (score / best))) };
  }
}

/** As records name it: from the root, with slashes. */
function fileOf(path: string, { workspace }: Context): string {
  const plain = path.trim().replaceAll("\\", "/");
  if (!isAbsolute(path)) return plain.replace(/^(?:\.\/)+/, "");
  return pathBelow(workspace, tidy(join(path)));
}

function limitOf(limit: number): number {
  return Number.isFinite(limit) ? Math.min(MAX_RESULTS, Math.max(0, Math.floor(limit))) : MAX_RESULTS;
}
