/** Stores and their index over random histories: whatever was appended, edited, torn, damaged or left behind, the answer is the naive one. */
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { SAMPLE_BYTES } from "../../../../src/store/index/format.ts";
import { Damaged, Moved } from "../../../../src/store/index/segment.ts";
import type { StoreFile } from "../../../../src/store/store-file.ts";
import type { LoreRecord, Project } from "../../../../src/types.ts";
import { rounds } from "../../../rounds.ts";
import { analyze, makeConfig, makeLanguage, makeRecord, TODAY } from "../../builders.ts";
import { age, NO_PROJECT, refresh, storeAt } from "../index-builders.ts";
import { AT_FIRST, ask } from "./ask.ts";
import { type Answer, type Asked, answerNaively } from "./naive-model.ts";

// What a history is made of.

const WORDS = [
  ...["kafka", "redis", "queue", "cache", "retry", "retries", "auth", "service", "AuthService", "auth_service", "front-end", "frontend"],
  ...["src/auth/service.ts", "dec-00000001", "v8", "TS2345", "naïve", "Größe", "数据库", "shop", "flow", "zed"],
];
/** Of one length, so that one can stand in another's place. */
const EXCHANGEABLE = ["kafka", "redis", "queue", "cache", "retry"];
const NAMES = ["flow", "shop", "zed", "Acme/flow", "me/flow", "Shop", "new-1", "new-2"];
const IDS: readonly (string | number | undefined)[] = ["dec-00000001", "sig-2", "SIG-2", "a b", 7, "7", "kafka", "ä-1", "pat-3", "", undefined, undefined];
const DAY_MS = 86_400_000;

const word = fc.constantFrom(...WORDS);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((each) => each.join(" "));
const name = fc.constantFrom(...NAMES);
/** Some projects are known only by the fields of lines, some only by the registry, some by both. */
const fieldName = fc.constantFrom("flow", "shop", "Shop", "Acme/flow", "new-1");
const registryName = fc.constantFrom("zed", "new-2", "shop", "me/flow");

const recordLine = fc.record({
  form: fc.constant("record" as const),
  id: fc.constantFrom(...IDS),
  title: words,
  body: fc.option(words, { nil: "" }),
  tags: fc.array(fc.oneof(word, name), { maxLength: 2 }),
  project: fc.option(fieldName, { nil: undefined, freq: 3 }),
  day: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
  status: fc.constantFrom(undefined, undefined, undefined, "active", "superseded"),
  escaped: fc.boolean(),
});
type RecordLine = typeof recordLine extends fc.Arbitrary<infer T> ? T : never;

const otherLine = fc.constantFrom(
  ...[
    "",
    "   ",
    "{broken",
    "[1]",
    "null",
    '{"id":"sig-2"}',
    '{"project":"new-3"}',
    '{"id":"pat-3","status":"superseded","projects":["new-3","new-4"]}',
    "\ufeff{}",
  ].map((text) => ({ form: "text" as const, text })),
);
/** Longer than what is compared of a store's ends; the words stand in its middle. */
const bigLine = fc.record({
  form: fc.constant("big" as const),
  id: fc.constantFrom("big-1", "big-2"),
  title: words,
  word,
  filler: fc.constantFrom(1500, 1500, 1500, 1500, 1500, 100_000),
});
const line = fc.oneof({ weight: 24, arbitrary: recordLine }, { weight: 4, arbitrary: otherLine }, { weight: 2, arbitrary: bigLine });
type AnyLine = typeof line extends fc.Arbitrary<infer T> ? T : never;

const store = fc.nat({ max: 4 });
const lines = fc.array(line, { minLength: 1, maxLength: 3 });
const manyLines = fc.array(line, { minLength: 4, maxLength: 14, size: "max" });
const step = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({
      op: fc.constant("append" as const),
      store,
      lines,
      torn: fc.constantFrom(false, false, true),
      complete: fc.boolean(),
      indexed: fc.boolean(),
    }),
  },
  { weight: 8, arbitrary: fc.record({ op: fc.constant("refresh" as const), force: fc.constantFrom(false, false, false, false, true) }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant("edit" as const), store, at: fc.nat(), by: fc.constantFrom(...EXCHANGEABLE) }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant("rewrite" as const), store, drop: fc.nat(), swap: fc.boolean(), lines: fc.array(line, { maxLength: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("truncate" as const), store, share: fc.double({ min: 0, max: 1, noNaN: true }) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("touch" as const), store }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("remove" as const), store }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant("crash" as const), left: fc.constantFrom("temporary" as const, "lock" as const, "lost" as const), pick: fc.nat() }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("restore" as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("flip" as const), pick: fc.nat(), at: fc.nat(), bit: fc.nat({ max: 7 }), unseen: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("version" as const), version: fc.constantFrom("1", "2") }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constant("registry" as const), names: fc.uniqueArray(registryName, { maxLength: 2 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const prompts = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 });
const history = fc.record({
  layout: fc.nat({ max: 2 }),
  project: fc.nat({ max: 2 }),
  first: fc.array(fc.tuple(store, manyLines), { minLength: 1, maxLength: 3 }),
  /** Whether the index is made before anything happens. */
  indexed: fc.constantFrom(true, true, true, false),
  steps: fc.array(fc.tuple(step, prompts), { minLength: 1, maxLength: 9 }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

// How it happens.

const PROJECTS: readonly Project[] = [
  { name: "flow", slug: null, aliases: [], foundBy: "test" },
  { name: "flow", slug: "me/flow", aliases: ["zed"], foundBy: "test" },
  NO_PROJECT,
];
const INLINE: readonly LoreRecord[] = [
  makeRecord({ id: "registry-shop", source: "registry", kind: "registry", title: "shop: kafka and queue", projects: ["shop"], day: null }),
];

function layStores(folder: string, layout: number): readonly StoreFile[] {
  const derived = storeAt(join(folder, "derived-patterns.jsonl"), "patterns", true);
  const patterns = storeAt(join(folder, "patterns.jsonl"), "patterns");
  const signals = storeAt(join(folder, "signals.jsonl"), "inbox");
  const observations = storeAt(join(folder, "observations.jsonl"), "inbox");
  const decisions = storeAt(join(folder, "decisions.jsonl"), "journal");
  if (layout === 0) return [derived, patterns, decisions];
  if (layout === 1) return [signals, observations];
  return [{ source: "registry", path: "", derived: true, shownAs: "inline", inline: INLINE }, derived, patterns, signals, observations];
}

class World {
  readonly folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "lore-inject-histories-"));
  readonly cacheDir = join(this.folder, "cache");
  readonly stores: readonly StoreFile[];
  readonly project: Project;
  version = "1";
  registry: readonly string[] = ["shop"];
  /** Whether a segment was damaged in a way that only its checksums can tell. */
  damaged = false;
  /** For each store the rest of a line whose writing was interrupted. */
  private readonly torn = new Map<string, string>();
  /** The lines of derived files, which are written whole. */
  private readonly derived = new Map<string, readonly AnyLine[]>();
  /** Segments as they once were. */
  private kept: { readonly path: string; readonly copy: string }[] = [];
  private copies = 0;

  constructor({ layout, project }: History) {
    this.stores = layStores(this.folder, layout);
    this.project = PROJECTS[project] ?? NO_PROJECT;
  }

  private file(number: number): StoreFile {
    const files = this.stores.filter(({ inline }) => !inline);
    return files[number % files.length] as StoreFile;
  }

  take(step: Step): void {
    switch (step.op) {
      case "append":
        this.append(step.store, step.lines, step);
        return step.indexed ? this.refresh(false) : undefined;
      case "refresh":
        return this.refresh(step.force);
      case "edit":
        return this.edit(this.file(step.store), step.at, step.by);
      case "rewrite":
        return this.rewrite(this.file(step.store), step);
      case "truncate":
        return this.truncate(this.file(step.store), step.share);
      case "touch":
        if (existsSync(this.file(step.store).path)) age(this.file(step.store).path);
        return;
      case "remove":
        this.torn.delete(this.file(step.store).path);
        this.derived.delete(this.file(step.store).path);
        return rmSync(this.file(step.store).path, { force: true });
      case "crash":
        return this.crash(step.left, step.pick);
      case "restore":
        return this.restore(step.pick);
      case "flip":
        return this.flip(step);
      case "version":
        this.version = step.version;
        return;
      case "registry":
        this.registry = step.names;
    }
  }

  append(number: number, added: readonly AnyLine[], { torn, complete }: { readonly torn: boolean; readonly complete: boolean }): void {
    const file = this.file(number);
    if (file.derived) return this.writeDerived(file, [...(this.derived.get(file.path) ?? []), ...added]);
    const rest = this.torn.get(file.path);
    this.torn.delete(file.path);
    const text = added.map((each) => write(file, each)).join("\n");
    const cut = torn ? Math.max(1, text.length - 9) : text.length;
    // Whoever was interrupted finishes his line, or somebody else writes right behind it.
    const before = rest === undefined ? "" : complete ? `${rest}\n` : "\n";
    appendFileSync(file.path, before + text.slice(0, cut) + (torn ? "" : "\n"));
    if (torn) this.torn.set(file.path, text.slice(cut));
    age(file.path);
  }

  /** As the cache writes it: a header, a footer, aside and renamed. */
  private writeDerived(file: StoreFile, all: readonly AnyLine[]): void {
    this.derived.set(file.path, all);
    const body = all.flatMap((each) => (each.form === "record" ? [`${writeDerivedRecord(each)}\n`] : []));
    writeFileSync(`${file.path}.tmp`, `{"derived":"x","projects":[]}\n${body.join("")}{"end":${body.length}}\n`);
    age(`${file.path}.tmp`);
    renameSync(`${file.path}.tmp`, file.path);
  }

  private refresh(force: boolean): void {
    refresh(this.cacheDir, this.stores, { version: this.version, knownProjects: this.registry, force });
    if (force) this.damaged = false;
    for (const path of this.segments()) {
      const copy = join(this.folder, `copy-${this.copies++}`);
      copyFileSync(path, copy);
      utimesSync(copy, statSync(path).mtime, statSync(path).mtime);
      if (!this.damaged) this.kept.push({ path, copy });
    }
  }

  private segments(): readonly string[] {
    if (!existsSync(this.cacheDir)) return [];
    return readdirSync(this.cacheDir)
      .filter((each) => each.endsWith(".idx"))
      .sort()
      .map((each) => join(this.cacheDir, each));
  }

  private edit(file: StoreFile, at: number, by: string): void {
    if (file.derived || !existsSync(file.path)) return;
    const text = readFileSync(file.path, "latin1");
    const places = [...text.matchAll(new RegExp(EXCHANGEABLE.join("|"), "g"))].map(({ index }) => index);
    if (places.length === 0) return;
    const fd = openSync(file.path, "r+");
    writeSync(fd, by, places[at % places.length]);
    closeSync(fd);
    age(file.path);
    // Known and accepted: an edit far from both ends that goes with an appended line shows only when the index is refreshed.
    if (text.length <= 2 * SAMPLE_BYTES) return;
    this.refresh(false);
    this.kept = [];
  }

  private rewrite(file: StoreFile, { drop, swap, lines: added }: { readonly drop: number; readonly swap: boolean; readonly lines: readonly AnyLine[] }): void {
    if (file.derived) return this.writeDerived(file, [...(this.derived.get(file.path) ?? []).filter((_, i) => (drop >> (i % 20)) & 1), ...added]);
    this.torn.delete(file.path);
    const before = existsSync(file.path) ? readFileSync(file.path, "utf8").split("\n").slice(0, -1) : [];
    const kept = before.filter((_, i) => (drop >> (i % 20)) & 1);
    const text = [...kept, ...added.map((each) => write(file, each))].map((each) => `${each}\n`).join("");
    writeFileSync(swap ? `${file.path}.new` : file.path, text);
    if (swap) renameSync(`${file.path}.new`, file.path);
    age(file.path);
  }

  private truncate(file: StoreFile, share: number): void {
    if (file.derived || !existsSync(file.path)) return;
    this.torn.delete(file.path);
    truncateSync(file.path, Math.floor(statSync(file.path).size * share));
    age(file.path);
  }

  private crash(left: "temporary" | "lock" | "lost", pick: number): void {
    const segments = this.segments();
    const segment = segments[pick % segments.length];
    if (segment === undefined) return;
    if (left === "temporary") for (const suffix of ["", ".rows", ".runs", ".entries"]) writeFileSync(`${segment}.99999.tmp${suffix}`, "half");
    // No process has this number.
    else if (left === "lock") writeFileSync(join(this.cacheDir, `index-${/-(\w+)\.idx$/.exec(segment)?.[1]}.lock`), "4194304");
    else rmSync(segment);
  }

  private restore(pick: number): void {
    const { path, copy } = this.kept[pick % this.kept.length] ?? {};
    if (path === undefined || copy === undefined) return;
    rmSync(path, { force: true });
    copyFileSync(copy, path);
    utimesSync(path, statSync(copy).mtime, statSync(copy).mtime);
  }

  private flip({ pick, at, bit, unseen }: { readonly pick: number; readonly at: number; readonly bit: number; readonly unseen: boolean }): void {
    const segments = this.segments();
    const path = segments[pick % segments.length];
    if (path === undefined) return;
    const bytes = readFileSync(path);
    const { mtime } = statSync(path);
    const place = at % bytes.length;
    bytes[place] = (bytes[place] as number) ^ (1 << bit);
    writeFileSync(path, bytes);
    if (unseen) utimesSync(path, mtime, mtime);
    this.damaged ||= unseen;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function write({ source }: StoreFile, each: AnyLine): string {
  if (each.form === "text") return each.text;
  if (each.form === "big")
    return JSON.stringify({ id: each.id, ...saying(source, each.title, `${",".repeat(each.filler)}${` ${each.word}`.repeat(9)}${",".repeat(1500)}`) });
  const { id, title, body, tags, project, day, status, escaped } = each;
  const timestamp = day === undefined ? undefined : new Date((TODAY - day * 20) * DAY_MS).toISOString();
  const json = JSON.stringify({ id, ...saying(source, title, body), tags, project, timestamp, status });
  return escaped ? json.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`) : json;
}

function saying(source: StoreFile["source"], title: string, body: string): Readonly<Record<string, string>> {
  if (source === "patterns") return { name: title, solution: body };
  // Most notes have no title.
  if (source === "inbox") return body.length % 5 === 4 ? { title, content: body } : { content: `${title} ${body}` };
  return { decision: title, rationale: body };
}

function writeDerivedRecord({ id, title, body, tags, project, day }: RecordLine): string {
  const projects = project === undefined ? [] : [project];
  const at = day === undefined ? null : (TODAY - day * 20) * DAY_MS;
  const record = makeRecord({
    id: String(id || "pat-9"),
    source: "patterns",
    kind: "pattern",
    title,
    body: [["Solution", body]],
    tags,
    projects,
    at,
    day: null,
  });
  return JSON.stringify(record);
}

// What is asked, and of whom.

interface Mode {
  readonly config: ReturnType<typeof makeConfig>;
  readonly thorough: boolean;
}

/** As shipped, but that a prompt need not be long to be answered. */
const ORDINARY: Mode = { config: makeConfig({ "projects.other_max_wrong": 0.05 }), thorough: false };
const THOROUGH: Mode = {
  config: makeConfig({ max_wrong: 1, "threshold.score": 0, "threshold.relative": 0, "projects.other_max_wrong": 1 }),
  thorough: true,
};
const COVERAGE: Mode = { config: makeConfig({ match: "coverage", "threshold.score": 0.1, "recency.floor": 0 }), thorough: false };
const LANGUAGE = makeLanguage({ auth: ["login", "kafka"], queue: ["cache", "frontend"], redis: ["cache"] });

function askThroughIndex(asked: Asked, world: World): Answer {
  try {
    return ask(asked, world.cacheDir, world.version);
  } catch (error) {
    if (!(error instanceof Damaged || error instanceof Moved) || !world.damaged) throw error;
    return ask(asked, null, world.version);
  }
}

function live(past: History, { config, thorough }: Mode): void {
  const world = new World(past);
  try {
    for (const [number, added] of past.first) world.append(number, added, { torn: false, complete: true });
    if (past.indexed) world.take({ op: "refresh", force: false });
    for (const [taken, asked] of past.steps) {
      world.take(taken);
      for (const prompt of asked) {
        const { keywords, pairs } = analyze(prompt.join(" "), config, LANGUAGE);
        const question: Asked = { stores: world.stores, keywords, pairs, project: world.project, knownProjects: world.registry, config, thorough };
        expect(askThroughIndex(question, world)).toEqual(answerNaively(question));
      }
    }
  } finally {
    world.remove();
  }
}

const RUNS = rounds(1500);

it("answers as a plain reading does, whatever happened to stores and index", () => {
  fc.assert(
    fc.property(history, (past) => live(past, ORDINARY)),
    { numRuns: RUNS },
  );
}, 300_000);

it("knows every candidate and its score as a plain reading does, without any threshold", () => {
  fc.assert(
    fc.property(history, (past) => live(past, THOROUGH)),
    // Other histories than above.
    { numRuns: RUNS, seed: (fc.readConfigureGlobal().seed ?? 0) + 1 },
  );
}, 300_000);

it("counts the plain share of keywords as a plain reading does", () => {
  fc.assert(
    fc.property(history, (past) => live(past, COVERAGE)),
    { numRuns: Math.ceil(RUNS / 3), seed: (fc.readConfigureGlobal().seed ?? 0) + 2 },
  );
}, 300_000);

it("a line that was replaced since does not set the measure for the others", () => {
  const world = new World({ layout: 0, project: 2, first: [], indexed: true, steps: [] });
  try {
    const written = (id: string, title: string): RecordLine => ({
      form: "record",
      id,
      title,
      body: "",
      tags: [],
      project: undefined,
      day: undefined,
      status: undefined,
      escaped: false,
    });
    const fillers = Array.from({ length: 20 }, (_, i) => written(`dec-9${i}`, "zed"));
    const whole = { torn: false, complete: true };
    const others = ["kafka redis in winter", "redis queue on Mondays", "v8 for tea"].map((title, i) => written(`dec-8${i}`, title));
    world.append(2, [written("dec-1", "kafka redis queue v8 TS2345"), ...fillers, ...others], whole);
    world.take({ op: "refresh", force: false });
    world.append(2, [written("dec-1", "nothing")], whole);
    const { keywords, pairs } = analyze("kafka redis queue v8 TS2345", ORDINARY.config, LANGUAGE);
    const question: Asked = { stores: world.stores, keywords, pairs, project: NO_PROJECT, knownProjects: world.registry, ...THOROUGH, thorough: false };
    const direct = ask(question, null, world.version, AT_FIRST);
    expect(direct.ranking.length).toBeGreaterThan(1);
    expect(ask(question, world.cacheDir, world.version, AT_FIRST)).toEqual(direct);
  } finally {
    world.remove();
  }
});
