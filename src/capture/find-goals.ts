/** What the person wanted of a session, in a line or two: the first prompt with a subject, and the last one if that is about something else. */
import type { Turn } from "./parse-transcript.ts";
import { shorten, withoutFences, withoutMarkup } from "./shorten.ts";

/** Well below the 300 characters of a prompt that may be told whole. */
const MAX_GOAL = 240;

/** Words that carry a conversation on and name nothing. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  `a an the i you we me my your it its this that these those is are be was do does did can could would should will please pls just now then
  ok okay k yes yep yeah no nope sure fine good great nice cool perfect thanks thank thx ty hi hello hey morning evening bye there how what who
  go on ahead continue proceed next again more and or so to of for in at with up try one all lgtm looks like done stop wait here test ping help
  joke tell today day things weather about up's what's
  ja nein gut super danke hallo moin weiter mach bitte nochmal ok der die das ein eine ich du wir es ist und mal so
  oui non merci bonjour salut continue continuez vas-y le la les un une et je tu nous c'est bien ça va`.split(/\s+/),
);
/** Of the client itself: they change how it works, not what is worked on. */
const BUILT_IN: ReadonlySet<string> = new Set(
  `add-dir agents bashes bug clear compact config context cost doctor exit export fast help hooks ide init install-github-app login logout mcp memory
  model output-style permissions plugin pr-comments privacy-settings quit release-notes resume rewind sandbox skills stats status statusline tasks
  terminal-setup theme todos upgrade usage vim effort rename tag color`.split(/\s+/),
);

export function findGoals(turns: readonly Turn[]): readonly string[] {
  const asked = turns.flatMap((turn) => {
    if (turn.kind === "prompt") return namesSubject(turn.text) ? [goalOf(turn.text)] : [];
    if (turn.kind !== "command" || BUILT_IN.has(turn.name)) return [];
    return [shorten(`/${turn.name} ${turn.args}`, MAX_GOAL)];
  });
  const goals = asked.filter((goal) => goal !== "");
  const first = goals[0];
  const last = goals.at(-1);
  if (first !== undefined && last !== undefined) return first === last ? [first] : [first, last];
  // The prompts themselves may lie in the part of the file that was not read.
  const summary = turns.find(({ kind }) => kind === "summary");
  const request = summary?.kind === "summary" ? /Primary Request(?: and Intent)?:?\**\s*([^\n]+(?:\n\s+[^\n]+)?)/i.exec(summary.text)?.[1] : undefined;
  return request === undefined ? [] : [goalOf(request)];
}

/** Whether it is about something: two words that mean something, or one that only a program has. */
export function namesSubject(prompt: string): boolean {
  const beginning = prompt.slice(0, 2_000);
  if (/[\w-]+\.[a-z]{1,5}\b|\w+\/\w+|\b[a-z]+[A-Z]\w+|\w+_\w+|#\d+|`[^`]+`/.test(beginning)) return true;
  const words = beginning.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  return new Set(words.filter((word) => !EMPTY_WORDS.has(word.replace("’", "'")))).size >= 2;
}

/** Its first sentences, without what was pasted behind them. */
function goalOf(prompt: string): string {
  const own = withoutMarkup(withoutFences(prompt.slice(0, 20_000))).trim();
  const paragraphs = own.split(/\n\s*\n/);
  const telling = paragraphs.find((paragraph) => namesSubject(paragraph)) ?? own;
  return shorten(telling || prompt, MAX_GOAL);
}
