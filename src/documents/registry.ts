/** The registry: one record a project, gathered from metadata, clusters, relationships and contracts. */
import { bodyOf, type Fields, fieldsOf, isFields, noteOf, textOf, textsOf } from "../sources/fields.ts";
import type { LoreRecord } from "../types.ts";
import { type DocumentSource, Gatherer } from "./document-source.ts";

interface Entry {
  readonly name: string;
  role: string;
  description: string;
  readonly clusters: Set<string>;
  readonly exposes: Set<string>;
  readonly consumes: Set<string>;
  readonly components: Set<string>;
  readonly dependsOn: Set<string>;
}

class Entries {
  private readonly byName = new Map<string, Entry>();

  get(name: string): Entry {
    const known = this.byName.get(name);
    if (known) return known;
    const entry: Entry = {
      name,
      role: "",
      description: "",
      clusters: new Set(),
      exposes: new Set(),
      consumes: new Set(),
      components: new Set(),
      dependsOn: new Set(),
    };
    this.byName.set(name, entry);
    return entry;
  }

  all(): readonly Entry[] {
    return [...this.byName.values()];
  }
}

function readMetadata(metadata: Fields, entries: Entries): void {
  for (const [name, value] of Object.entries(metadata)) {
    const fields = fieldsOf(value);
    const contracts = fieldsOf(fields.contracts);
    const entry = entries.get(name);
    entry.role ||= textOf(fields.role);
    entry.description ||= textOf(fields.description);
    addAll(entry.exposes, textsOf(contracts.exposes));
    addAll(entry.consumes, textsOf(contracts.consumes));
    addAll(entry.components, textsOf(fields.components));
  }
}

function readClusters(clusters: Fields, entries: Entries): void {
  for (const [cluster, value] of Object.entries(clusters)) {
    for (const [name, component] of Object.entries(fieldsOf(fieldsOf(value).components))) {
      const fields = fieldsOf(component);
      const entry = entries.get(name);
      entry.role ||= textOf(fields.role);
      entry.description ||= textOf(fields.description);
      entry.clusters.add(cluster);
    }
  }
}

function readDependencies(dependencies: Fields, entries: Entries): void {
  for (const [name, value] of Object.entries(dependencies)) {
    const list = fieldsOf(value).depends_on;
    for (const item of Array.isArray(list) ? list : []) {
      const fields = fieldsOf(item);
      const project = textOf(fields.project) || textOf(item);
      const reason = textOf(fields.reason);
      if (project !== "") entries.get(name).dependsOn.add(reason === "" ? project : `${project} (${reason})`);
    }
  }
}

/** A contract belongs to the project whose folder it lies in. */
function readContracts(contracts: Fields, entries: Entries): void {
  const known = new Set(entries.all().map(({ name }) => name));
  for (const value of Object.values(contracts)) {
    const fields = fieldsOf(value);
    const location = textOf(fields.location);
    const owner = location.split("/").findLast((segment) => known.has(segment));
    if (owner !== undefined) entries.get(owner).exposes.add([location, textOf(fields.interface)].filter(Boolean).join(": "));
  }
}

function addAll(set: Set<string>, values: readonly string[]): void {
  for (const value of values) set.add(value);
}

function toRecord(entry: Entry): LoreRecord {
  return {
    id: `registry-${entry.name}`,
    source: "registry",
    kind: "registry",
    title: entry.description === "" ? entry.name : `${entry.name}: ${entry.description}`,
    body: bodyOf(
      ["Part of", [...entry.clusters].join(", ")],
      ["Components", [...entry.components].join(", ")],
      ["Exposes", [...entry.exposes].join(", ")],
      ["Consumes", [...entry.consumes].join(", ")],
      ["Depends on", [...entry.dependsOn].join("; ")],
    ),
    notes: noteOf("role", entry.role),
    tags: [],
    entities: [...entry.exposes, ...entry.consumes],
    projects: [entry.name],
    value: 0.5,
    at: null,
    day: null,
  };
}

function saysSomething(record: LoreRecord): boolean {
  return record.body.length > 0 || record.notes.length > 0 || record.title.includes(": ");
}

export const registry: DocumentSource = {
  name: "registry",
  parseDocuments(documents) {
    const entries = new Entries();
    const gathered = new Gatherer();
    for (const { file, value } of documents) {
      if (value === null || value === undefined) continue;
      if (!isFields(value)) gathered.problem(file, "expected a map with `metadata`, `clusters`, `dependencies` or `contracts`");
    }
    // In this order: a project's own metadata speaks first, and contracts are told apart by the projects' names.
    for (const { value } of documents) readMetadata(fieldsOf(fieldsOf(value).metadata), entries);
    for (const { value } of documents) readClusters(fieldsOf(fieldsOf(value).clusters), entries);
    for (const { value } of documents) readDependencies(fieldsOf(fieldsOf(value).dependencies), entries);
    for (const { value } of documents) readContracts(fieldsOf(fieldsOf(value).contracts), entries);
    return { records: entries.all().map(toRecord).filter(saysSomething), problems: gathered.problems };
  },
};
