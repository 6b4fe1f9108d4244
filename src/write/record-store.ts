/** The stores of one data folder, for those who write: add a record, add a later line of it, take it out, tidy up. */
import { closeSync, existsSync, lstatSync, mkdirSync, openSync, statSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { Context } from "../open-context.ts";
import { expandHome } from "../store/locations.ts";
import { idText, type JsonObject } from "../store/parse-line.ts";
import { PROJECT_STORES, refuseForeign } from "../store/project-stores.ts";
import type { StoreFile } from "../store/store-file.ts";
import { appendDerived, appendLines } from "../store/writer/append-line.ts";
import { type Choose, type Rewritten, rewriteStore, type StoreLine } from "../store/writer/rewrite-store.ts";
import type { SourceName } from "../types.ts";
import { keepTrust } from "./keep-trust.ts";
import { type NumberedLine, readLines } from "./read-lines.ts";
import { SOURCE_OF, type StoredFields, type Writable } from "./writable.ts";

/** One line of a store that has an id. */
export interface Version {
  readonly file: string;
  readonly source: SourceName;
  readonly line: number;
  readonly fields: JsonObject;
}

interface AddOrChange {
  readonly find: (current: readonly Version[]) => Version | null;
  readonly change: (known: StoredFields) => StoredFields;
  readonly make: () => StoredFields;
}

export class RecordStore {
  /** `tick` is called now and then while stores are read. */
  constructor(
    private readonly context: Context,
    private readonly tick: () => void = () => {},
  ) {}

  /** Adds a new record; `shared` to the repository's own store. Returns the file that holds it. */
  add(kind: Writable, fields: StoredFields, shared = false): string {
    if (kind === "goal" && !shared) return this.writeGoal(fields);
    const file = shared ? this.sharedFileFor(kind) : this.fileFor(kind);
    this.append(file, () => fields, shared);
    return file;
  }

  /** Adds many at once: each of them, or none. */
  addAll(kind: Writable, records: readonly StoredFields[]): void {
    if (kind === "goal") for (const fields of records) this.writeGoal(fields);
    else appendLines(this.fileFor(kind), records, this.context.config.write);
  }

  /** A later line of a record: what it says by then, with these changes. The last line speaks. */
  addVersion({ file, fields }: Version, changes: StoredFields): void {
    this.append(file, () => ({ ...(this.lastIn(file, String(fields.id)) ?? fields), ...changes }), this.isShared(file));
  }

  /** A later line that says everything anew. */
  replaceVersion({ file }: Version, fields: StoredFields): void {
    this.append(file, () => fields, this.isShared(file));
  }

  /** Adds a record to the person's own, or a later line of the one that `find` knows there; nobody comes between the look and the write. */
  addOrChange(kind: Writable, { find, change, make }: AddOrChange): StoredFields {
    let written: StoredFields = {};
    const file = this.fileFor(kind);
    const look = (): StoredFields => {
      const known = find(this.ownVersions(SOURCE_OF[kind], file));
      written = known === null ? make() : { ...known.fields, ...change(known.fields) };
      return written;
    };
    this.append(file, look, false);
    return written;
  }

  /** Current ones of a source, none of them a team's. `file` counts even if it was made a moment ago. */
  private ownVersions(source: SourceName, file: string): readonly Version[] {
    const stores = this.lineStores().filter((store) => store.source === source && store.project === undefined);
    // A pipe in its place would never end; whoever writes says what is wrong with it.
    const isNew = statSync(file, { throwIfNoEntry: false })?.isFile() === true && !stores.some(({ path }) => path === file);
    return this.currentIn(isNew ? [...stores, { source, path: file }] : stores);
  }

  private append(file: string, make: () => StoredFields, shared: boolean): void {
    const { write } = this.context.config;
    const around = (line: string, append: () => void): void => keepTrust(file, [line], this.context, append);
    appendDerived(file, make, shared ? { ...write, around } : write);
  }

  private lastIn(file: string, id: string): JsonObject | null {
    let last: JsonObject | null = null;
    const visit = ({ value }: NumberedLine): void => {
      if (idText(value) === id) last = value;
    };
    readLines(file, { visit, isWanted: (bytes) => bytes.includes(id), tick: this.tick });
    return last;
  }

  /** Whether it is the repository's own. */
  isShared(file: string): boolean {
    return this.context.stores.some(({ path, project }) => path === file && project !== undefined);
  }

  /** Every line of an id, the oldest first. */
  versionsOf(id: string): readonly Version[] {
    const versions: Version[] = [];
    for (const { path, source } of this.lineStores())
      readLines(path, {
        visit: ({ number, value }) => {
          if (idText(value) === id) versions.push({ file: path, source, line: number, fields: value });
        },
        isWanted: (bytes) => bytes.includes(id),
        tick: this.tick,
      });
    return versions;
  }

  /** Of every id the last line, in the order of the files. */
  current(isAsked: (source: SourceName) => boolean): readonly Version[] {
    return this.currentIn(this.lineStores().filter(({ source }) => isAsked(source)));
  }

  private currentIn(stores: readonly Pick<StoreFile, "source" | "path">[]): readonly Version[] {
    const last = new Map<string, Version>();
    for (const { path, source } of stores) {
      const visit = ({ number, value }: NumberedLine): void => {
        const id = idText(value);
        if (id === null) return;
        last.delete(`${source}:${id}`);
        last.set(`${source}:${id}`, { file: path, source, line: number, fields: value });
      };
      readLines(path, { visit, tick: this.tick });
    }
    return [...last.values()];
  }

  /** Removes every line of an id from the files themselves. Returns how many there were. */
  remove(id: string): number {
    let removed = 0;
    for (const { path } of this.lineStores()) {
      this.tick();
      this.rewrite(path, (lines) => {
        const kept = lines.filter((line) => line.id !== id);
        removed += lines.length - kept.length;
        return kept.length === lines.length ? null : kept;
      });
    }
    return removed;
  }

  /** Keeps the last line of each id, in the place of that last line, and every line that is no record. */
  compact(): readonly (readonly [file: string, result: Rewritten])[] {
    return this.lineStores().flatMap(({ path }) => {
      this.tick();
      const result = this.rewrite(path, lastLines);
      return result === null ? [] : [[path, result] as const];
    });
  }

  private rewrite(file: string, choose: Choose): Rewritten | null {
    return this.isShared(file) ? keepTrust(file, [], this.context, () => rewriteStore(file, choose)) : rewriteStore(file, choose);
  }

  /** Stores of lines that are on disk; derived files and documents are not ours to change. */
  private lineStores(): readonly StoreFile[] {
    return this.context.stores.filter(({ derived, inline, path }) => !derived && !inline && existsSync(path));
  }

  private fileFor(kind: Writable): string {
    const source = SOURCE_OF[kind];
    const root = this.rootFolder();
    const paths = this.context.config.sources[source].paths.filter((path) => path.endsWith(".jsonl") && !/[*?{[]/.test(path));
    const path = paths.find((each) => kind !== "observation" || each.includes("observation")) ?? paths[0];
    if (path === undefined) throw new Error(`sources.${source}.paths names no .jsonl file to write to`);
    const expanded = expandHome(path, this.context.locations.home);
    return isAbsolute(expanded) ? expanded : join(root, expanded);
  }

  /** Made as the repository's other files are: git keeps no finer modes. */
  private sharedFileFor(kind: Writable): string {
    const { loreFolder } = this.context.workspace;
    if (loreFolder === null) throw new Error("this project has no .lore folder: run `lore-inject init` in the repository");
    const name = PROJECT_STORES.find(([, source]) => source === SOURCE_OF[kind])?.[0];
    if (name === undefined) throw new Error(`a ${kind} cannot be shared: it is kept in a YAML file of its own`);
    const file = join(loreFolder, name);
    // A link that came with the repository may lead anywhere.
    refuseForeign(lstatSync(file, { throwIfNoEntry: false }) === undefined ? loreFolder : file, this.context.workspace);
    closeSync(openSync(file, "a"));
    return file;
  }

  private rootFolder(): string {
    const { path } = this.context.dataRoot;
    if (path === null) throw new Error("there is no data folder: set LORE_DATA_DIR");
    return path;
  }

  /** lore keeps a goal in a YAML file of its own. */
  private writeGoal(fields: StoredFields): string {
    const file = join(this.rootFolder(), "intent", "data", "goals", `${String(fields.id)}.yaml`);
    // Only goals need it, and the capture hook none of them: 9 ms.
    const { stringify: toYaml } = require("yaml") as typeof import("yaml");
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, toYaml(fields), { mode: 0o600, flag: "wx" });
    return file;
  }
}

function lastLines(lines: readonly StoreLine[]): readonly StoreLine[] | null {
  const last = new Map<string, number>();
  lines.forEach(({ id }, index) => {
    if (id !== null) last.set(id, index);
  });
  const kept = lines.filter(({ id }, index) => id === null || last.get(id) === index);
  return kept.length === lines.length ? null : kept;
}
