/** Everything around a working folder that speaks to an agent: rule files, and what the client loads by itself. Off the hot path. */
import type { EpochMs, Problem } from "../types.ts";
import { findLoadedDocuments, type LoadedDocument } from "./find-loaded-documents.ts";
import { type FoundRule, findRules, hashBody } from "./find-rules.ts";
import { mergeRules, type NativeBodies } from "./merge-rules.ts";
import type { PlaceRequest } from "./rule-places.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";
import { NOTHING, statementsOf } from "./statements.ts";
import type { Client, Statement, Surroundings } from "./surroundings.ts";
import { type Inputs, Watcher } from "./watcher.ts";

export interface FindRequest extends PlaceRequest {
  /** Who is answered. */
  readonly client: Client;
  readonly cwd: string;
  readonly now: EpochMs;
}

export interface FoundSurroundings {
  readonly surroundings: Surroundings;
  /** Everything it was made from, with the stamp it had. */
  readonly inputs: Inputs;
  /** False when an input was so fresh that a further change could go unnoticed. */
  readonly settled: boolean;
}

/** Each record that is about to be shown is compared with all of them. */
const MAX_STATEMENTS = 4000;

export function findSurroundings(request: FindRequest): FoundSurroundings {
  const watcher = new Watcher(request.now);
  const problems: Problem[] = [];
  const found = findRules(request, watcher, problems);
  const documents = findLoadedDocuments(request, watcher, problems);
  const rules = mergeRules(
    found.map(({ rule }) => rule),
    nativeBodies(documents),
  );
  const surroundings = { rules, statements: collectStatements(documents, found, request.client), problems };
  return { surroundings, inputs: watcher.inputs, settled: watcher.settled };
}

/** A rule file may be a copy of CLAUDE.md or AGENTS.md, or a link to it. */
function nativeBodies(documents: readonly LoadedDocument[]): NativeBodies {
  const clients = new Map<string, readonly Client[]>();
  for (const { text, clients: own } of documents) {
    const hash = hashBody(splitFrontmatter(text).body);
    clients.set(hash, [...(clients.get(hash) ?? []), ...own]);
  }
  return clients;
}

/** Of what the client loads by itself. */
function collectStatements(documents: readonly LoadedDocument[], found: readonly FoundRule[], client: Client): readonly Statement[] {
  const texts = [
    ...documents.filter(({ clients }) => clients.includes(client)).map(({ text }) => text),
    ...found.filter(({ rule }) => rule.nativeTo.includes(client) && rule.mode === "always").map(({ body }) => body),
  ];
  const statements = texts.flatMap((text, index) => [...(index > 0 ? [NOTHING] : []), ...statementsOf(text)]);
  return statements.slice(0, MAX_STATEMENTS);
}
