/**
 * What kinds of entries a changelog has, and which of them are worth a record. What was added can be seen in the code; what was
 * taken away, broken, replaced or mended cannot, and that is what an agent gets wrong. Pure.
 */

export type Category = "breaking" | "removed" | "deprecated" | "security" | "changed" | "fixed" | "noted" | "added" | "other";

/** As it stands before an entry. */
export const LABELS: Readonly<Record<Category, string>> = {
  breaking: "Breaking change",
  removed: "Removed",
  deprecated: "Deprecated",
  security: "Security fix",
  changed: "Changed",
  fixed: "Fixed",
  added: "Added",
  noted: "",
  other: "Other",
};

const HEADINGS: readonly (readonly [RegExp, Category])[] = [
  [/breaking|incompatib|\bmajor changes?\b|migration|upgrad/i, "breaking"],
  [/remov|dropped/i, "removed"],
  [/deprecat/i, "deprecated"],
  [/securit|vulnerab/i, "security"],
  [/\bfix|\bbugs?\b|\bpatch changes?\b|bugfix|revert/i, "fixed"],
  [/^(?:added?|new|feat|\W*features?|enhancements?|minor changes?|improvements?)\b/i, "added"],
  [/feature|enhancement/i, "added"],
  [/chang|refactor|renam|behaviou?r|improve/i, "changed"],
  [/\bdocs?\b|documentation|chore|\bperf|depend|internal|\bbuild\b|\bci\b|tests?\b|style|contribut|misc|other/i, "other"],
];

/** Null: it names none. */
export function categoryOfHeading(heading: string): Category | null {
  return heading === "" ? null : (HEADINGS.find(([pattern]) => pattern.test(heading))?.[1] ?? null);
}

const ENTRIES: readonly (readonly [RegExp, Category])[] = [
  [/^\W{0,4}breaking\b|\bbreaking change\b|\bsemver-major\b|\bnot backwards?[ -]compatible\b/i, "breaking"],
  [/\b(?:is|are|was|were) renamed\b|\brenamed(?: to)?:/i, "changed"],
  [
    /^(?:removes?d?|drops?(?:ped)?|deletes?d?|gets? rid of)\b|\b(?:is|are|was|were) (?:gone|removed|dropped)\b(?!\s+(?:from|before|when|while|after))/i,
    "removed",
  ],
  [/^deprecates?d?\b|\b(?:is|are) (?:now )?deprecated\b/i, "deprecated"],
  [/^(?:adds?|added|adding|new|introduc\w+|implement\w*|supports?|allows?|exposes?|first)\b/i, "added"],
  [/\bCVE-\d{4}-\d+|\bvulnerabilit|^security\b/i, "security"],
  [/^(?:fix(?:e[sd])?|bug ?fix|correct(?:s|ed)?|resolves?d?|reverts?(?:ed)?|prevents?|avoids?|works? around)\b/i, "fixed"],
  [/^(?:chang(?:es?|ed)|renam(?:es?|ed)|mov(?:es?|ed)|replac(?:es?|ed)|switch(?:es|ed)?|requires?d?|migrat(?:es?|ed)|defaults? )/i, "changed"],
  [/\b(?:no longer|instead of|now requires?|by default|replaces|in place of)\b/i, "changed"],
];

/** The part of the program that an entry is about, before its verb. */
const SCOPE = /^[\w./-]{1,30}: /;

/** By the words of an entry that stands under no heading. */
export function categoryOfEntry(text: string): Category {
  const start = text.slice(0, 1000).replace(SCOPE, "");
  return ENTRIES.find(([pattern]) => pattern.test(start))?.[1] ?? "noted";
}

const CHORE =
  /^(?:chore|docs?|ci|build|tests?|style|release|deps?)\b[^:\n]{0,40}:|^(?:bump|upgrade|update|updated|upgraded|updates)\s+(?:\S+\s+){0,4}(?:from|to|dependenc\w+|deps|version|v?\d)|^(?:updated?|upgraded?|bump(?:ed)?) (?:all |dev |the )*(?:dependenc\w+|deps|packages|docs|documentation|readme|translations?|snapshots?)|\btypos?\b|^(?:merge|various|minor|small|misc\w*|some|other|internal|cosmetic)\b.{0,40}$|^(?:\S+@\d|deps:|perf:)/i;
const MIN_WORDS = 4;
/** Who keeps a changelog without categories writes whole sentences for what matters. */
const MIN_SENTENCE = 8;

/** Whether an entry tells a later reader anything. */
export function saysSomething(category: Category, text: string): boolean {
  if (category === "added" || category === "other") return false;
  const words = text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
  // A name is enough to know what is gone.
  const least = category === "noted" ? MIN_SENTENCE : category === "removed" || category === "deprecated" ? 1 : MIN_WORDS;
  return words >= least && !CHORE.test(text.slice(0, 1000));
}
