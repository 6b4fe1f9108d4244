/** What is worth storing of failures, and what is not: a table of cases. */
import { expect, test } from "vitest";
import { isNoise } from "../../../src/capture/is-noise.ts";

const REFUSED = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, …). STOP what you are doing";

const NOISE: readonly (readonly [why: string, tool: string, command: string | null, error: string])[] = [
  ["grep without hits", "Bash", "grep -rn foo src", "Exit code 1"],
  ["rg without hits", "Bash", "rg foo", "Exit code 1\n"],
  ["a search at the end of a pipe", "Bash", "npm test 2>&1 | grep FAIL", "Exit code 1"],
  ["diff with differences", "Bash", "diff a b", "Exit code 1\n1c1\n< a\n---\n> b"],
  ["a test of the shell", "Bash", "[ -f x ] && echo yes", "Exit code 1"],
  ["a loop over files", "Bash", "for f in *.ts; do grep x $f; done", "Exit code 1"],
  ["which", "Bash", "which docker", "Exit code 1"],
  ["ls of nothing", "Bash", "cd /w && ls nothere", "Exit code 2\nls: cannot access 'nothere': No such file or directory"],
  ["cat of nothing", "Bash", "cat nofile | head -3; cat other", "Exit code 1\ncat: other: No such file or directory"],
  ["git without that file", "Bash", "git show HEAD:nofile", "Exit code 128\nfatal: path 'nofile' does not exist in 'HEAD'"],
  ["a probe", "Bash", "docker --version", "Exit code 127\nbash: docker: command not found"],
  ["false", "Bash", "false", "Exit code 1"],
  ["exit", "Bash", "echo a; exit 1", "Exit code 1\na"],
  ["interrupted with ^C", "Bash", "npm run dev", "Exit code 130"],
  ["killed", "Bash", "npm run dev", "Exit code 137\nKilled"],
  ["terminated", "Bash", "npm start", "Exit code 143"],
  ["interrupted by the person", "Bash", "npm test", "[Request interrupted by user for tool use]"],
  ["a signal", "Bash", "node server.js", "Exit code 1\nnpm error signal SIGINT"],
  ["refused by the person", "Bash", "rm -rf build", REFUSED],
  ["no right given", "Bash", "npm publish", "Permission to use Bash with command npm publish has been denied."],
  ["a missing file", "Read", null, "File does not exist."],
  ["a file too large", "Read", null, "File content (30000 tokens) exceeds maximum allowed tokens (25000)"],
  ["an edit that does not fit", "Edit", null, "<tool_use_error>String to replace not found in file.</tool_use_error>"],
  ["an edit before a read", "Write", null, "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>"],
  ["a hook", "Bash", "npm test", "PreToolUse:Bash hook error: [lint.sh]: no"],
  ["a call cut off with another", "mcp__db__query", null, "<tool_use_error>Sibling tool call errored</tool_use_error>"],
  ["wrong input", "mcp__db__query", null, "InputValidationError: query is required"],
  ["the web", "WebFetch", null, "Request failed with status code 404"],
];

const WORTH: readonly (readonly [why: string, tool: string, command: string | null, error: string])[] = [
  ["tests", "Bash", "npm test", "Exit code 1\nTests 1 failed"],
  ["tests with their output searched", "Bash", "npm test 2>&1 | grep FAIL && npm run report", "Exit code 1\nError: no report"],
  ["a build", "Bash", "cd app && npm run build", "Exit code 2\nerror TS2322: x"],
  ["a missing command that is needed", "Bash", "terraform plan", "Exit code 127\nbash: terraform: command not found"],
  ["out of memory", "Bash", "npm run build", "Exit code 137\nJavaScript heap out of memory\nKilled"],
  ["a script that looks first", "Bash", "ls && ./deploy.sh", "Exit code 1\ndeploy: no such host"],
  ["a silent script", "Bash", "./deploy.sh", "Exit code 1"],
  ["a merge", "Bash", "git merge main", "Exit code 1\nCONFLICT (content): Merge conflict in a.ts"],
  ["a disk that is full", "Write", null, "ENOSPC: no space left on device, write"],
  ["a tool of somebody else", "mcp__db__query", null, 'relation "users" does not exist'],
  ["a program that names grep", "Bash", "npm run grep-docs", "Exit code 1\nError: index missing"],
];

test.each(NOISE)("noise: %s", (_, tool, command, error) => expect(isNoise({ tool, command, error, interrupted: false })).toBe(true));
test.each(WORTH)("worth storing: %s", (_, tool, command, error) => expect(isNoise({ tool, command, error, interrupted: false })).toBe(false));
test.each(WORTH)("but not when interrupted: %s", (_, tool, command, error) => expect(isNoise({ tool, command, error, interrupted: true })).toBe(true));
