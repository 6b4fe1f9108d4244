/** The sources that have YAML or JSON documents. A list of records in a file of any other source is read line by line's rules. */
import { ALL_SOURCES } from "../sources/all-sources.ts";
import type { SourceName } from "../types.ts";
import { concepts } from "./concepts.ts";
import { type DocumentSource, Gatherer } from "./document-source.ts";
import { goals } from "./goals.ts";
import { patterns } from "./patterns.ts";
import { registry } from "./registry.ts";
import { transfer } from "./transfer.ts";

const OWN: readonly DocumentSource[] = [patterns, transfer, registry, concepts, goals];

export function documentSource(name: SourceName): DocumentSource {
  return OWN.find((source) => source.name === name) ?? listSource(name);
}

function listSource(name: SourceName): DocumentSource {
  const parseLine = ALL_SOURCES.find((source) => source.name === name)?.parseLine ?? (() => null);
  return {
    name,
    parseDocuments(documents) {
      const gathered = new Gatherer();
      for (const { file, value } of documents) gathered.list(file, "the document", value, name, parseLine);
      return gathered;
    },
  };
}
