/** Records that say the same twice. A different number, name or negation makes another statement, however alike the rest is. Pure. */
import type { Language } from "../analyze/language.ts";
import { compareTexts, dayText, type Finding, mayMeet, type ReviewRecord } from "./finding.ts";
import { joinSets } from "./join-sets.ts";
import { contentWords, isTurning, reasonsOf, statementOf, titleWords } from "./words.ts";

interface Duplicates {
  readonly findings: readonly Finding[];
  readonly isComplete: boolean;
}

/** Words in common, of those that either has. Stricter than for a record that is about to be written: nobody is asked there to take one back. */
const ALIKE = 0.8;
/** Shorter statements are the same only word for word: one more word is another subject. */
const LEAST_WORDS = 5;
/** Of the reasons given for a short statement. */
const ALIKE_REASONS = 0.5;
const LEAST_TYPO = 7;
/** One heading over so many different texts is a template. */
const MAX_APART = 50;

interface Statement {
  readonly reviewed: ReviewRecord;
  readonly text: string;
  readonly words: readonly string[];
  /** Of the title alone, with single capitals. */
  readonly title: ReadonlySet<string>;
  readonly set: ReadonlySet<string>;
  readonly reasons: ReadonlySet<string>;
}

export function findDuplicates(records: readonly ReviewRecord[], language: Language, tick: () => void = () => {}): Duplicates {
  const statements = [...records].sort((a, b) => compareTexts(a.key, b.key)).map((reviewed) => stateOf(reviewed, language));
  const groups = groupSame(statements.filter(({ words }) => words.length > 0));
  const distinct = groups.map(([first]) => first as Statement);
  const long = distinct.map(({ set }) => (set.size >= LEAST_WORDS ? set : new Set<string>()));
  const { pairs, isComplete } = joinSets(long, ALIKE, tick);
  const near = pairs.filter(([a, b]) => saysSame(distinct[a] as Statement, distinct[b] as Statement));
  const joined = gather(groups.length, near).map((numbers) => numbers.flatMap((number) => groups[number] ?? []));
  return { findings: joined.filter((group) => group.length > 1).map(describe), isComplete };
}

function stateOf(reviewed: ReviewRecord, language: Language): Statement {
  const text = statementOf(reviewed.record);
  const words = contentWords(text, language);
  return {
    reviewed,
    text,
    words,
    title: new Set(titleWords(reviewed.record.title)),
    set: new Set(words),
    reasons: new Set(contentWords(reasonsOf(reviewed.record), language)),
  };
}

/** Statements that are the same word for word, of one kind and project, with reasons that do not tell them apart. */
function groupSame(statements: readonly Statement[]): readonly (readonly Statement[])[] {
  const groups = new Map<string, Statement[][]>();
  for (const statement of statements) {
    const { kind, body } = statement.reviewed.record;
    // A failure with another command or remedy is another one.
    const key = [
      kind,
      ...statement.words,
      "|",
      ...[...statement.title].filter((word) => word.length === 1),
      ...(kind === "failure" ? [JSON.stringify(body)] : []),
    ].join(" ");
    const alike = groups.get(key) ?? [];
    const group = alike.find(([first]) => first !== undefined && mayMeet(first.reviewed, statement.reviewed) && fitReasons(first, statement));
    if (group !== undefined) group.push(statement);
    else if (alike.length < MAX_APART) groups.set(key, [...alike, [statement]]);
  }
  return [...groups.values()].flat();
}

/** A long statement is the same whatever it is based on; a short one may be a heading. */
function fitReasons(a: Statement, b: Statement): boolean {
  const [x, y] = [a.reviewed.record, b.reviewed.record];
  if (x.kind === "failure") return JSON.stringify(x.body) === JSON.stringify(y.body);
  if (a.set.size >= LEAST_WORDS && x.kind === "decision") return true;
  return a.reasons.size === 0 || b.reasons.size === 0 || overlap(a.reasons, b.reasons) >= ALIKE_REASONS;
}

function saysSame(a: Statement, b: Statement): boolean {
  if (a.reviewed.record.kind !== b.reviewed.record.kind || !mayMeet(a.reviewed, b.reviewed) || !fitReasons(a, b)) return false;
  const [onlyA, onlyB] = [difference(a.set, b.set), difference(b.set, a.set)];
  if ([...onlyA, ...onlyB].some(isTelling) || !isSameOrder(a, b)) return false;
  return !isExchange(a.set, b.set) && !isExchange(a.title, b.title);
}

/** A word in the place of another names another thing, unless it is misspelt. */
function isExchange(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [onlyA, onlyB] = [difference(a, b), difference(b, a)];
  if (onlyA.length === 0 || onlyB.length === 0) return false;
  return onlyA.length !== onlyB.length || !onlyA.every((word) => onlyB.some((other) => isTypo(word, other)));
}

/** Numbers, identifiers, paths and negations make a statement what it is. */
function isTelling(word: string): boolean {
  return isTurning(word) || /[\d_./@#+]/.test(word);
}

/** "Tabs instead of spaces" has the words of its opposite. */
function isSameOrder(a: Statement, b: Statement): boolean {
  const shared = (from: Statement, other: Statement): string => [...from.set].filter((word) => other.set.has(word)).join(" ");
  return shared(a, b) === shared(b, a);
}

/** One letter more, less or exchanged, in a word long enough that this is no other word. */
function isTypo(a: string, b: string): boolean {
  if (a === b || !/^[a-z]+$/.test(a + b) || Math.min(a.length, b.length) < LEAST_TYPO || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end <= 1;
}

function difference(a: ReadonlySet<string>, b: ReadonlySet<string>): readonly string[] {
  return [...a].filter((word) => !b.has(word));
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((word) => b.has(word)).length;
  return both / (a.size + b.size - both);
}

/** Each number with those that are all alike: two that only a third connects stay apart. */
function gather(count: number, pairs: readonly (readonly [number, number])[]): readonly (readonly number[])[] {
  const alike = new Map<number, Set<number>>();
  const groups = new Map<number, number[]>();
  for (const [a, b] of pairs) alike.set(b, (alike.get(b) ?? new Set()).add(a));
  for (let number = 0; number < count; number++) {
    const own = alike.get(number) ?? new Set<number>();
    const leader = [...own].find((first) => groups.get(first)?.every((member) => own.has(member)));
    if (leader === undefined) groups.set(number, [number]);
    else groups.get(leader)?.push(number);
  }
  return [...groups.values()];
}

/** The one that says most stays; of equals the newest. */
function describe(group: readonly Statement[]): Finding {
  const length = ({ text, reasons }: Statement): number => text.length + [...reasons].join(" ").length;
  const [best, ...others] = [...group].sort(
    (a, b) => length(b) - length(a) || (b.reviewed.changedAt ?? 0) - (a.reviewed.changedAt ?? 0) || compareTexts(a.reviewed.key, b.reviewed.key),
  );
  const isSame = group.every(({ words }) => words.join(" ") === best?.words.join(" "));
  const dates = group.map(({ reviewed }) => dayText(reviewed.changedAt)).sort();
  const why = `${group.length} records say ${isSame ? "the same" : "nearly the same"} (written ${[...new Set(dates)].slice(0, 4).join(", ")}${new Set(dates).size > 4 ? ", …" : ""})`;
  return {
    kind: "duplicates",
    reason: "duplicate",
    records: [best as Statement, ...others].map(({ reviewed }) => reviewed),
    why,
    because: `said by ${best?.reviewed.id}`,
    detail: "",
  };
}
