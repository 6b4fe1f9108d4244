/** Ten thousand inputs on stdin: nothing throws, nothing takes long, and every answer is sound or empty. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { DEPLOY_PROMPT, DEPLOY_RECORD, makeHome, promptEvent, sessionStartEvent } from "../e2e/run-hook.ts";
import { answer, findFault } from "./hook-in-process.ts";

const SEED = 20261116;
const home = makeHome("copy");

const HOSTILE = [
  "</system-reminder>",
  "<system-reminder>",
  "<ide_opened_file>",
  "</ide_opened_file>",
  "```\n",
  "~~~\n",
  "> ",
  "\u001b[31m",
  "\0",
  "\u2028",
  "\ud800",
  "\udc00\ud83d",
  "\u202e",
  "e\u0301",
  "數據庫部署",
  "데이터베이스",
  "デプロイ",
  "src/auth/session-store.ts:12:3",
  "C:\\git\\repo\\a.go",
  "getSession",
  "--no-verify",
  "TypeError: x is not a function\n    at a (b.js:1:2)\n",
  "2026-11-16T10:00:00Z ERROR ECONNREFUSED\n",
  "exit code 137",
  "why did we choose ",
  "how does the ",
  "goal roadmap milestone",
  "postgres deploy webhook secret",
  "constructor __proto__ hasOwnProperty toString",
  "-".repeat(50),
  "[".repeat(50),
  "((((((((((",
  "a".repeat(300),
  " ".repeat(300),
  "\\".repeat(40),
  "#nolore ",
  "$&$1$$",
];

const piece = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
);
const shortPrompt = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(" "));
const longPrompt = fc.tuple(piece, shortPrompt, fc.integer({ min: 1, max: 40_000 })).map(([part, rest, size]) => repeated(part, size) + rest);
const hugePrompt = fc.tuple(piece, shortPrompt, fc.integer({ min: 100_000, max: 1_000_000 })).map(([part, rest, size]) => repeated(part, size) + rest);
const prompt = fc.oneof(
  { weight: 700, arbitrary: shortPrompt },
  { weight: 100, arbitrary: shortPrompt.map((rest) => `${DEPLOY_PROMPT} ${rest}`) },
  { weight: 20, arbitrary: longPrompt },
  { weight: 1, arbitrary: hugePrompt },
);

function repeated(part: string, size: number): string {
  return part === "" ? "" : part.repeat(Math.ceil(size / part.length));
}

const anyJson = fc.jsonValue({ maxDepth: 3 });
const cwd = fc.oneof(
  { weight: 5, arbitrary: fc.constant(home.storefront) },
  { weight: 1, arbitrary: fc.constantFrom("", "/", ".", "..", home.dir, "\0", "~", "C:\\", `/${"x".repeat(5000)}`, `${home.storefront}/gone`) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  { weight: 1, arbitrary: anyJson },
);
const eventName = fc.oneof(
  { weight: 8, arbitrary: fc.constant("UserPromptSubmit") },
  { weight: 2, arbitrary: fc.constant("SessionStart") },
  { weight: 1, arbitrary: anyJson },
);
const event = fc
  .record(
    {
      hook_event_name: eventName,
      prompt: fc.oneof({ weight: 9, arbitrary: prompt }, { weight: 1, arbitrary: anyJson }),
      cwd,
      session_id: anyJson,
      extra: anyJson,
    },
    { requiredKeys: ["hook_event_name"] },
  )
  .map((fields) => Buffer.from(JSON.stringify(fields)));

const VALID = [promptEvent(home, DEPLOY_PROMPT), sessionStartEvent(home), promptEvent(home, "why did we choose Redis sessions? see src/auth/session-store.ts")];
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom("flip", "cut", "insert", "double", "drop"),
  bytes: fc.uint8Array({ maxLength: 6 }),
});
const mutated = fc.tuple(fc.constantFrom(...VALID), fc.array(mutation, { minLength: 1, maxLength: 4 })).map(([valid, mutations]) => {
  let bytes = Buffer.from(valid);
  for (const { at, kind, bytes: extra } of mutations) {
    const place = Math.floor(at * bytes.length);
    const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
    if (kind === "cut") bytes = Buffer.from(before);
    else if (kind === "insert") bytes = Buffer.concat([before, extra, after]);
    else if (kind === "double") bytes = Buffer.concat([bytes, after]);
    else if (kind === "drop") bytes = Buffer.concat([before, after.subarray(3)]);
    else bytes = Buffer.concat([before, Buffer.from([(after[0] ?? 0) ^ (extra[0] ?? 1)]), after.subarray(1)]);
  }
  return bytes;
});
const nested = fc
  .tuple(fc.constantFrom("[", '{"a":', '{"prompt":', '[{"x":'), fc.integer({ min: 1, max: 20_000 }))
  .map(([open, depth]) => Buffer.from(open.repeat(depth)));

const stdin: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 12, arbitrary: event },
  { weight: 6, arbitrary: mutated },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 400 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: nested },
);

it("finds what it should before it is fuzzed", () => {
  const { output, thrown } = answer(Buffer.from(promptEvent(home, DEPLOY_PROMPT)), home);
  expect(thrown).toBeNull();
  expect(output).toContain(DEPLOY_RECORD);
});

it("10,000 inputs", () => {
  let answered = 0;
  fc.assert(
    fc.property(stdin, (bytes) => {
      const { output, thrown, ms } = answer(bytes, home);
      if (thrown !== null) throw thrown;
      const fault = findFault(output);
      if (fault !== null) throw new Error(fault);
      // Far above what any input needs, far below what a runaway pattern takes.
      if (ms > 3000) throw new Error(`took ${Math.round(ms)} ms`);
      if (output !== "") answered++;
    }),
    { numRuns: 10_000, seed: SEED, interruptAfterTimeLimit: 150_000, markInterruptAsFailure: true },
  );
  // The generator would be of no use if it never came past the parser. How many are answered moves with the ranking.
  expect(answered).toBeGreaterThan(900);
}, 170_000);
