/** Shell commands as far as capture must understand them: their parts, and what makes two of them the same. */

/** Longer commands are scripts: they are compared by their beginning. */
const MAX_COMMAND = 4_000;
const ASSIGNMENTS = /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"']*)\s+)+/;
const ONLY_ASSIGNMENTS = /^(?:export\s+)?(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"']*)\s*)+$/;
const RUNNERS = /^(?:do|then|else|if|while|until|sudo|time|env|command|exec|nice|nohup|timeout(?:\s+-\S+)*\s+[\d.]+[smh]?)\s+/;
/** Where the output goes does not change what is done. */
const REDIRECTIONS = /\s*(?:\d?>&\d|&>>?\s*\S+|\d?>>?\s*[^\s&|;]+)/g;
const REDIRECTIONS_AT_END = /(?:\s*(?:\d?>&\d|\d?>\s*\/dev\/null))+\s*$/;
const HERE_DOCUMENT = /<<-?\s*["']?(\w+)["']?([^\n]*)\n(?:[\s\S]*?\n)?\s*\1(?=\s|$)/g;
const SETUP = /^(?:for|case|esac|done|fi|cd|pushd|popd|set|unset|source|\.|export|echo|printf|true|:|sleep|wait)(?:\s|$)/;
/** They only cut what is shown. */
const VIEWERS = /^(?:tail|head|tee|cat|less|more)(?:\s+-\S+|\s+\d+|\s+\/tmp\/\S+|\s+[\w.-]+\.log)*$/;

interface Segment {
  readonly text: string;
  /** It reads what the one before it prints. */
  readonly piped: boolean;
}

/** The simple commands of a line, without environment, `cd`, redirections and what only cuts the output. */
export function splitCommand(command: string): readonly string[] {
  return segmentsOf(command.slice(0, MAX_COMMAND).replace(HERE_DOCUMENT, "$2"))
    .filter(({ text, piped }) => text !== "" && !ONLY_ASSIGNMENTS.test(text) && !(piped && VIEWERS.test(text)))
    .map(({ text }) => stripRunners(text))
    .filter((text) => text !== "" && !SETUP.test(text));
}

/** Two commands with the same result are the same thing tried again. Empty when nothing is done at all. */
export function normalizeCommand(command: string): string {
  return splitCommand(command).join(" && ");
}

/** Splits outside of quotes, at `;`, `&&`, `||`, `|`, `&` and line ends. */
function segmentsOf(command: string): readonly Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  let quote = "";
  let piped = false;
  const close = (end: number, next: number, pipe: boolean): void => {
    segments.push({ text: tidy(command.slice(start, end)), piped });
    start = next;
    piped = pipe;
  };
  for (let index = 0; index < command.length; index += 1) {
    const char = command[index] ?? "";
    if (char === "\\" && quote !== "'") index += 1;
    else if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === "&" && (command[index - 1] === ">" || command[index + 1] === ">")) continue;
    else if (";|&\n".includes(char)) {
      const double = command[index + 1] === char;
      close(index, index + (double ? 2 : 1), char === "|" && !double);
      if (double) index += 1;
    }
  }
  close(command.length, command.length, false);
  return segments;
}

function tidy(segment: string): string {
  // A `>` within quotes is no redirection: there, only what certainly is one is taken away.
  const redirections = /["']/.test(segment) ? REDIRECTIONS_AT_END : REDIRECTIONS;
  const text = segment.replace(redirections, "").replace(/\\\n/g, " ").replace(/\s+/g, " ").trim();
  const bare = text.replace(/^[({!\s]+/, "");
  // The end of a group that began here or in an earlier part.
  return bare !== text || !bare.includes("(") ? bare.replace(/[\s)}]+$/, "") : bare;
}

function stripRunners(segment: string): string {
  let text = segment;
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(ASSIGNMENTS, "").replace(RUNNERS, "");
  }
  return text;
}
