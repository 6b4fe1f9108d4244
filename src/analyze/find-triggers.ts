/** Signals beyond plain words that a prompt carries: the subject of a question, error signatures. */

/** "how does X work", "what is X", "why did we X": the words of X are what the person is after. */
const QUESTION =
  /\b(?:how (?:does|do|did|is|are|was|can|could|should)|what(?:'s| is| are| was| were)|why (?:did|do|does|is|are|was|were|don't|didn't)|where (?:do|does|did|is|are|was|were)|which) (?:the |our |a |an |we |you |i |it )?(.{2,80}?)(?= work\b| in this\b|[?.,;\n]|$)/g;

export function findQuestionSubjects(text: string): readonly string[] {
  return [...text.toLowerCase().matchAll(QUESTION)].map((match) => (match[1] ?? "").trim());
}

/** TypeError, NullPointerException; ECONNREFUSED; SIGKILL; TS2345, ORA-00942; OOMKilled; "exit code 137", "status 502". */
const ERROR =
  /\b(?:[A-Z][A-Za-z]*(?:Error|Exception|Fault|Panic)|E[A-Z]{4,}|SIG[A-Z]{3,}|[A-Z]{1,6}-?\d{3,5}|OOMKilled|CrashLoopBackOff)\b|\b(?:[Ee]xit|[Cc]ode|[Ss]tatus|[Ee]rror|HTTP)[ :=]+(\d{1,5})\b/g;

/** The distinctive part of each error signature: an exception's name, a code, the number after "exit code". */
export function findErrorSignatures(text: string): readonly string[] {
  return [...new Set([...text.matchAll(ERROR)].map((match) => match[1] ?? match[0]))];
}

export function mentionsAny(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words
    .map((word) => word.toLowerCase())
    .some((word) => lower.includes(word) && new RegExp(`(?:^|\\W)${word.replace(/\W/g, "\\$&")}s?(?:\\W|$)`).test(lower));
}
