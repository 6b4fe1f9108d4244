/** A failure, what was done about it, and the success that proves it. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkKindOf, findSteps, type Step, stepOf } from "../../../src/capture/find-steps.ts";
import { linkFix } from "../../../src/capture/link-fix.ts";
import { normalizeCommand } from "../../../src/capture/normalize-command.ts";
import { parseTranscript } from "../../../src/capture/parse-transcript.ts";
import { readTranscript } from "../../../src/capture/read-transcript.ts";

function run(command: string, error?: string): Step {
  const result = { text: error ?? "ok", failed: error !== undefined, interrupted: false };
  return existing(stepOf({ tool: "Bash", input: { command }, result, cwd: "/w" }));
}
function edit(file: string): Step {
  return existing(stepOf({ tool: "Edit", input: { file_path: `/w/${file}` }, result: { text: "", failed: false, interrupted: false }, cwd: "/w" }));
}
function existing(step: Step | null): Step {
  if (step === null) throw new Error("no step");
  return step;
}
const textsOf = (...steps: readonly Step[]): readonly string[] => linkFix(steps).map(({ text }) => text);

const FAILED = "Exit code 1\nTypeError: x is undefined";
const OTHER = "Exit code 1\nRangeError: y is too large";

describe("the fix", () => {
  test("names what changed in between", () =>
    expect(textsOf(run("npm test", FAILED), run("cat src/a.ts"), edit("src/a.ts"), run("npm ci"), run("cd /w && CI=1 npm  test"))).toEqual([
      "After editing src/a.ts and running `npm ci`, `npm test` passed",
    ]));
  test("belongs to the signature", () =>
    expect(linkFix([run("npm test", FAILED), edit("a.ts"), run("npm test")])[0]?.signature).toBe("TypeError: x is undefined"));
  test("of one failure is not the fix of the next", () =>
    expect(textsOf(run("npm test", FAILED), edit("a.ts"), run("npm test", OTHER), edit("b.ts"), run("npm test"))).toEqual([
      "After editing a.ts, `npm test` got past this error; it passed later",
      "After editing b.ts, `npm test` passed",
    ]));
  test("counts from the last time that it happened", () =>
    expect(textsOf(run("npm test", FAILED), edit("wrong.ts"), run("npm test", FAILED), edit("right.ts"), run("npm test"))).toEqual([
      "After editing right.ts, `npm test` passed",
    ]));
  test("counts what it cannot name", () =>
    expect(textsOf(run("make", FAILED), ...["a", "b", "c", "d", "e"].map(edit), run("make"))).toEqual([
      "After editing a, b, c and 2 more files, `make` passed",
    ]));
});

describe("no fix", () => {
  test("when nothing was changed", () => expect(textsOf(run("npm test", FAILED), run("ls"), run("npm test"))).toEqual([]));
  test("for another command", () => expect(textsOf(run("npm test", FAILED), edit("a.ts"), run("npm run lint"))).toEqual([]));
  test("of what was mended before", () => expect(textsOf(run("npm test", FAILED), edit("a.ts"), run("npm test"), edit("b.ts"), run("npm test"))).toEqual([]));
  test("while it still fails", () => expect(textsOf(run("npm test", FAILED), edit("a.ts"), run("npm test | tail -5", FAILED))).toEqual([]));
  test("when only the end of the output hides the failure", () => {
    const hidden = stepOf({
      tool: "Bash",
      input: { command: "npm test | tail -5" },
      result: { text: "Tests  1 failed | 2 passed", failed: false, interrupted: false },
      cwd: "/w",
    });
    expect(textsOf(run("npm test", FAILED), edit("a.ts"), existing(hidden))).toEqual([]);
  });
});

test("from a transcript", () => {
  const steps = findSteps(parseTranscript(readTranscript(join(import.meta.dirname, "fixtures/fixed-later.jsonl")) ?? ""));
  const fixes = steps.flatMap((_, index) => linkFix(steps.slice(0, index + 1)));
  expect(fixes.map(({ text }) => text)).toEqual(['After editing app/db.py and running `pip install "sqlalchemy>=2.0"`, `python -m pytest -q` passed']);
  expect(fixes[0]?.signature).toMatch(/^ImportError: cannot import name/);
});

test.each([
  ["cd /w && npm test", "npm test"],
  ["CI=1 NODE_ENV=test npm   test 2>&1 | tail -20", "npm test"],
  ["export A=b; timeout 60 npm test > /tmp/out.log", "npm test"],
  ["(cd sub; make all)", "make all"],
  ["git commit -m 'a; b && c'", "git commit -m 'a; b && c'"],
  ["npm run build && npm test", "npm run build && npm test"],
  ["cat > a.txt <<'EOF'\nnpm test\nEOF\nnpm run lint", "cat && npm run lint"],
  ["echo hi", ""],
])("normal form of %j", (command, normal) => expect(normalizeCommand(command)).toBe(normal));

test.each([
  ["npx vitest run a", "test"],
  ["npm run test:unit -- --watch=false", "test"],
  ["go test ./...", "test"],
  ["python -m pytest", "test"],
  ["cargo build --release", "build"],
  ["make", "build"],
  ["npx tsc --noEmit", "lint"],
  ["pnpm lint", "lint"],
  ["grep vitest package.json", null],
  ["npm install", null],
  ["git commit -m 'npm test'", null],
])("kind of check: %s", (command, kind) => expect(checkKindOf(command)).toBe(kind));
