/**
 * Builds the prepared workspace from YAML files and globs, and writes it to the cache. The hook loads
 * this file only when the cached form no longer holds.
 */
import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { parse as parseYaml } from "yaml";
import { makeLanguage } from "./analyze/language.ts";
import { buildConfig } from "./config/build-config.ts";
import type { Config } from "./config/config.ts";
import { AMBIGUOUS_WORDS, FUNCTION_WORDS } from "./config/function-words.ts";
import { GENERIC_WORDS } from "./config/generic-words.ts";
import { type ConfigOrigin, parseConfig, type Settings } from "./config/parse-config.ts";
import { parseSynonyms } from "./config/parse-synonyms.ts";
import { readStopwords, type StopwordLists } from "./config/stopwords.ts";
import type { ProjectOverride } from "./project/resolve-project.ts";
import { ALL_SOURCES } from "./sources/all-sources.ts";
import { fieldsOf, textOf, textsOf } from "./sources/fields.ts";
import { writeTwice } from "./store/cache-file.ts";
import { type DerivedFile, derive } from "./store/derived-cache.ts";
import { type FoundFile, findStores } from "./store/find-stores.ts";
import { ABSENT, hashText, readIdentity } from "./store/identity.ts";
import { indexKey } from "./store/index/open-index.ts";
import { findDataRoot } from "./store/locations.ts";
import { FORMAT, markInputs, PRESENT, type Prepared, type PrepareRequest, preparedName } from "./store/prepared.ts";
import { describeUntrusted, findProjectStores, PROJECT_STORES, type ProjectStore, refuseForeign } from "./store/project-stores.ts";
import { readBounded } from "./store/read-bounded.ts";
import type { StoreFile } from "./store/store-file.ts";
import { readTrust, trustedHashes, trustFile } from "./store/trust-file.ts";
import type { Problem, SourceName } from "./types.ts";

export { prepareSurroundings } from "./surroundings/prepare-surroundings.ts";

export interface PrepareOptions {
  /** Settings from the command line, above every file. Nothing is then written to the shared cache file. */
  readonly flags?: Settings;
  readonly loadStopwords: () => StopwordLists;
  /** Shipped files by path, for the single executable, which holds them itself. Its version tells when they change. */
  readonly embedded?: Readonly<Record<string, string>>;
}

/** Nobody configures with more than this. */
const MAX_CONFIG_BYTES = 1024 * 1024;
/** So many documents of a source, the newest, are checked for edits on each prompt; new files show in their folder. */
const WATCHED_DOCUMENTS = 2000;
/** Sessions pile up by the hundred, and old ones are not edited. */
const WATCHED_SESSIONS = 16;

export function prepareWorkspace(request: PrepareRequest, { flags, loadStopwords, embedded = {} }: PrepareOptions): Prepared {
  const builder = new Builder(request, embedded);
  const config = builder.readConfig(flags);
  const synonyms = builder.readSynonyms();
  const override = builder.readOverride();
  const stopwords = readStopwords(config.languages, loadStopwords);
  builder.problems.push(...stopwords.problems);
  const stores = builder.findAndDerive(config);
  const prepared: Prepared = {
    format: FORMAT,
    version: request.version,
    settled: builder.settled,
    inputs: builder.watchedInputs(),
    config: withoutIdlePatterns(config),
    language: makeLanguage({ stopwords: stopwords.words, foreign: FUNCTION_WORDS, ambiguous: AMBIGUOUS_WORDS, generic: GENERIC_WORDS, synonyms }),
    indexKey: indexKey(stores.stores),
    override,
    ...stores,
    problems: builder.problems,
  };
  if (flags === undefined && !stores.stores.some(({ inline }) => inline)) {
    writeTwice(request.locations.cacheDir, preparedName(request), JSON.stringify(prepared));
  }
  return prepared;
}

/** Of a mode that is not enabled only the words count: its patterns are never tried, and would be parsed by each prompt. */
function withoutIdlePatterns(config: Config): Config {
  return { ...config, modes: config.modes.map((mode) => (mode.enabled ? mode : { ...mode, patterns: [] })) };
}

class Builder {
  readonly problems: Problem[] = [];
  readonly inputs = new Map<string, string>();
  settled = true;

  constructor(
    private readonly request: PrepareRequest,
    private readonly embedded: Readonly<Record<string, string>>,
  ) {}

  readConfig(flags: Settings | undefined): Config {
    const { shippedDir, locations, workspace } = this.request;
    const layers = [
      this.parseLayer(join(shippedDir, "config.yaml"), "shipped"),
      locations.userConfigDir === null ? null : this.parseLayer(join(locations.userConfigDir, "config.yaml"), "user"),
      workspace.configFile === null ? null : this.parseLayer(workspace.configFile, "project"),
    ];
    return buildConfig([...layers.filter((layer) => layer !== null), ...(flags ? [flags] : [])], this.problems);
  }

  private parseLayer(file: string, origin: ConfigOrigin): Settings | null {
    const parsed = this.parseInput(file, (text) => parseConfig(text, file, origin));
    return parsed?.settings ?? null;
  }

  /** Whatever a file does to its parser (deep nesting overflows the stack), the others still count. */
  private parseInput<T extends { readonly problems: readonly Problem[] }>(file: string, parse: (text: string) => T): T | null {
    const text = this.readInput(file);
    if (text === null) return null;
    try {
      const parsed = parse(text);
      this.problems.push(...parsed.problems);
      return parsed;
    } catch (error) {
      this.problems.push({ where: file, what: `cannot be parsed: ${(error as Error).message}`, hint: "this file is skipped; the rest is used" });
      return null;
    }
  }

  readSynonyms(): ReadonlyMap<string, readonly string[]> {
    const { shippedDir, locations, workspace } = this.request;
    const files = [
      join(shippedDir, "keyword-synonyms.yaml"),
      locations.userConfigDir && join(locations.userConfigDir, "keyword-synonyms.yaml"),
      workspace.synonymsFile,
    ];
    const merged = new Map<string, readonly string[]>();
    for (const file of files) {
      const parsed = file === null ? null : this.parseInput(file, (text) => parseSynonyms(text, file));
      for (const [key, terms] of parsed?.synonyms ?? []) merged.set(key, terms);
    }
    return merged;
  }

  /** `.lore/project.yaml`: `name: flow` and optionally `aliases: [flow-sdk]`. */
  readOverride(): ProjectOverride | null {
    const file = this.request.workspace.overrideFile;
    const text = file === null ? null : this.readInput(file);
    if (file === null || text === null) return null;
    try {
      const fields = fieldsOf(parseYaml(text, { logLevel: "error" }));
      const name = textOf(fields.name) || textOf(fields.project);
      if (name !== "") return { name, aliases: textsOf(fields.aliases) };
      this.problems.push({ where: file, what: "has no `name`", hint: "name: my-project" });
    } catch (error) {
      this.problems.push({ where: file, what: `broken YAML: ${(error as Error).message.split("\n")[0]}` });
    }
    return null;
  }

  findAndDerive(config: Config): Pick<Prepared, "dataRoot" | "stores" | "knownProjects"> {
    const { env, locations } = this.request;
    const dataRoot = findDataRoot(env, locations.home, config.data_dir);
    if (dataRoot.path === null || this.watch(dataRoot.path, true) === ABSENT) {
      const hint = "create it, or set LORE_DATA_DIR to the folder that holds your stores";
      this.problems.push({ where: dataRoot.path ?? "data root", what: `no data folder there (${dataRoot.foundBy})`, hint });
    }
    const found = dataRoot.path === null ? { files: [], watched: [], problems: [] } : findStores(config, dataRoot.path, locations.home);
    this.problems.push(...found.problems);
    const lines = new Set(found.files.filter(({ path }) => isLines(path)).map(({ path }) => path));
    for (const path of found.watched) this.watch(path, lines.has(path));
    const derived = this.deriveAll(found.files, (source) => hashText(JSON.stringify([dataRoot.path, config.sources[source].paths])));
    // The person's own lines come later, and so have the last word on an id.
    return { dataRoot, ...derived, stores: [...this.findShared(config), ...derived.stores] };
  }

  /** The repository's own stores, as far as they are trusted. Each change of one of them brings us here again. */
  private findShared(config: Config): readonly StoreFile[] {
    const { workspace, locations } = this.request;
    if (workspace.loreFolder === null) return [];
    this.watch(workspace.loreFolder, false);
    if (locations.stateDir !== null) this.watch(trustFile(locations.stateDir), false);
    const trust = this.readTrust();
    // Before they are read: a change in between then shows in the stamp.
    for (const [name] of PROJECT_STORES) if (existsSync(join(workspace.loreFolder, name))) this.watch(join(workspace.loreFolder, name), false);
    const { stores, problems } = findProjectStores(workspace, trustedHashes(trust));
    this.problems.push(...problems);
    const inUse = stores.filter(({ source }) => config.sources[source].enabled);
    for (const store of inUse) if (!store.isTrusted) this.problems.push(describeUntrusted(store, trust));
    return toStoreFiles(inUse.filter(({ isTrusted }) => isTrusted));
  }

  private readTrust(): ReturnType<typeof readTrust> {
    try {
      return readTrust(this.request.locations.stateDir);
    } catch (error) {
      this.problems.push({ where: trustFile(this.request.locations.stateDir ?? ""), what: `cannot be read: ${(error as Error).message}` });
      return [];
    }
  }

  private deriveAll(files: readonly FoundFile[], keyOf: (source: SourceName) => string): Pick<Prepared, "stores" | "knownProjects"> {
    const stores: StoreFile[] = [];
    const knownProjects = new Set<string>();
    for (const source of new Set(files.map((file) => file.source))) {
      const own = files.filter((file) => file.source === source).map(({ path }) => path);
      const documents = own.filter((path) => !isLines(path));
      // Documents first: of two files the later one speaks last.
      if (documents.length > 0) {
        const derived = this.derive(source, documents, `derived-${source}-${keyOf(source)}.jsonl`);
        for (const name of derived.projects) knownProjects.add(name);
        const store: StoreFile = { source, path: derived.path ?? "", derived: true, shownAs: describe(documents) };
        stores.push(derived.path === null ? { ...store, inline: derived.records } : store);
      }
      for (const path of own.filter(isLines)) {
        if (ALL_SOURCES.some(({ name }) => name === source)) stores.push({ source, path, derived: false, shownAs: path });
        else this.problems.push({ where: path, what: `${source} have no JSONL form`, hint: "use YAML documents as lore writes them" });
      }
    }
    return { stores, knownProjects: [...knownProjects] };
  }

  /** Documents unchanged since they were derived are not parsed again. */
  private derive(source: SourceName, documents: readonly string[], name: string): DerivedFile {
    const { locations, version, now } = this.request;
    const stamps = this.watchDocuments(source, documents);
    const key = JSON.stringify([FORMAT, version, stamps]);
    const derived = derive({ source, documents, key, cacheDir: locations.cacheDir, name, reuse: this.settled });
    this.problems.push(...derived.problems);
    // Our own file is an input as well: when somebody clears the cache, it is made again.
    if (derived.path !== null) this.note(derived.path, readIdentity(derived.path, now).stamp, true);
    return derived;
  }

  private watchDocuments(source: SourceName, documents: readonly string[]): readonly string[] {
    const { now } = this.request;
    const dated = documents.map((path) => ({ path, ...readIdentity(path, now) }));
    const newestFirst = [...dated].sort((a, b) => modified(b.stamp) - modified(a.stamp));
    for (const { path, stamp, settled } of newestFirst.slice(0, source === "transfer" ? WATCHED_SESSIONS : WATCHED_DOCUMENTS)) this.note(path, stamp, settled);
    return dated.map(({ path, stamp }) => `${path}|${stamp}`);
  }

  /** What lies in a folder that does not exist needs no watching of its own. */
  watchedInputs(): Prepared["inputs"] {
    const absent = [...this.inputs].filter(([, stamp]) => stamp === ABSENT).map(([path]) => path + sep);
    return markInputs([...this.inputs].filter(([path, stamp]) => stamp !== ABSENT || !absent.some((folder) => path.startsWith(folder))));
  }

  private readInput(file: string): string | null {
    const embedded = this.embedded[file];
    if (embedded !== undefined) return embedded;
    if (this.watch(file, false) === ABSENT) return null;
    try {
      if (this.isProjects(file)) refuseForeign(file, this.request.workspace);
      return readBounded(file, MAX_CONFIG_BYTES);
    } catch (error) {
      this.problems.push({ where: file, what: `cannot be read: ${(error as Error).message}`, hint: "this file is skipped; the rest is used" });
      return null;
    }
  }

  private isProjects(file: string): boolean {
    const { configFile, synonymsFile, overrideFile } = this.request.workspace;
    return file === configFile || file === synonymsFile || file === overrideFile;
  }

  private watch(path: string, presenceOnly: boolean): string {
    const { stamp, settled } = readIdentity(path, this.request.now);
    if (presenceOnly && stamp !== ABSENT) this.note(path, PRESENT, true);
    else this.note(path, stamp, settled);
    return stamp;
  }

  private note(path: string, stamp: string, settled: boolean): void {
    this.inputs.set(path, stamp);
    if (!settled) this.settled = false;
  }
}

/** More than this of one repository is worth an index of its own. */
const MAX_DIRECT = 1024 * 1024;

function toStoreFiles(stores: readonly ProjectStore[]): readonly StoreFile[] {
  const bytes = stores.reduce((sum, store) => sum + store.bytes.length, 0);
  return stores.map(({ source, path }) => ({ source, path, derived: false, shownAs: path, project: null, ...(bytes <= MAX_DIRECT ? { direct: true } : {}) }));
}

function describe(documents: readonly string[]): string {
  const [first = ""] = documents;
  return documents.length === 1 ? first : `${dirname(first)} (${documents.length} files)`;
}

function isLines(path: string): boolean {
  return path.endsWith(".jsonl") || path.endsWith(".ndjson");
}

function modified(stamp: string): number {
  return Number(stamp.split(":")[1] ?? 0);
}
