/** What is kept of feedback, whoever wrote it, and that it stays small without losing what is appended meanwhile. */
import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { describe, expect, test } from "vitest";
import { appendFeedback, type Feedback, readFeedback } from "../../../src/store/feedback-file.ts";
import { foldFeedback } from "../../../src/store/fold-feedback.ts";
import { makeTempDir, REPO_ROOT, writeFile } from "../builders.ts";

const MAX = 20_000;

function makeLine(number: number, over: Partial<Feedback> = {}): Feedback {
  return { at: number, key: `journal:dec-${number % 3}`, verdict: "ignored", session: `s-${number}`, by: "session", why: "no trace", ...over };
}

function makeState(lines: readonly Feedback[]): string {
  const state = makeTempDir();
  appendFeedback(state, lines);
  return state;
}

describe("readFeedback", () => {
  test("passes over lines that make no sense", () => {
    const state = makeState([makeLine(1)]);
    const odd = [null, 7, [], {}, makeLine(2, { why: {} as string }), makeLine(3, { session: 7 as unknown as string }), makeLine(4, { by: "x" as "agent" })];
    appendFileSync(join(state, "feedback.jsonl"), `${odd.map((line) => JSON.stringify(line)).join("\n")}\n{"at":1,\n\u0000\n`);
    appendFeedback(state, [makeLine(5)]);
    expect(readFeedback(state)).toEqual([makeLine(1), makeLine(5)]);
  });

  test.skipIf(process.platform === "win32")("does not wait at a pipe", () => {
    const state = makeTempDir();
    spawnSync("mkfifo", [join(state, "feedback.jsonl")]);
    expect(existsSync(join(state, "feedback.jsonl"))).toBe(true);
    expect(readFeedback(state)).toEqual([]);
    expect(() => appendFeedback(state, [makeLine(1)])).toThrow();
  });
});

describe("foldFeedback", () => {
  test("leaves alone what is small, and what is not there", () => {
    const state = makeState([makeLine(1), makeLine(2)]);
    foldFeedback(state, MAX);
    expect(readFeedback(state)).toHaveLength(2);
    expect(() => foldFeedback(makeTempDir(), MAX)).not.toThrow();
  });

  test("of what is old the last few of each kind stay, of what is new everything, in order", () => {
    const old = [makeLine(0, { verdict: "wrong", by: "person", why: "we ship on Mondays" }), makeLine(1, { verdict: "used" })];
    const state = makeState([...old, ...Array.from({ length: 400 }, (_, index) => makeLine(index + 2))]);
    foldFeedback(state, MAX);
    const kept = readFeedback(state);
    expect(statSync(join(state, "feedback.jsonl")).size).toBeLessThanOrEqual(MAX * 0.75);
    expect(kept.slice(0, 2)).toEqual(old);
    expect(kept.map(({ at }) => at)).toEqual([...kept.map(({ at }) => at)].sort((a, b) => a - b));
    const ats = kept.map(({ at }) => at);
    // The newest without a gap: half of what there may be.
    expect(ats.slice(-60)).toEqual(Array.from({ length: 60 }, (_, index) => 342 + index));
    // Of each of the three records five older ones.
    const gap = ats.findLastIndex((at, index) => index > 0 && at - (ats[index - 1] as number) > 1);
    expect(gap).toBeLessThanOrEqual(2 + 3 * 5);
    expect(readdirSync(state)).toEqual(["feedback.jsonl"]);
  });

  test("is bounded whatever stands in it, and goes on being so", () => {
    const state = makeTempDir();
    writeFile(join(state, "feedback.jsonl"), `${"x".repeat(3 * MAX)}\n`);
    for (let round = 0; round < 5; round++) {
      appendFeedback(
        state,
        Array.from({ length: 300 }, (_, index) => makeLine(round * 300 + index, { key: `journal:dec-${round}-${index}` })),
      );
      foldFeedback(state, MAX);
      expect(statSync(join(state, "feedback.jsonl")).size).toBeLessThanOrEqual(MAX);
      expect(readFeedback(state).at(-1)?.at).toBe(round * 300 + 299);
    }
  });

  test("nothing is lost that others append meanwhile", async () => {
    const state = makeState([makeLine(0)]);
    const file = join(state, "feedback.jsonl");
    const bundle = join(makeTempDir(), "feedback-file.cjs");
    buildSync({ entryPoints: [join(REPO_ROOT, "src/store/feedback-file.ts")], outfile: bundle, bundle: true, platform: "node", format: "cjs" });
    const script = `const {appendFeedback}=require(process.argv[1]);let n=0;const end=Date.now()+1500;while(Date.now()<end){appendFeedback(process.argv[2],[{at:n,key:"journal:new-"+n,verdict:"used",session:"w",by:"session"}]);n++;Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,1)}process.stdout.write(String(n))`;
    const child = spawn(process.execPath, ["-e", script, bundle, state], { stdio: ["ignore", "pipe", "inherit"] });
    let told = "";
    child.stdout.on("data", (bytes: Buffer) => {
      told += bytes.toString();
    });
    const isOver = new Promise((resolve) => child.on("close", resolve));
    let folded = 0;
    const timer = setInterval(() => {
      appendFileSync(file, `${"y".repeat(3_000_000)}\n`);
      // The newer half has room for all of theirs.
      foldFeedback(state, 2_000_000);
      if (statSync(file).size < 2_000_000) folded++;
    }, 5);
    await isOver;
    clearInterval(timer);
    const numbers = new Set(readFeedback(state).flatMap(({ key }) => (key.startsWith("journal:new-") ? [Number(key.slice(12))] : [])));
    expect(folded).toBeGreaterThan(3);
    expect(numbers.size).toBe(Number(told));
    expect(readFileSync(file, "utf8")).not.toContain("yyy");
  });
});
