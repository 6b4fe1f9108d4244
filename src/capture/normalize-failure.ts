/** The text of an error → what it is called, what it says, and a signature that is the same the next time it happens elsewhere. */
import { oneLine, shorten } from "./shorten.ts";

export interface NormalFailure {
  /** Name of the exception or error code, else a general class such as "Timeout" or "ExitCode". */
  readonly type: string;
  /** As it was printed, shortened to 400 characters. */
  readonly message: string;
  /** Type and message with whatever differs between two occurrences masked. */
  readonly signature: string;
}

const MAX_MESSAGE = 400;
/** Of a long output, in characters from either end. */
const LOOKED_AT = 20_000;
const MAX_LINE = 1_000;
const MAX_LINES = 600;

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is taken out.
const COLOURS = /\u001b\[[0-9;?]*[A-Za-z]|\u001b\][^\u0007]*\u0007/g;
const EXIT_CODE = /^(?:Error: )?(?:Command failed with )?exit (?:code|status):? (-?\d+)\.?$/i;
const NAME = "\\b([A-Z][A-Za-z0-9]*(?:Error|Exception|Fault|Violation|Warning)|KeyboardInterrupt|SystemExit)\\b";
const NAMED_SAYING = new RegExp(`${NAME}(?:\\s*\\[\\w+\\])?: \\S`);
const NAMED = new RegExp(`${NAME}(?=:|\\s*\\[|\\s*\\(|\\s*$|\\s+(?:in|at|on|thrown)\\b|\\s*—)`);
const ERRNO =
  /\b(E(?:NOENT|ACCES|PERM|EXIST|ISDIR|NOTDIR|NOTEMPTY|ADDRINUSE|CONNREFUSED|CONNRESET|TIMEDOUT|PIPE|MFILE|NOSPC|ROFS|RESOLVE|INTEGRITY|BADENGINE|404|401|403|TARGET|PEERINVALID|USAGE|LIFECYCLE|AI_AGAIN|XDEV)|ENOTFOUND|ERR_[A-Z_]{3,60})\b/;

/** Which lines tell what went wrong, the most telling first; a name in place of null is found in the line. */
const TELLING: readonly (readonly [pattern: RegExp, type: string | null])[] = [
  [/\berror (TS\d{3,5}):/, null],
  [/^error\[(E\d{4})\]:/, null],
  [/^(?:npm (?:ERR!|error)) code (\w+)/, null],
  [/^panic: /, "Panic"],
  [/^thread '.*' panicked at/, "Panic"],
  [NAMED_SAYING, null],
  // As pytest shows a bare assertion.
  [/^E {3,}\S/, "AssertionError"],
  [NAMED, null],
  [ERRNO, null],
  [/\b(?:Segmentation fault|core dumped|SIGSEGV|SIGABRT)\b/, "Crash"],
  [/\b(?:out of memory|OOMKilled|JavaScript heap|Cannot allocate memory)\b/i, "OutOfMemory"],
  [/\b(?:timed out|timeout of|timeout exceeded|deadline exceeded|Timeout )/i, "Timeout"],
  [
    /\b(?:command not found|not recognized as an internal|No such file or directory|cannot find (?:module|package)|does not exist|[Nn]o such (?:table|column|host|container|image))\b/i,
    "NotFound",
  ],
  [/\b(?:Permission denied|EACCES|Operation not permitted|access denied|Unauthorized|Forbidden)\b/i, "Permission"],
  [/\b(?:Connection refused|Could not resolve host|Network is unreachable|connection reset)\b/i, "Network"],
  [/\b(?:merge conflict|CONFLICT \()/i, "Conflict"],
  [/^(?:--- )?FAIL(?:ED)?\b[: ]/, "TestFailure"],
  [/^(?:[✗✕×❌]|not ok\b|\d+\) )/, "TestFailure"],
  [/\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?)\b/i, "TestFailure"],
  [/^(?:fatal|FATAL): /, "Fatal"],
  [/^npm (?:ERR!|error) \w/, "Error"],
  [/(?:^|[\s:\]])(?:error|ERROR|Error)\b ?[:!]/, "Error"],
  [/\bsyntax error\b/i, "SyntaxError"],
  [/\b(?:failed|cannot|could not|unable to|invalid|unknown option|unrecognized)\b/i, "Error"],
];

/** Lines that frame an error and say nothing of it. */
const FRAMES =
  /^(?:at |File "|Traceback \(|\.\.\.|[-=~_*^ |]{3,}$|\^+$|node:internal|Node\.js v\d|npm (?:ERR!|error) (?:A complete log|path|command|errno|syscall)|\d+ \||> |info |note: run with)/;

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b/g, "<time>"],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<uuid>"],
  [/\b([a-z][a-z0-9+.-]{1,15}):\/\/[^\s"'`<>)\]]+/gi, "$1://<url>"],
  [/(?<![\w.])(?:[A-Za-z]:\\[^\s"'`:*?<>|]+)/g, "<path>"],
  // Also relative ones, and the line and column behind a path.
  [/(?<![\w<.~@-])(?:~|\.{1,2}|@?[\w.+-]+)?(?:\/[\w.@+~%#=[\]-]+)+\/?(?::\d+(?::\d+)?|\(\d+,\d+\))?/g, "<path>"],
  [
    /\b[\w.-]+\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|c|cc|cpp|h|hpp|cs|swift|json|ya?ml|toml|lock|md|sh|sql|html|css|vue|svelte)\b(?::\d+(?::\d+)?|\(\d+,\d+\))?/g,
    "<path>",
  ],
  [/\b0x[0-9a-f]+\b/gi, "<hex>"],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}\b/gi, "<hex>"],
  [/\b\d+(?:\.\d+)?\s?(?:ns|µs|us|ms|s|sec|secs|seconds?|m|min|mins|minutes?|h|hours?)\b/g, "<duration>"],
  [/(\bport\s+|:::|(?:localhost|\d{1,3}(?:\.\d{1,3}){3}):)\d{2,5}\b/gi, "$1<port>"],
  [/(?<![\w<])[-+]?\d[\d.,_]*(?![\w>])/g, "<n>"],
];

export function normalizeFailure(error: string): NormalFailure {
  const { lines, exitCode } = linesOf(error);
  const found = findTelling(lines);
  const type = found?.type ?? (exitCode === 124 ? "Timeout" : exitCode === 127 ? "NotFound" : exitCode === 126 ? "Permission" : "ExitCode");
  const told = found === null ? (lines.find((line) => !FRAMES.test(line)) ?? "") : withSequel(lines, found.index);
  const message = shorten(told || (exitCode === null ? "failed without a message" : `exit code ${exitCode}`), MAX_MESSAGE);
  return { type, message, signature: shorten(`${type}: ${maskVariable(withoutName(message, type))}`, MAX_MESSAGE) };
}

/** Whatever differs between two occurrences of one error, replaced by what it is. */
export function maskVariable(text: string): string {
  return MASKS.reduce((masked, [pattern, name]) => masked.replace(pattern, name), text);
}

/** The line that says most about how a run ended; empty when none does. */
export function findTellingLine(output: string): string {
  const { lines } = linesOf(output);
  const found = findTelling(lines);
  return found === null ? "" : withSequel(lines, found.index);
}

export function exitCodeOf(error: string): number | null {
  return linesOf(error.slice(0, 200)).exitCode;
}

/** The output below "Exit code 1", without colours and the client's own tags. */
export function outputOf(error: string): string {
  return linesOf(error).lines.join("\n");
}

function linesOf(error: string): { readonly lines: readonly string[]; readonly exitCode: number | null } {
  const bounded = error.length <= LOOKED_AT * 2 ? error : `${error.slice(0, LOOKED_AT)}\n${error.slice(-LOOKED_AT)}`;
  const all = bounded
    .replace(COLOURS, "")
    .replace(/<\/?(?:tool_use_error|error|stderr|stdout)>/g, "")
    .split(/\r?\n|\r/)
    .map((line) => line.slice(0, MAX_LINE).trim())
    .filter((line) => line !== "");
  const lines = all.filter((line) => !EXIT_CODE.test(line));
  const code = all.find((line) => EXIT_CODE.test(line));
  const exitCode = code === undefined ? null : Number(EXIT_CODE.exec(code)?.[1]);
  return { lines: lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES / 2), ...lines.slice(-MAX_LINES / 2)], exitCode };
}

interface Found {
  readonly index: number;
  readonly type: string;
}

function findTelling(lines: readonly string[]): Found | null {
  // Python prints the exception last, below what led to it.
  const traceback = lines.findIndex((line) => line.startsWith("Traceback (most recent call last)"));
  for (const [pattern, type] of TELLING) {
    const named = pattern === NAMED || pattern === NAMED_SAYING;
    const from = named && traceback >= 0 ? traceback : 0;
    const hit = lines.findIndex((line, index) => index >= from && pattern.test(line) && !(named && FRAMES.test(line)));
    if (hit >= 0) return { index: hit, type: type ?? pattern.exec(lines[hit] ?? "")?.[1] ?? "Error" };
  }
  return null;
}

/** A line that only announces is told with the one that follows. */
function withSequel(lines: readonly string[], index: number): string {
  const line = oneLine(lines[index] ?? "");
  const next = lines.slice(index + 1, index + 6).find((each) => !FRAMES.test(each));
  const announces = line.endsWith(":") || line.length < 25 || /^npm (?:ERR!|error) code|panicked at/.test(line);
  return announces && next !== undefined ? `${line} ${oneLine(next)}` : line;
}

function withoutName(message: string, type: string): string {
  return message.startsWith(`${type}:`) ? message.slice(type.length + 1).trim() : message;
}
