/** Which failures teach nothing: searches without hits, looking around, what the person stopped or refused, the client's own rules. */
import { splitCommand } from "./normalize-command.ts";
import { exitCodeOf, outputOf } from "./normalize-failure.ts";

export interface ToolFailure {
  readonly tool: string;
  /** Null when the tool is no shell. */
  readonly command: string | null;
  readonly error: string;
  readonly interrupted: boolean;
}

/** They look, ask or plan: when they fail, nothing of the project has. */
const LOOKING_TOOLS: readonly string[] = [
  "Read",
  "Glob",
  "Grep",
  "LS",
  "NotebookRead",
  "WebFetch",
  "WebSearch",
  "ToolSearch",
  "TodoWrite",
  "TaskCreate",
  "TaskUpdate",
  "TaskList",
  "TaskGet",
  "TaskOutput",
  "TaskStop",
  "BashOutput",
  "KillShell",
  "AskUserQuestion",
  "EnterPlanMode",
  "ExitPlanMode",
  "Skill",
  "SlashCommand",
];

const INTERRUPTED = /\[Request interrupted by user|interrupted by (?:the )?user|\bSIGINT\b|KeyboardInterrupt|\^C\s*$|Command was aborted/i;
const REFUSED =
  /The user doesn't want to|User rejected|tool use was rejected|Permission (?:to use|for this tool)\b.*(?:denied|been denied)|haven't granted it|requires? (?:your )?approval|was blocked\. For security|auto-denied/i;
const BY_HOOK =
  /\bhook (?:error|returned|blocked|denied|feedback)|\b(?:blocked|stopped|denied) by (?:a |the )?[\w:]*\s*hook|(?:Pre|Post)ToolUse(?::\w+)? hook/i;
const BY_CLIENT =
  /InputValidationError|No such tool available|Sibling tool call errored|Cancelled: parallel tool call|exceeds maximum allowed|Cannot read properties of undefined \(reading 'file/i;
const EDITING =
  /String to replace not found|String not found in file|has not been read yet|modified since read|Found \d+ matches of the string|No changes to make|old_string and new_string are exactly the same|File does not exist|already exists|Cell with ID/i;
const EDITING_TOOLS: readonly string[] = ["Edit", "Write", "MultiEdit", "NotebookEdit"];

/** A shell's way to look around. Not `curl`, `docker`, `npm`: those fail for reasons. */
const EXPLORING =
  /^(?:grep|egrep|fgrep|zgrep|rg|ag|ack|ls|ll|tree|cat|bat|head|tail|less|more|find|fd|stat|file|wc|sort|uniq|cut|tr|nl|od|xxd|strings|sed\s+-n|awk|jq|yq|column|which|whereis|type|hash|command\s+-v|test|\[\[?|diff|cmp|comm|du|df|readlink|realpath|basename|dirname|pwd|date|whoami|id|env|printenv|uname|pgrep|pidof|pkill|kill|killall|ps|lsof|ss|netstat|fuser|nc|man|xargs\s+(?:-\S+\s+)*(?:grep|rg|ls|cat|head|wc|file|stat)|git\s+(?:-\S+\s+(?:\S+\s+)?)?(?:grep|diff|show|log|status|blame|ls-files|ls-tree|rev-parse|rev-list|cat-file|describe|branch|remote|config|merge-base|check-ignore|show-ref|symbolic-ref|stash\s+(?:list|show))|gh\s+\w+\s+(?:view|list|status)|false|exit|return)(?:\s|$)/;
const PROBE = /\s(?:--version|--help|-version|-V|-h|-v|version|help)$/;
/** With nothing found, these end with 1 and print nothing. */
const SEARCHING = /^(?:grep|egrep|fgrep|zgrep|rg|ag|git\s+grep|diff|cmp|test|\[\[?|pgrep|which|command\s+-v|jq\s+-e|git\s+diff|xargs\s)/;
/** What remains when somebody killed it. */
const ONLY_KILLED = /^(?:.{0,80}\b(?:Killed|Terminated|Aborted)\b.{0,80})?$/;
const KILLED_CODES: readonly number[] = [137, 143];

export function isNoise(failure: ToolFailure): boolean {
  const { tool, command, error, interrupted } = failure;
  const beginning = error.slice(0, 2_000);
  if (interrupted || INTERRUPTED.test(error.slice(-500)) || INTERRUPTED.test(beginning)) return true;
  if (REFUSED.test(beginning) || BY_HOOK.test(beginning) || BY_CLIENT.test(beginning)) return true;
  if (LOOKING_TOOLS.includes(tool)) return true;
  if (EDITING_TOOLS.includes(tool)) return EDITING.test(beginning);
  return command === null ? error.trim() === "" : isCommandNoise(command, error);
}

function isCommandNoise(command: string, error: string): boolean {
  const code = exitCodeOf(error);
  if (code === 130) return true;
  const output = outputOf(error);
  if (code !== null && KILLED_CODES.includes(code) && ONLY_KILLED.test(output)) return true;
  const segments = splitCommand(command);
  if (segments.every((segment) => EXPLORING.test(segment) || PROBE.test(segment))) return true;
  // `npm test | grep FAIL`: the search decides how the line ends.
  return (code === null || code === 1) && output.trim() === "" && SEARCHING.test(segments.at(-1) ?? "");
}

/** Whether a command only looks around: it changes nothing, so it mends nothing. */
export function isExploring(command: string): boolean {
  return splitCommand(command).every((segment) => EXPLORING.test(segment) || PROBE.test(segment));
}
