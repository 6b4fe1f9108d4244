/** What the engine asks of whoever keeps the records, and the shape in which it gets them. Types alone, so that other stores can be plugged in. */

type Awaitable<T> = T | Promise<T>;

/** A record, as the engine sees it. Its texts are untrusted until rendered. */
export interface Entity {
  readonly id: string;
  /** decision, pattern, failure, handoff, … */
  readonly type: string;
  readonly name: string;
  /** What it says beyond its name. */
  readonly summary?: string;
  /** The file that it is about, when it names one. */
  readonly filePath?: string;
  /** The store it comes from. */
  readonly source: string;
  /** 0..1: how sure it is that this is what was asked for. */
  readonly relevance: number;
}

export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
}

export interface ContextRequest {
  readonly query: string;
  readonly maxTokens: number;
}

export interface ContextAnswer {
  /** What the hook would inject for this text; empty for silence. */
  readonly context: string;
  /** The records in it, best first. Without them the text is taken as it is. */
  readonly entities?: readonly Entity[];
}

export interface GraphRequest {
  /** A record's id. */
  readonly entity: string;
  /** How many links away. Default 1, at most 3. */
  readonly depth?: number;
  /** Default 5. */
  readonly limit?: number;
}

export interface RecentRequest {
  readonly types: readonly string[];
  readonly limit: number;
}

export interface CoreService {
  /** The best matches of all sources, whether or not a prompt would get them; best first. */
  searchEntities(request: SearchRequest): Awaitable<readonly Entity[]>;
  /** As the hook would answer this text. */
  contextQuery(request: ContextRequest): Awaitable<ContextAnswer>;
  /** Those about exactly this file; a path from the root, or an absolute one. */
  getEntitiesInFile(path: string): Awaitable<readonly Entity[]>;
  /** Records that name this one, that it names, or that are about the same files and names. */
  queryGraph(request: GraphRequest): Awaitable<readonly Entity[]>;
  /** The project's newest of these types. Without it there is no session history. */
  recentEntities?(request: RecentRequest): Awaitable<readonly Entity[]>;
}
