/**
 * Separates the person's own words from what they pasted: fenced code, quotes, stack traces, log
 * lines. Also the bound on huge prompts: beginning and end are read, the middle of a log is not.
 */
export interface PromptText {
  readonly own: string;
  readonly pasted: string;
  readonly bounded: boolean;
}

/** A prompt beyond this is cut to its beginning and its end before anything looks at it. */
const MAX_CHARS = 128 * 1024;
/** Nobody types more than this by hand: of a longer unmarked text the middle counts as pasted. */
const MAX_OWN = 4000;
const KEPT_OWN = 1500;
const MAX_PASTED = 24 * 1024;

const FENCE = /^\s*(?:```|~~~)/;
const CLIENT_TAG = /<(ide_\w{1,40}|system-reminder)>/g;
const SLASH_COMMAND = /^\s*\/[\w:-]+(?=\s|$)/;
const PASTED_LINE = new RegExp(
  [
    "^\\s*>", // a quotation
    "^\\s+at\\s.+[:(]", // JavaScript and Java frames
    '^\\s*(?:Traceback \\(|File ".*", line \\d+|Caused by:|goroutine \\d+ \\[)',
    "^\\s*\\[?\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}", // log lines
    "^\\s*\\[?\\d{2}:\\d{2}:\\d{2}",
    "^(?:diff --git|index [0-9a-f]{7,}|@@ |\\+\\+\\+ |--- [ab/])", // diffs
    "^\\s*(?:npm (?:ERR!|error)|\\$ |❯ |#\\d+ )", // shell sessions
  ].join("|"),
);

export function splitPrompt(prompt: string): PromptText {
  if (prompt.length <= KEPT_OWN && isSpokenLine(prompt)) return { own: prompt, pasted: "", bounded: false };
  const bounded = prompt.length > MAX_CHARS;
  const text = bounded ? `${prompt.slice(0, MAX_CHARS / 2)}\n${prompt.slice(-MAX_CHARS / 2)}` : prompt;
  const own: string[] = [];
  const pasted: string[] = [];
  const spoken = cutClientTags(text.replace(SLASH_COMMAND, ""), pasted);
  let fenced = false;
  for (const line of spoken.split(/\r\n|[\n\r\u2028\u2029]/)) {
    if (FENCE.test(line)) fenced = !fenced;
    else (fenced || PASTED_LINE.test(line) ? pasted : own).push(line);
  }
  return limit(own.join("\n"), pasted.join("\n"), bounded);
}

const UNSPOKEN = ["<", ">", "\n", "\r", "\u2028", "\u2029"];

/** As most prompts are: no line break, nothing between angle brackets, no command. Neither a pattern nor a loop over its characters, which V8 would compile for each of them. */
function isSpokenLine(prompt: string): boolean {
  for (let i = 0; i < UNSPOKEN.length; i++) if (prompt.includes(UNSPOKEN[i] as string)) return false;
  const start = prompt.trimStart();
  return !start.startsWith("/") && !start.startsWith("$");
}

/** What the client put between tags of its own was not typed by the person. */
function cutClientTags(text: string, pasted: string[]): string {
  if (!text.includes("</")) return text;
  const unclosed = new Set<string>();
  let rest = "";
  let from = 0;
  for (const tag of text.matchAll(CLIENT_TAG)) {
    const name = tag[1] ?? "";
    if (tag.index < from || unclosed.has(name)) continue;
    const end = text.indexOf(`</${name}>`, tag.index);
    // Without an end from here, none of the later ones has one: looked for once, not once a tag.
    if (end < 0) unclosed.add(name);
    else {
      pasted.push(text.slice(tag.index + tag[0].length, end));
      rest += `${text.slice(from, tag.index)} `;
      from = end + name.length + 3;
    }
  }
  return rest + text.slice(from);
}

function limit(own: string, pasted: string, bounded: boolean): PromptText {
  if (own.length <= MAX_OWN) return { own, pasted: ends(pasted, MAX_PASTED), bounded };
  const middle = own.slice(KEPT_OWN, -KEPT_OWN);
  return {
    own: `${own.slice(0, KEPT_OWN)}\n${own.slice(-KEPT_OWN)}`,
    pasted: ends(`${middle}\n${pasted}`, MAX_PASTED),
    bounded,
  };
}

function ends(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max / 2)}\n${text.slice(-max / 2)}`;
}
