/** A changelog, taken apart: releases with their dates, entries with their category. Keep-a-changelog, conventional-changelog, changesets, plain lists. Pure. */
import { shorten } from "../../render/neutralize.ts";
import type { EpochMs } from "../../types.ts";
import { blocksOf, plainText, type Section, splitSections } from "../markdown.ts";
import { type Category, categoryOfEntry, categoryOfHeading } from "./categories.ts";

export interface Entry {
  readonly version: string;
  /** Null: neither it nor a newer release has a date. */
  readonly at: EpochMs | null;
  readonly category: Category;
  readonly text: string;
  readonly line: number;
}

interface Release {
  readonly version: string;
  readonly at: EpochMs | null;
}

const VERSION = /(?:^|[\s[(@])v?(\d{1,6}(?:\.\d{1,6}){1,3}(?:-[\w.]{1,40})?(?:\+[\w.]{1,40})?)(?=$|[\s\]),:/])/;
const DATE = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/;
const NAMED_DATE = /\b(?:\d{1,2}(?:st|nd|rd|th)?\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s(?:\d{1,2}(?:st|nd|rd|th)?,?\s)?\d{4}\b/i;

export function* parseChangelog(text: string): Generator<Entry> {
  let release: Release | null = null;
  let heading = "";
  let newer: EpochMs | null = null;
  for (const section of releaseSections(text)) {
    const next = releaseOf(section.heading);
    if (next !== null) {
      newer = next.at ?? newer;
      release = { version: next.version, at: next.at ?? newer };
    }
    heading = next === null ? section.heading : "";
    // What stands above the first release explains the file.
    if (release !== null) yield* entriesOf(section, release, categoryOfHeading(heading));
  }
}

/** Some give a release a line of its own without any mark of a heading. */
function releaseSections(text: string): readonly Section[] {
  const sections = splitSections(text);
  if (sections.some(({ heading }) => releaseOf(heading) !== null)) return sections;
  const lines = text
    .split("\n")
    .map((line) => (/^\S/.test(line) && line.length < 80 && !/^[-*+]/.test(line) && releaseOf(line) !== null ? `## ${line}` : line));
  return splitSections(lines.join("\n"));
}

function releaseOf(heading: string): Release | null {
  if (/^\[?(?:unreleased|next|upcoming|head|main|master)\b/i.test(heading)) return { version: "unreleased", at: null };
  const version = VERSION.exec(heading.slice(0, 200))?.[1];
  return version === undefined ? null : { version, at: dateOf(heading) };
}

function dateOf(heading: string): EpochMs | null {
  const numbers = DATE.exec(heading);
  const at = numbers ? Date.UTC(Number(numbers[1]), Number(numbers[2]) - 1, Number(numbers[3])) : namedDate(heading);
  return Number.isFinite(at) ? at : null;
}

function namedDate(heading: string): number {
  const named = NAMED_DATE.exec(heading)?.[0];
  return named === undefined ? Number.NaN : Date.parse(`${named.replace(/(\d)(?:st|nd|rd|th)/, "$1")} UTC`);
}

function* entriesOf({ lines, line, level }: Section, { version, at }: Release, category: Category | null): Generator<Entry> {
  const first = level === 0 ? line : line + 1;
  for (const block of blocksOf(lines)) {
    if (block.kind !== "item") continue;
    const { text, own, isListed } = tidy(shorten(block.text, MAX_ENTRY));
    const said = categoryOfEntry(text);
    // An entry may say itself that it breaks something, whatever stands above it.
    const chosen = said === "breaking" ? said : (own ?? category ?? (said === "noted" && isListed ? "other" : said));
    if (text !== "") yield { version, at, category: chosen, text, line: first + block.line };
  }
}

const COMMIT = /\s?\(?\[?`?\b(?=[a-f]{0,40}\d)(?=\d{0,40}[a-f])[0-9a-f]{7,40}\b`?\]?\)?(?=[\s,.)]|$)|\s?\([0-9a-f]{7,40}\)/g;
/** "(#123)", "closes #12", "by @somebody in https://…": where it was discussed, not what it says. */
const REFERENCES: readonly RegExp[] = [
  /,?\s?\(?(?:thanks(?: to)?|via|by)\s@[\w-]{1,40}\)?|\s?\(@[\w-]{1,40}\)/gi,
  /,?\s?\(?(?:(?:closes|fixes|refs?|resolves|see|in)\s)?https?:\/\/[^\s)]{1,200}\/(?:pull|issues|commit|merge_requests)\/\w{1,40}\)?/gi,
  /,?\s?\(?(?:(?:closes|fixes|refs?|resolves|see|in)\s)?(?:#|GH-)\d{1,9}\b\)?/gi,
];
/** `[Fixed]`, `FIX:`, `feat(scope):` before the text. */
const OWN =
  /^(?:\[([a-z ]{3,20})\]|(breaking|feat|feature|fix|fixed|bugfix|security|deprecated?|removed?|added|changed|docs?|chore|test|build|ci|style|refactor|perf)(?:\([^)\n]{0,60}\))?(!)?:)\s+/i;

/** The patterns above take long for what nobody writes. */
const MAX_ENTRY = 4000;

interface Tidied {
  readonly text: string;
  readonly own: Category | null;
  /** It named a commit or a discussion: one line of a list that a program made. */
  readonly isListed: boolean;
}

/** Without what tells nothing later: commits, numbers of pull requests, names. */
function tidy(raw: string): Tidied {
  const plain = plainText(raw);
  const bare = REFERENCES.reduce((text, pattern) => text.replace(pattern, ""), plain.replace(COMMIT, ""));
  const text = bare
    .replace(/\s\(\s?[,;]?\s?\)|\s\[\s?\]|\s`\s?`/g, "")
    .replace(/[ \t]+/g, " ")
    .replace(/^[\s:\u2013-]+/, "")
    .replace(/[\s,]+$/, "");
  const mark = OWN.exec(text);
  const own = mark === null ? null : mark[3] === "!" ? "breaking" : categoryOfHeading(mark[1] ?? mark[2] ?? "");
  return { text: own === null ? text : text.slice(mark?.[0].length ?? 0), own, isListed: bare !== plain };
}
