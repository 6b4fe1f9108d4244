/** Terms gathered in a thread of its own are those gathered here, whatever becomes of the thread. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_DOCUMENT } from "../../../../src/store/index/block-terms.ts";
import { gatherHere, type RunSink } from "../../../../src/store/index/gather-terms.ts";
import type { Run } from "../../../../src/store/index/run-cursors.ts";
import { BatchWriter, KINDS } from "../../../../src/store/index/term-batch.ts";
import { gatherInThread } from "../../../../src/store/index/terms-thread.ts";
import { makeRecord, REPO_ROOT } from "../../builders.ts";

const SALT = 12345;
const dir = mkdtempSync(join(tmpdir(), "lore-inject-terms-"));
const script = join(dir, "terms.cjs");

beforeAll(async () => {
  await build({ entryPoints: [join(REPO_ROOT, "src/terms.ts")], bundle: true, platform: "node", format: "cjs", outfile: script, logLevel: "silent" });
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("a thread", () => {
  it("writes the runs that are written without one", { timeout: 60_000 }, () => {
    const inThread = gather((fd) => started(script, fd), 70_000);
    const here = gather((fd) => gatherHere(fd, SALT), 70_000);
    expect(inThread.runs).toEqual(here.runs);
    expect(here.runs).toHaveLength(2);
    expect(inThread.bytes.equals(here.bytes)).toBe(true);
  });

  it("that does not come up is done without", { timeout: 60_000 }, () => {
    const idle = join(dir, "idle.cjs");
    writeFileSync(idle, "");
    const [few, many] = [50, 70_000];
    for (const count of [few, many]) {
      const without = gather((fd) => started(idle, fd), count);
      const here = gather((fd) => gatherHere(fd, SALT), count);
      expect(without.runs).toEqual(here.runs);
      expect(without.bytes.equals(here.bytes)).toBe(true);
    }
  });

  it("cannot be one whose script is missing", () => {
    expect(gatherInThread(join(dir, "missing.cjs"), 1, SALT)).toBeNull();
  });

  it("tells why it failed", { timeout: 60_000 }, () => {
    const fd = openSync(script, "r");
    expect(() => feed(started(script, fd), 70_000)).toThrow(/EBADF/);
    closeSync(fd);
  });

  it("writes nothing any more when it was abandoned", { timeout: 60_000 }, () => {
    const file = join(dir, "abandoned");
    const fd = openSync(file, "w+");
    const sink = started(script, fd);
    const writer = new BatchWriter(sink);
    for (let doc = 0; doc < 70_000; doc++) writer.addRecord(makeRecord({ id: `dec-${doc}` }), doc);
    sink.abandon();
    const before = readFileSync(file).length;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    expect(readFileSync(file)).toHaveLength(before);
    closeSync(fd);
  });
});

function started(path: string, fd: number): RunSink {
  const sink = gatherInThread(path, fd, SALT);
  if (sink === null) throw new Error("no thread");
  return sink;
}

function gather(makeSink: (fd: number) => RunSink, count: number): { readonly runs: readonly Run[]; readonly bytes: Buffer } {
  const file = join(dir, "runs");
  const fd = openSync(file, "w+");
  const runs = feed(makeSink(fd), count);
  closeSync(fd);
  return { runs, bytes: readFileSync(file) };
}

/** Plain and other texts, half a surrogate pair in an id, projects, outdated and retired lines, a long text. */
function feed(sink: RunSink, count: number): readonly Run[] {
  const writer = new BatchWriter(sink);
  for (let doc = 0; doc < count; doc++) {
    if (doc % 7 === 3) {
      writer.add(KINDS.term, doc, `dec-${doc}`);
      continue;
    }
    const title = doc % 5 === 0 ? `Größe \u{1f600} 日本語 w${doc % 900}` : `Retry — the auth_service${doc % 300} of src/w${doc % 77}/index.ts`;
    const id = doc % 11 === 0 ? `dec-\ud800${doc}` : `Dec-${doc}`;
    const body = [["", doc === 500 ? "long words ".repeat(200_000) : `body of w${doc % 1234} “quoted” → arrow`]] as const;
    writer.addRecord(makeRecord({ id, title, body, tags: [`tag${doc % 40}`] }), doc % 13 === 5 ? NO_DOCUMENT : doc);
    if (doc % 13 !== 5) writer.add(KINDS.project, doc, doc % 2 ? `Owner/repo${doc % 50}` : "größe/x");
  }
  writer.handOver(0);
  return sink.finish();
}
