/** Errors as tools print them → type, message, signature. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskVariable, normalizeFailure } from "../../../src/capture/normalize-failure.ts";

const CASES: readonly (readonly [name: string, error: string, type: string, message: string])[] = [
  [
    "a Python traceback",
    'Exit code 1\nTraceback (most recent call last):\n  File "/a/b.py", line 3, in <module>\n    x()\nValueError: bad value 12',
    "ValueError",
    "ValueError: bad value 12",
  ],
  [
    "a Node error with a stack",
    "Exit code 1\n/w/a.js:3\n  throw new TypeError('x')\n  ^\n\nTypeError: x is not a function\n    at run (/w/a.js:3:9)",
    "TypeError",
    "TypeError: x is not a function",
  ],
  [
    "a port in use",
    "Exit code 1\nError: listen EADDRINUSE: address already in use :::3000\n    at Server.setup",
    "EADDRINUSE",
    "address already in use :::3000",
  ],
  ["TypeScript", "Exit code 2\nsrc/a.ts(4,7): error TS2322: Type 'string' is not assignable to type 'number'.", "TS2322", "Type 'string' is not assignable"],
  ["Rust", "Exit code 101\n   Compiling x v0.1.0\nerror[E0308]: mismatched types\n --> src/main.rs:4:5", "E0308", "error[E0308]: mismatched types"],
  ["Go", "Exit code 2\npanic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:", "Panic", "index out of range [5]"],
  ["npm", "Exit code 1\nnpm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree", "ERESOLVE", "unable to resolve dependency tree"],
  ["a missing command", "Exit code 127\n/bin/bash: line 1: foo: command not found", "NotFound", "foo: command not found"],
  ["a missing right", "Exit code 1\nmkdir: cannot create directory '/opt/x': Permission denied", "Permission", "Permission denied"],
  ["time run out", "Command timed out after 2m 0.0s", "Timeout", "Command timed out after 2m"],
  ["git", "Exit code 128\nfatal: refusing to merge unrelated histories", "Fatal", "refusing to merge unrelated histories"],
  ["a failing test without an exception", "Exit code 1\n--- FAIL: TestSum (0.00s)\n    sum_test.go:9: got 3, want 4\nFAIL", "TestFailure", "FAIL: TestSum"],
  ["memory", "Exit code 134\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory", "OutOfMemory", "heap out of memory"],
  [
    "pytest",
    "Exit code 1\n    def test_x():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntests/test_a.py:3: AssertionError\nFAILED tests/test_a.py::test_x - assert 1 == 2",
    "AssertionError",
    "E assert 1 == 2",
  ],
  ["a missing script", 'Exit code 1\nnpm error Missing script: "tset"\nnpm error To see a list', "Error", "Missing script"],
  ["a bare exit code", "Exit code 3", "ExitCode", "exit code 3"],
  ["an exit code with output", "Exit code 3\nout\nerr", "ExitCode", "out"],
  ["nothing at all", "", "ExitCode", "failed without a message"],
  ["colours and tags", "<tool_use_error>\u001b[31mSyntaxError: Unexpected token\u001b[0m</tool_use_error>", "SyntaxError", "SyntaxError: Unexpected token"],
];

test.each(CASES)("%s", (_, error, type, message) => {
  const failure = normalizeFailure(error);
  expect(failure.type).toBe(type);
  expect(failure.message).toContain(message);
});

describe("the signature is the same for the same error elsewhere", () => {
  const PAIRS: readonly (readonly [string, string])[] = [
    ["Error: listen EADDRINUSE: address already in use :::3000", "Error: listen EADDRINUSE: address already in use :::8080"],
    ["ENOENT: no such file or directory, open '/tmp/x1/a.json'", "ENOENT: no such file or directory, open '/home/u/b.json'"],
    ["TimeoutError: gave up after 3000ms on 2026-01-02T03:04:05Z", "TimeoutError: gave up after 12.5s on 2025-11-12T13:14:15.123Z"],
    ["KeyError: user 0f8fad5b-d9cb-469f-a165-70867728950e", "KeyError: user 7c9e6679-7425-40de-944b-e07fc1f90ae7"],
    ["fatal: bad object 1a2b3c4d5e", "fatal: bad object 9f8e7d6c5b4a"],
    ["src/a.ts(4,7): error TS2322: Type 'x'", "lib/deep/b.ts(40,17): error TS2322: Type 'x'"],
    ["ValueError: 3 items at 0x7ffee1", "ValueError: 14 items at 0x10af"],
  ];
  test.each(PAIRS)("%s", (one, other) => expect(normalizeFailure(one).signature).toBe(normalizeFailure(other).signature));

  test("and differs where the error does", () => {
    expect(normalizeFailure("error TS2322: Type 'x'").signature).not.toBe(normalizeFailure("error TS2345: Type 'x'").signature);
    expect(normalizeFailure("KeyError: 'name'").signature).not.toBe(normalizeFailure("KeyError: 'email'").signature);
    expect(maskVariable("uses utf8 and es2022")).toBe("uses utf8 and es2022");
  });
});

test("any text: bounded, and a number makes no difference", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 3_000 }), fc.nat(), fc.nat(), (error, one, other) => {
      const { type, message, signature } = normalizeFailure(error);
      expect(type).not.toBe("");
      expect(message.length).toBeLessThanOrEqual(400);
      expect(signature.length).toBeLessThanOrEqual(400);
      expect(normalizeFailure(`RangeError: size ${one} is wrong`).signature).toBe(normalizeFailure(`RangeError: size ${other} is wrong`).signature);
    }),
  );
});

test("long lines and outputs take no time", () => {
  const startedAt = performance.now();
  for (const part of ["a/", "1.", "Error ", "0x", "a.b-", "\n at x"]) normalizeFailure(part.repeat(500_000));
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
