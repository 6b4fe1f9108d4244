import { execFile } from "node:child_process";
import { closeSync, existsSync, linkSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { appendMetric, metricsFile } from "../../../src/store/metrics-file.ts";
import { readMetrics } from "../../../src/store/read-metrics.ts";
import { rotateMetrics } from "../../../src/store/rotate-metrics.ts";
import { makeTempDir, REPO_ROOT } from "../builders.ts";
import { DAY_MS, makeMetric, NOW } from "../stats/builders.ts";

const KEEP = { keepDays: 90, now: NOW };

function sessionsIn(stateDir: string, since?: number): readonly (string | null)[] {
  return [...readMetrics(stateDir, since === undefined ? {} : { since })].map(({ session }) => session);
}

describe("appendMetric", () => {
  test("makes what is missing, for the owner alone, and appends", () => {
    const stateDir = join(makeTempDir(), "a", "b");
    expect(appendMetric(stateDir, makeMetric({ session: "1" }))).toBe(true);
    expect(appendMetric(stateDir, makeMetric({ session: "2" }))).toBe(true);
    expect(statSync(metricsFile(stateDir)).mode & 0o777).toBe(0o600);
    expect(sessionsIn(stateDir)).toEqual(["1", "2"]);
  });

  test("never throws: a file for a folder, a link, a folder for the file, a line too long", () => {
    const folder = makeTempDir();
    writeFileSync(join(folder, "file"), "");
    expect(appendMetric(join(folder, "file"), makeMetric())).toBe(false);
    writeFileSync(join(folder, "elsewhere"), "");
    mkdirSync(join(folder, "linked"));
    symlinkSync(join(folder, "elsewhere"), join(folder, "linked", "metrics.jsonl"));
    expect(appendMetric(join(folder, "linked"), makeMetric())).toBe(false);
    expect(readFileSync(join(folder, "elsewhere"), "utf8")).toBe("");
    mkdirSync(join(folder, "taken", "metrics.jsonl"), { recursive: true });
    expect(appendMetric(join(folder, "taken"), makeMetric())).toBe(false);
    expect(appendMetric(folder, makeMetric({ prompt: "x".repeat(70_000) }))).toBe(false);
    expect(existsSync(metricsFile(folder))).toBe(false);
  });

  test.skipIf(process.platform === "win32")("a pipe in its place is not waited for", async () => {
    const folder = makeTempDir();
    await promisify(execFile)("mkfifo", [metricsFile(folder)]);
    expect(appendMetric(folder, makeMetric())).toBe(false);
    expect(sessionsIn(folder)).toEqual([]);
    expect(() => rotateMetrics(folder, KEEP)).not.toThrow();
  });

  test("and what composes the line cost the prompt less than two kilobytes of code", async () => {
    const contents = 'export { appendMetric } from "./src/store/metrics-file.ts"; export { composeMetric } from "./src/metrics/compose-metric.ts";';
    const size = async (text: string): Promise<number> => {
      const options = { bundle: true, minify: true, write: false, platform: "node", format: "cjs", logLevel: "silent" } as const;
      const { outputFiles } = await build({ ...options, stdin: { contents: text, resolveDir: REPO_ROOT, loader: "ts" } });
      return outputFiles[0]?.contents.length ?? 0;
    };
    const others = await size('export { makeFolder } from "./src/store/cache-file.ts"; import { openSync } from "node:fs"; export { openSync };');
    expect((await size(contents)) - others).toBeLessThan(2300);
  });
});

describe("readMetrics", () => {
  test("nothing where there is nothing", () => {
    expect(sessionsIn(join(makeTempDir(), "none"))).toEqual([]);
  });

  test("the oldest file first, broken lines counted and passed over", () => {
    const folder = makeTempDir();
    const text = (session: string): string => `${JSON.stringify(makeMetric({ session }))}\n`;
    writeFileSync(join(folder, "metrics-2000.jsonl"), text("b"));
    writeFileSync(join(folder, "metrics-900.jsonl"), `${text("a")}{"v":1,"at\n\n`);
    writeFileSync(join(folder, "metrics-x.jsonl"), text("no"));
    writeFileSync(metricsFile(folder), `nonsense\n${text("c")}${text("d").trimEnd()}`);
    let broken = 0;
    expect([...readMetrics(folder, { onBroken: () => broken++ })].map(({ session }) => session)).toEqual(["a", "b", "c", "d"]);
    expect(broken).toBe(2);
  });

  test("lines since an instant; a file renamed long before it is not read", () => {
    const folder = makeTempDir();
    const text = (session: string, at: number): string => `${JSON.stringify(makeMetric({ session, at }))}\n`;
    writeFileSync(join(folder, `metrics-${NOW - 5 * DAY_MS}.jsonl`), text("claims to be new", NOW));
    writeFileSync(join(folder, `metrics-${NOW - DAY_MS}.jsonl`), text("old", NOW - 6 * DAY_MS) + text("kept", NOW - 2 * DAY_MS));
    writeFileSync(metricsFile(folder), text("new", NOW));
    expect(sessionsIn(folder, NOW - 3 * DAY_MS)).toEqual(["kept", "new"]);
  });

  test("a file that has two names at this moment is read once", () => {
    const folder = makeTempDir();
    appendMetric(folder, makeMetric({ session: "1" }));
    linkSync(metricsFile(folder), join(folder, "metrics-5.jsonl"));
    expect(sessionsIn(folder)).toEqual(["1"]);
  });

  test("a file that is renamed while it is read is read once", () => {
    const folder = makeTempDir();
    for (const session of ["1", "2", "3"]) appendMetric(folder, makeMetric({ session }));
    const lines = readMetrics(folder);
    const first = lines.next().value?.session;
    rotateMetrics(folder, { ...KEEP, maxBytes: 10 });
    appendMetric(folder, makeMetric({ session: "4" }));
    expect([first, ...[...lines].map(({ session }) => session)]).toEqual(["1", "2", "3"]);
    expect(sessionsIn(folder)).toEqual(["1", "2", "3", "4"]);
  });

  test("files larger than what is read at once, with the progress told", () => {
    const folder = makeTempDir();
    const lines = Array.from({ length: 8000 }, (_, i) => JSON.stringify(makeMetric({ session: String(i), silent: "ü".repeat(i % 97) })));
    writeFileSync(metricsFile(folder), `${lines.join("\n")}\n`);
    const { size } = statSync(metricsFile(folder));
    const told: number[] = [];
    const progress = { start: (_: string, bytes: number) => told.push(bytes), advance: (bytes: number) => told.push(bytes) };
    expect([...readMetrics(folder, { progress })].map(({ session }) => session)).toEqual(lines.map((_, i) => String(i)));
    expect([told[0], told.at(-1)]).toEqual([size, size]);
    expect(told.length).toBeGreaterThan(2);
  });
});

describe("rotateMetrics", () => {
  test("a small new file stays", () => {
    const folder = makeTempDir();
    appendMetric(folder, makeMetric());
    rotateMetrics(folder, KEEP);
    expect(readdirSync(folder)).toEqual(["metrics.jsonl"]);
  });

  test("a large one is renamed, and never onto another", () => {
    const folder = makeTempDir();
    for (const session of ["1", "2", "3"]) {
      appendMetric(folder, makeMetric({ session }));
      rotateMetrics(folder, { ...KEEP, maxBytes: 10 });
    }
    expect(readdirSync(folder).sort()).toEqual([`metrics-${NOW}.jsonl`, `metrics-${NOW + 1}.jsonl`, `metrics-${NOW + 2}.jsonl`]);
    expect(sessionsIn(folder)).toEqual(["1", "2", "3"]);
  });

  test("so is one that was begun long ago, for its lines to go when their time is up", () => {
    const folder = makeTempDir();
    appendMetric(folder, makeMetric({ at: NOW - 10 * DAY_MS }));
    rotateMetrics(folder, KEEP);
    expect(readdirSync(folder)).toEqual([`metrics-${NOW}.jsonl`]);
    rotateMetrics(folder, { ...KEEP, now: NOW + 91 * DAY_MS });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("nothing else is deleted, and what cannot be is no reason to stop", () => {
    const folder = makeTempDir();
    for (const name of ["metrics-1.jsonl", "metrics-1.jsonl.bak", "feedback.jsonl", `metrics-${NOW - DAY_MS}.jsonl`]) writeFileSync(join(folder, name), "");
    mkdirSync(join(folder, "metrics-0.jsonl"));
    rotateMetrics(folder, KEEP);
    expect(readdirSync(folder).sort()).toEqual(["feedback.jsonl", "metrics-0.jsonl", "metrics-1.jsonl.bak", `metrics-${NOW - DAY_MS}.jsonl`]);
  });

  test("a hook that has the file open when it is renamed loses nothing", () => {
    const folder = makeTempDir();
    appendMetric(folder, makeMetric({ session: "before" }));
    const fd = openSync(metricsFile(folder), "a");
    rotateMetrics(folder, { ...KEEP, maxBytes: 10 });
    appendMetric(folder, makeMetric({ session: "after" }));
    writeSync(fd, `${JSON.stringify(makeMetric({ session: "late" }))}\n`);
    closeSync(fd);
    expect(sessionsIn(folder)).toEqual(["before", "late", "after"]);
  });

  test("many processes append while others rotate: every line is there once", async () => {
    const folder = makeTempDir();
    const script = join(makeTempDir(), "worker.cjs");
    const contents = `
      import { appendMetric } from "./src/store/metrics-file.ts";
      import { rotateMetrics } from "./src/store/rotate-metrics.ts";
      const [, , folder, name, count] = process.argv;
      const line = { v: 1, at: Date.now(), event: "Stop", project: null, shown: [], tokens: 0, budget: 0, ms: 1, steps: {} };
      for (let i = 0; i < Number(count); i++) {
        if (!appendMetric(folder, { ...line, session: name + "-" + i })) process.exit(1);
        if (i % 5 === 0) rotateMetrics(folder, { keepDays: 90, now: Date.now(), maxBytes: 2000 });
      }`;
    await build({
      stdin: { contents, resolveDir: REPO_ROOT, loader: "ts" },
      bundle: true,
      platform: "node",
      format: "cjs",
      outfile: script,
      logLevel: "silent",
    });
    const workers = ["a", "b", "c", "d"];
    await Promise.all(workers.map((name) => promisify(execFile)(process.execPath, [script, folder, name, "400"])));
    const found = sessionsIn(folder);
    expect(found).toHaveLength(1600);
    expect(new Set(found).size).toBe(1600);
    expect(readdirSync(folder).length).toBeGreaterThan(20);
  });
});
