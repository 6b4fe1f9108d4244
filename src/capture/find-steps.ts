/** What a session did, step by step: files edited, commands run, and how each of them ended. */
import { type Fields, textOf } from "../sources/fields.ts";
import { isExploring, isNoise } from "./is-noise.ts";
import { normalizeCommand, splitCommand } from "./normalize-command.ts";
import { findTellingLine, normalizeFailure } from "./normalize-failure.ts";
import type { ToolResult, ToolTurn, Turn } from "./parse-transcript.ts";
import { shorten } from "./shorten.ts";

type CheckKind = "test" | "build" | "lint";

interface EditStep {
  readonly kind: "edit";
  readonly file: string;
  readonly cwd: string;
}
export interface RunStep {
  readonly kind: "run";
  /** As it was typed. */
  readonly command: string;
  /** The same for the same thing tried again. */
  readonly key: string;
  readonly check: CheckKind | null;
  readonly outcome: "passed" | "failed" | "interrupted";
  /** What the output says about the outcome; may be empty. */
  readonly line: string;
  /** Of the failure; null unless it failed. */
  readonly signature: string | null;
  /** It looks around, or its failure teaches nothing. */
  readonly noise: boolean;
}
export type Step = EditStep | RunStep;

const EDITING_TOOLS: readonly string[] = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
const MAX_LINE = 200;

const THROUGH =
  /^(?:(?:npx|bunx|pnpx|uvx)(?:\s+-{1,2}\S+)*|(?:pnpm|yarn|npm|bun)\s+(?:exec|dlx|x)(?:\s+--)?|uv\s+run|poetry\s+run|pipenv\s+run|bundle\s+exec|python3?\s+-m|yarn(?=\s+(?:vitest|jest|tsc|eslint))|\.\/node_modules\/\.bin\/|node_modules\/\.bin\/)\s*/;
const SCRIPT = "(?:npm|pnpm|yarn|bun|deno|make|just|task|rake|composer)(?:\\s+-{1,2}\\S+)*(?:\\s+(?:run|task))?(?:\\s+-{1,2}\\S+)*\\s+";
const CHECKS: readonly (readonly [CheckKind, RegExp])[] = [
  ["test", new RegExp(`^(?:${SCRIPT}(?:t|test|tests|e2e|check|verify)(?:[:_-]\\S*)?(?:\\s|$))`)],
  [
    "test",
    /^(?:vitest|jest|mocha|ava|pytest|unittest|tox|nox|rspec|phpunit|ctest|go\s+test|cargo\s+(?:test|nextest)|dotnet\s+test|mix\s+test|swift\s+test|flutter\s+test|playwright\s+test|cypress\s+run|node\s+(?:-\S+\s+)*--test|(?:mvnw?|\.\/mvnw)\s.*\b(?:test|verify)|(?:\.\/)?gradlew?\s.*(?:test|check))(?:\s|$)/i,
  ],
  ["lint", new RegExp(`^(?:${SCRIPT}(?:lint|typecheck|type-check|types|format)(?:[:_-]\\S*)?(?:\\s|$))`)],
  ["lint", /^(?:eslint|biome|ruff|flake8|pylint|mypy|pyright|cargo\s+clippy|golangci-lint|go\s+vet|shellcheck|prettier\s+.*--check|tsc\s+.*--noEmit)(?:\s|$)/],
  ["build", new RegExp(`^(?:${SCRIPT}(?:build|compile|dist)(?:[:_-]\\S*)?(?:\\s|$))`)],
  [
    "build",
    /^(?:tsc|vite\s+build|next\s+build|webpack|rollup|esbuild|cargo\s+(?:build|check)|go\s+build|make|cmake\s+--build|ninja|docker\s+build|docker\s+compose\s+build|xcodebuild|dotnet\s+build|swift\s+build|javac|(?:mvnw?|\.\/mvnw)\s.*\b(?:package|install|compile)|(?:\.\/)?gradlew?\s.*(?:build|assemble))(?:\s|$)/,
  ],
];

/** A check whose output is cut by `| tail` ends with 0, whatever it found. */
const SAYS_FAILED =
  /(?:^|\s)(?:[1-9]\d* (?:tests? |specs? |suites? )?(?:failed|failing|failures?|errors?)\b(?! (?:ignored|allowed)))|^\s*(?:FAIL(?:ED)?\b|--- FAIL|BUILD FAILED|FAILURE:|not ok \d)|\berror TS\d+:|^error(?:\[E\d+\])?: |npm (?:ERR!|error) |test result: FAILED|Tests?:.*[1-9]\d* failed|Found [1-9]\d* errors?\b|\bfail [1-9]\d*$/m;
const SAYS_PASSED =
  /(?:\b\d+ (?:tests? |specs? |examples?,? ?)?(?:passed|passing|succeeded)\b|Tests?:? +\d+ passed|test result: ok|^ok\s|BUILD SUCCESS|^OK\b|0 errors?\b|\d+ examples?, 0 failures|no (?:issues|errors|problems) found|built in |Finished |compiled successfully|No fixes applied)/im;

export function findSteps(turns: readonly Turn[]): readonly Step[] {
  return turns.flatMap((turn) => {
    const step = turn.kind === "tool" ? stepOf(turn) : null;
    return step === null ? [] : [step];
  });
}

/** Null for a tool that changes and runs nothing. */
export function stepOf({ tool, input, result, cwd }: Pick<ToolTurn, "tool" | "input" | "result" | "cwd">): Step | null {
  if (tool === "Bash") return runOf(input, result);
  const file = textOf(input.file_path) || textOf(input.notebook_path);
  return EDITING_TOOLS.includes(tool) && file !== "" && result !== null && !result.failed ? { kind: "edit", file, cwd } : null;
}

function runOf(input: Fields, result: ToolResult | null): RunStep | null {
  const command = textOf(input.command);
  const key = normalizeCommand(command);
  if (key === "") return null;
  const background = input.run_in_background === true;
  const base = { kind: "run", command, key, check: background ? null : checkKindOf(command) } as const;
  if (result === null || result.interrupted) return { ...base, outcome: "interrupted", line: "", signature: null, noise: true };
  if (result.failed || (base.check !== null && SAYS_FAILED.test(result.text))) return { ...base, ...failureOf(command, base.check, result) };
  const line = base.check === null ? "" : shorten(summaryLine(result.text, SAYS_PASSED), MAX_LINE);
  return { ...base, outcome: "passed", line, signature: null, noise: background || isExploring(command) };
}

function failureOf(command: string, check: CheckKind | null, { text, failed }: ToolResult): Pick<RunStep, "outcome" | "line" | "signature" | "noise"> {
  const noise = failed && isNoise({ tool: "Bash", command, error: text, interrupted: false });
  const { type, message, signature } = normalizeFailure(text);
  const told = message.includes(type) || type === "ExitCode" ? message : `${type}: ${message}`;
  const summary = check === null ? "" : summaryLine(text, SAYS_FAILED);
  return { outcome: "failed", line: shorten(summary || told, MAX_LINE), signature, noise };
}

export function checkKindOf(command: string): CheckKind | null {
  for (const segment of splitCommand(command).toReversed()) {
    const bare = segment.replace(THROUGH, "");
    const found = CHECKS.find(([, pattern]) => pattern.test(bare) || pattern.test(segment));
    if (found !== undefined) return found[0];
  }
  return null;
}

/** What went wrong first, and the count at the end. */
function summaryLine(output: string, pattern: RegExp): string {
  const lines = output.split(/\r?\n/).map((line) => line.trim());
  const counts = lines.filter(
    (line) => /\d/.test(line) && line.length < 300 && pattern.test(line) && /\b(?:tests?|passed|failed|failing|passing|errors?|failures?|result)\b/i.test(line),
  );
  const count = counts.at(-1) ?? "";
  if (pattern === SAYS_PASSED) return count || (lines.findLast((line) => pattern.test(line)) ?? "");
  const telling = findTellingLine(output);
  if (telling === "" || telling === count) return count;
  return count === "" ? telling : `${telling} (${count})`;
}
