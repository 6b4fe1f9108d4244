/** Signals beyond plain words that a prompt carries: the subject of a question, error signatures. */

/** "how does X work", "what is X", "why did we X": the words of X are what the person is after. */
type Question = readonly [word: string, verbs: readonly string[]];
const QUESTIONS: readonly Question[] = [
  ["how ", ["does ", "do ", "did ", "is ", "are ", "was ", "can ", "could ", "should "]],
  ["what", ["'s ", " is ", " are ", " was ", " were "]],
  ["why ", ["did ", "do ", "does ", "is ", "are ", "was ", "were ", "don't ", "didn't "]],
  ["where ", ["do ", "does ", "did ", "is ", "are ", "was ", "were "]],
  ["which ", [""]],
];
const FILLERS = ["the ", "our ", "a ", "an ", "we ", "you ", "i ", "it "];
const SUBJECT_END = "?.,;\n";
const SUBJECT_TAILS = [" work", " in this"];
const MIN_SUBJECT = 2;
const MAX_SUBJECT = 80;

/** By hand, as a pattern for this takes longer to compile than a whole prompt to analyse. */
export function findQuestionSubjects(text: string): readonly string[] {
  const lower = text.toLowerCase();
  const subjects: (readonly [start: number, subject: string])[] = [];
  for (let i = 0; i < QUESTIONS.length; i++) {
    const [word, verbs] = QUESTIONS[i] as Question;
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
      const start = isWordCode(lower.charCodeAt(at - 1)) ? -1 : subjectStart(lower, at + word.length, verbs);
      const end = start < 0 ? -1 : subjectEnd(lower, start);
      if (end > 0) subjects.push([at, lower.slice(start, end).trim()]);
    }
  }
  return subjects.sort(([a], [b]) => a - b).map(([, subject]) => subject);
}

function subjectStart(text: string, from: number, verbs: readonly string[]): number {
  const verb = verbs.find((each) => text.startsWith(each, from));
  if (verb === undefined) return -1;
  const start = from + verb.length;
  return start + (FILLERS.find((each) => text.startsWith(each, start))?.length ?? 0);
}

function subjectEnd(text: string, start: number): number {
  const last = Math.min(text.length, start + MAX_SUBJECT);
  for (let end = start + MIN_SUBJECT; end <= last; end++) {
    if (end === text.length || SUBJECT_END.includes(text.charAt(end))) return end;
    if (text.charCodeAt(end) === 32 && SUBJECT_TAILS.some((tail) => text.startsWith(tail, end) && !isWordCode(text.charCodeAt(end + tail.length)))) return end;
  }
  return -1;
}

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

/** TypeError, NullPointerException; ECONNREFUSED; SIGKILL; TS2345, ORA-00942; OOMKilled; "exit code 137", "status 502". */
const ERROR =
  /\b(?:[A-Z][A-Za-z]*(?:Error|Exception|Fault|Panic)|E[A-Z]{4,}|SIG[A-Z]{3,}|[A-Z]{1,6}-?\d{3,5}|OOMKilled|CrashLoopBackOff)\b|\b(?:[Ee]xit|[Cc]ode|[Ss]tatus|[Ee]rror|HTTP)[ :=]+(\d{1,5})\b/g;

/** The distinctive part of each error signature: an exception's name, a code, the number after "exit code". */
export function findErrorSignatures(text: string): readonly string[] {
  if (!couldNameError(text)) return [];
  return [...new Set([...text.matchAll(ERROR)].map((match) => match[1] ?? match[0]))];
}

/** Every signature has a digit, or a capital behind a letter: a pattern that is small enough to be compiled for each prompt. */
const TELLING = /\d|[A-Za-z][A-Z]/;

/** Every signature has a digit, two capitals in a row, or one of these endings. */
function couldNameError(text: string): boolean {
  return TELLING.test(text) && (/\d|[A-Z]{2}/.test(text) || ENDINGS.some((ending) => text.includes(ending)));
}

const ENDINGS = ["Error", "Exception", "Fault", "Panic", "CrashLoopBackOff"];

export function mentionsAny(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  for (let i = 0; i < words.length; i++) {
    const word = (words[i] as string).toLowerCase();
    if (lower.includes(word) && new RegExp(`(?:^|\\W)${word.replace(/\W/g, "\\$&")}s?(?:\\W|$)`).test(lower)) return true;
  }
  return false;
}
