/** Which parts of the index a refresh builds, which it leaves alone, and what it leaves behind. */
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { describeIndex } from "../../../../src/store/index/describe-index.ts";
import { indexName } from "../../../../src/store/index/open-index.ts";
import type { StoreFile } from "../../../../src/store/store-file.ts";
import { makeKeyword, makeRecord, makeTempDir, writeFile } from "../../builders.ts";
import { age, kindsOf, letAllPass, open, openCorpus, placeOf, refresh, storeAt } from "../index-builders.ts";

function linesOf(first: number, count: number, extra: Readonly<Record<string, unknown>> = {}): string {
  const line = (id: number): string => `${JSON.stringify({ id: `dec-${10_000_000 + id}`, decision: `kafka number ${id}`, ...extra })}\n`;
  return Array.from({ length: count }, (_, i) => line(first + i)).join("");
}

const HOUR_MS = 3_600_000;

interface Made {
  readonly folder: string;
  readonly path: string;
  readonly stores: readonly StoreFile[];
  readonly append: (text: string) => void;
  readonly files: () => readonly string[];
  readonly due: () => string | null;
}

function make(text: string): Made {
  const folder = makeTempDir();
  const cache = join(folder, "cache");
  const path = age(writeFile(join(folder, "decisions.jsonl"), text));
  const stores = [storeAt(path)];
  const append = (more: string): void => {
    appendFileSync(path, more);
    age(path);
  };
  const kept = () => (existsSync(cache) ? readdirSync(cache) : []).filter((name) => !name.endsWith(".checked"));
  const files = () =>
    kept()
      .map((name) => name.replace(/-[0-9a-f]{16}/, ""))
      .sort();
  const due = () => describeIndex({ place: placeOf(cache, stores), stores, knownProjects: [] }).due;
  return { folder: cache, path, stores, append, files, due };
}

/** A base, and a delta that continues it. */
function makeBoth(): Made {
  const made = make(linesOf(0, 400));
  expect(kindsOf(refresh(made.folder, made.stores))).toEqual(["base"]);
  made.append(linesOf(1000, 60));
  expect(kindsOf(refresh(made.folder, made.stores))).toEqual(["delta"]);
  return made;
}

describe("lines", () => {
  it("the first refresh builds a base, the second finds nothing to do", () => {
    const { folder, stores, files } = make(linesOf(0, 10));
    expect(kindsOf(refresh(folder, stores))).toEqual(["base"]);
    expect(kindsOf(refresh(folder, stores))).toEqual([]);
    expect(files()).toEqual(["base.idx"]);
  });

  it("a little more becomes a delta, that grows until it is a quarter of its base and joins it", () => {
    const { folder, stores, append, files } = make(linesOf(0, 100));
    refresh(folder, stores);
    append(linesOf(1000, 10));
    expect(kindsOf(refresh(folder, stores))).toEqual(["delta"]);
    expect(kindsOf(refresh(folder, stores))).toEqual([]);
    append(linesOf(2000, 10));
    expect(kindsOf(refresh(folder, stores))).toEqual(["delta"]);
    expect(files()).toEqual(["base.idx", "delta.idx"]);
    append(linesOf(3000, 10));
    expect(kindsOf(refresh(folder, stores))).toEqual(["base"]);
    expect(files()).toEqual(["base.idx"]);
  });

  it("what the delta covers being gone again, the delta goes too and the base stays", () => {
    const { folder, stores, path, append, files } = make(`${linesOf(0, 100)}{"half`);
    refresh(folder, stores);
    append(`"}\n${linesOf(1000, 5)}`);
    expect(kindsOf(refresh(folder, stores))).toEqual(["delta"]);
    truncateSync(path, linesOf(0, 100).length);
    age(path);
    expect(kindsOf(refresh(folder, stores))).toEqual([]);
    expect(files()).toEqual(["base.idx"]);
  });

  it("a changed store makes a new base, without its old delta", () => {
    const { folder, stores, path, files } = makeBoth();
    writeFileSync(path, linesOf(5, 300));
    age(path);
    expect(kindsOf(refresh(folder, stores))).toEqual(["base"]);
    expect(files()).toEqual(["base.idx"]);
  });

  it("a new store beside a large one becomes part of the delta", () => {
    const { folder, stores, path } = make(linesOf(0, 200));
    const other = storeAt(join(path, "..", "signals.jsonl"), "inbox");
    const both = [...stores, other];
    expect(kindsOf(refresh(folder, both))).toEqual(["base"]);
    age(writeFile(other.path, '{"id":"sig-1","content":"kafka"}\n'));
    expect(kindsOf(refresh(folder, both))).toEqual(["delta"]);
    const { segments, tails } = open(folder, both);
    expect(segments.length).toBe(2);
    expect(tails).toEqual([statSync(path).size, statSync(other.path).size]);
  });

  it("a torn last line is left to be read directly", () => {
    const { folder, stores } = make(`${linesOf(0, 10)}{"id":"dec-1","decision":"half`);
    refresh(folder, stores);
    expect(open(folder, stores).tails).toEqual([linesOf(0, 10).length]);
    expect(kindsOf(refresh(folder, stores))).toEqual([]);
  });

  it("another version of the program builds everything anew, as does force", () => {
    const { folder, stores } = makeBoth();
    expect(kindsOf(refresh(folder, stores, { version: "other" }))).toEqual(["base"]);
    expect(kindsOf(refresh(folder, stores, { version: "other", force: true }))).toEqual(["base"]);
  });

  it("an empty store, and one that is not there, are no errors", () => {
    const { folder, stores, path } = make("");
    expect(kindsOf(refresh(folder, stores))).toEqual(["base"]);
    rmSync(path);
    expect(refresh(folder, stores)).not.toBeNull();
    expect(openCorpus({ stores, keywords: [makeKeyword("kafka")], cacheDir: folder }).statistics.records).toBe(0);
  });
});

describe("what is due after a refresh", () => {
  it("nothing, when there was nothing or something to do", () => {
    const { folder, stores, append, due } = makeBoth();
    expect(due()).toBeNull();
    append(linesOf(7000, 5));
    refresh(folder, stores);
    expect(due()).toBeNull();
  });

  // It was due for ever once: a base that has grown stays grown.
  it("lines that were appended long ago are due once, until a refresh has looked at every byte", () => {
    const { folder, stores, due } = makeBoth();
    const later = Date.now() + 2 * 3_600_000;
    const clock = vi.spyOn(Date, "now").mockReturnValue(later);
    try {
      expect(due()).toContain("appended some time ago");
      expect(refresh(folder, stores)).toEqual([]);
      utimesSync(join(folder, readdirSync(folder).find((name) => name.endsWith(".checked")) ?? ""), later / 1000, later / 1000);
      expect(due()).toBeNull();
    } finally {
      clock.mockRestore();
    }
  });

  it("much that is not indexed is due, a little is not", () => {
    const { append, due } = makeBoth();
    append(linesOf(5000, 10));
    expect(due()).toBeNull();
    append(linesOf(6000, 1500));
    expect(due()).toContain("not indexed");
  });

  // Bug: refreshLines() asks only how far the delta reaches (`isCurrent`), never whether it still holds (assess, sum, registry).
  it("a delta whose lines were edited in place is built anew", () => {
    const { folder, stores, path, due } = makeBoth();
    const at = readFileSync(path, "latin1").indexOf("kafka number 1030");
    const fd = openSync(path, "r+");
    writeSync(fd, "redis", at);
    closeSync(fd);
    age(path);
    expect(due()).toContain("was changed");
    refresh(folder, stores);
    expect(due()).toBeNull();
  });

  // Bug, the same: and from then on, once a line is appended, the old delta is believed.
  it("an edited delta is not believed once lines come behind it", () => {
    const { folder, stores, path, append } = makeBoth();
    const fd = openSync(path, "r+");
    writeSync(fd, "redis", readFileSync(path, "latin1").indexOf("kafka number 1030"));
    closeSync(fd);
    age(path);
    refresh(folder, stores);
    append(linesOf(8000, 1));
    const corpus = openCorpus({ stores, keywords: [makeKeyword("redis")], cacheDir: folder });
    expect(corpus.statistics.documentFrequency.get("redis")).toBe(1);
  });

  // Bug, the same.
  it("a store that was only touched since its delta was made", () => {
    const { folder, stores, path, due } = makeBoth();
    age(path);
    refresh(folder, stores);
    expect(due()).toBeNull();
  });

  // Bug, the same.
  it("a delta that knew a project of the registry which is no longer there", () => {
    const { folder, stores, append, due } = makeBoth();
    append(linesOf(7000, 1));
    refresh(folder, stores, { knownProjects: ["zed"] });
    refresh(folder, stores);
    expect(due()).toBeNull();
  });
});

describe("documents", () => {
  function writeDerived(path: string, ids: readonly string[]): void {
    const body = ids.map((id) => `${JSON.stringify(makeRecord({ id, source: "patterns", kind: "pattern", title: `kafka ${id}` }))}\n`).join("");
    age(writeFile(path, `{"derived":"x","projects":["shop"]}\n${body}{"end":${ids.length}}\n`));
  }

  function makeDerived(): Made & { readonly derived: string; readonly both: readonly StoreFile[] } {
    const made = make(linesOf(0, 50));
    const derived = join(made.path, "..", "derived.jsonl");
    writeDerived(derived, ["pat-1", "pat-2"]);
    return { ...made, derived, both: [storeAt(derived, "patterns", true), ...made.stores] };
  }

  it("have a segment of their own, whose header and footer are no lines", () => {
    const { folder, both, files } = makeDerived();
    expect(kindsOf(refresh(folder, both))).toEqual(["documents", "base"]);
    expect(files()).toEqual(["base.idx", "documents.idx"]);
    const corpus = openCorpus({ stores: both, keywords: [makeKeyword("kafka")], cacheDir: folder });
    expect(corpus.reports().map(({ records, scanned }) => [records, scanned])).toEqual([
      [2, 0],
      [50, 0],
    ]);
    corpus.close();
  });

  it("are built anew when they change in any way, lines only when they do", () => {
    const { folder, both, derived } = makeDerived();
    refresh(folder, both);
    appendFileSync(derived, "\n");
    age(derived);
    expect(kindsOf(refresh(folder, both))).toEqual(["documents"]);
    writeDerived(derived, ["pat-1", "pat-2", "pat-3"]);
    expect(kindsOf(refresh(folder, both))).toEqual(["documents"]);
    expect(kindsOf(refresh(folder, both))).toEqual([]);
    appendFileSync(both[1]?.path ?? "", linesOf(100, 1));
    age(both[1]?.path ?? "");
    expect(kindsOf(refresh(folder, both))).toEqual(["delta"]);
  });

  it("no longer there, leave no segment", () => {
    const { folder, stores, files } = makeDerived();
    writeFile(join(folder, indexName("documents", placeOf(folder, stores))), "left behind");
    refresh(folder, stores);
    expect(files()).toEqual(["base.idx"]);
  });
});

describe("projects", () => {
  it("a name that the registry no longer knows makes a new base; one that lines name does not", () => {
    const { folder, stores } = make(linesOf(0, 100, { project: "shop" }));
    refresh(folder, stores, { knownProjects: ["shop", "zed"] });
    expect(kindsOf(refresh(folder, stores, { knownProjects: ["zed"] }))).toEqual([]);
    expect(kindsOf(refresh(folder, stores, { knownProjects: ["shop"] }))).toEqual(["base"]);
  });

  it("a few new names cost a lookup each, many a new base", () => {
    const { folder, stores } = make(linesOf(0, 10));
    refresh(folder, stores);
    const names = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `project-${i}`);
    expect(kindsOf(refresh(folder, stores, { knownProjects: names(32) }))).toEqual([]);
    expect(kindsOf(refresh(folder, stores, { knownProjects: names(33) }))).toEqual(["base"]);
  });

  function affinityOf(stores: readonly StoreFile[], cacheDir: string | null, knownProjects: readonly string[]): string | undefined {
    const corpus = openCorpus({ stores, keywords: [makeKeyword("lunar")], cacheDir, knownProjects });
    const [found] = corpus.candidates(letAllPass(corpus), { limit: 10, leastShare: 0, isAsked: () => true }).inOrder();
    corpus.close();
    return found?.candidate.affinity;
  }

  it("a tag names a project as soon as anybody knows it as one, and no longer", () => {
    const { folder, stores, append } = make(`{"id":"dec-1","decision":"lunar","tags":["Zed"]}\n${linesOf(0, 9)}`);
    refresh(folder, stores);
    expect(affinityOf(stores, folder, [])).toBe("neutral");
    expect(affinityOf(stores, folder, ["ZED"])).toBe("other");
    append('{"id":"dec-2","decision":"x","project":"zed"}\n');
    expect(affinityOf(stores, folder, [])).toBe("other");
    refresh(folder, stores);
    expect(affinityOf(stores, folder, [])).toBe("other");
  });

  it("a tag no longer names a project that only the registry knew, once it does not", () => {
    const { folder, stores, due } = make(`{"id":"dec-1","decision":"lunar","tags":["zed"]}\n${linesOf(0, 9)}`);
    refresh(folder, stores, { knownProjects: ["zed"] });
    expect(affinityOf(stores, folder, ["zed"])).toBe("other");
    expect(affinityOf(stores, folder, [])).toBe("neutral");
    expect(due()).toContain("no longer known");
  });

  // Bug: Corpus.newNames() takes an equal number of names for the same names.
  it("a registry that has exchanged one name for another is another registry", () => {
    const { folder, stores } = make(`{"id":"dec-1","decision":"lunar","tags":["zed"]}\n${linesOf(0, 9, { project: "shop" })}`);
    refresh(folder, stores, { knownProjects: ["shop"] });
    expect(affinityOf(stores, null, ["zed"])).toBe("other");
    expect(affinityOf(stores, folder, ["zed"])).toBe("other");
  });
});

describe("what others left", () => {
  it("while another process is at it nothing is done", () => {
    const { folder, stores, files } = make(linesOf(0, 5));
    writeFile(join(folder, `index-${placeOf(folder, stores).key}.lock`), String(process.pid));
    expect(refresh(folder, stores)).toBeNull();
    expect(files()).toEqual(["index.lock"]);
  });

  it("the lock is released, also when a build fails", () => {
    const { folder, stores, files } = make(linesOf(0, 5));
    // A folder in the place of the file that would be written.
    writeFile(join(folder, `${indexName("base", placeOf(folder, stores))}.${process.pid}.tmp`, "x"), "");
    expect(() => refresh(folder, stores)).toThrow();
    expect(files().filter((name) => name.endsWith(".lock"))).toEqual([]);
  });

  it("temporary files of the dead are swept at once, others after hours, and unused indexes after two months; other files stay", () => {
    const { folder, stores, files } = make(linesOf(0, 5));
    for (const name of ["base-x.idx.1.tmp", "base-x.idx.1.tmp.rows", "base-x.idx.99999999.tmp", "prepared-x.json", "base-y.idx"])
      writeFile(join(folder, name), "x");
    const later = (ms: number): readonly string[] => {
      const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + ms);
      refresh(folder, stores);
      clock.mockRestore();
      return files();
    };
    expect(later(5.9 * HOUR_MS)).toEqual(["base-x.idx.1.tmp", "base-x.idx.1.tmp.rows", "base-y.idx", "base.idx", "prepared-x.json"]);
    expect(later(6.1 * HOUR_MS)).toEqual(["base-y.idx", "base.idx", "prepared-x.json"]);
    expect(later(61 * 24 * HOUR_MS)).not.toContain("base-y.idx");
    expect(files()).toContain("prepared-x.json");
  });

  it("a base without its delta, a delta without its base, and a delta of another base are no harm", () => {
    const { folder, stores, due } = makeBoth();
    const place = placeOf(folder, stores);
    const base = join(folder, indexName("base", place));
    const delta = join(folder, indexName("delta", place));
    const [oldDelta, time] = [readFileSync(delta), statSync(delta).mtime];
    rmSync(delta);
    expect(open(folder, stores).segments.length).toBe(1);
    refresh(folder, stores, { force: true });
    writeFileSync(delta, oldDelta);
    utimesSync(delta, time, time);
    expect(open(folder, stores).segments.map(({ segment }) => segment.footer.kind)).toEqual(["base"]);
    expect(due()).toBeNull();
    rmSync(base);
    expect(open(folder, stores).segments).toEqual([]);
  });

  // Bug: a segment that is opened and then not used, as its store has changed, stays open.
  it("a segment that cannot be used is closed again", () => {
    const { folder, stores, path } = make(linesOf(0, 5));
    refresh(folder, stores);
    age(path);
    const openFiles = () => readdirSync("/proc/self/fd").length;
    const before = openFiles();
    for (let i = 0; i < 20; i++) openCorpus({ stores, keywords: [makeKeyword("kafka")], cacheDir: folder }).close();
    expect(openFiles()).toBeLessThan(before + 10);
  });
});
