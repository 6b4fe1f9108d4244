/** A project's changelog: what was broken, removed, changed or mended, with the release in which it was. */
import { basename, dirname } from "node:path";
import { shorten } from "../../render/neutralize.ts";
import type { EpochMs } from "../../types.ts";
import type { Foreign, Importer, ImportReport } from "../importer.ts";
import { filesBelow, isFile } from "../places.ts";
import { readTextFile } from "../read-text.ts";
import { type Category, LABELS, saysSomething } from "./categories.ts";
import { type Entry, parseChangelog } from "./parse-changelog.ts";

const NAMED = /^(?:changelog|changes|change_log|history|news|releases?|release[-_]notes)(?:\.(?:md|markdown|txt))?$/i;
const TEXT = /\.(?:md|markdown|txt)$/i;

export const changelog: Importer = {
  name: "changelog",
  title: "a changelog (CHANGELOG.md): what was removed, broken, changed or fixed",
  usualPlaces: ({ root }) => changelogsIn(root),
  recognizes: (path) => (isFile(path) ? NAMED.test(basename(path)) || TEXT.test(path) : changelogsIn(path).length > 0),
  read,
};

/** The one that the project keeps: of several the best known name. */
function changelogsIn(folder: string): readonly string[] {
  const files = filesBelow(folder, 0).filter((file) => dirname(file) === folder.replace(/[/\\]+$/, "") && NAMED.test(basename(file)) && isFile(file));
  const best = files.find((file) => /^changelog/i.test(basename(file))) ?? files[0];
  return best === undefined ? [] : [best];
}

/** The newest come first in the file. More would make the changelog speak louder than all that people wrote down on purpose. */
const MAX_ENTRIES = 500;
const MAX_TEXT = 1500;

async function* read(path: string, report: ImportReport): AsyncGenerator<Foreign> {
  const [file = path] = isFile(path) ? [path] : changelogsIn(path);
  const read = readTextFile(file, report);
  if (read === null) return;
  report.advance(read.bytes);
  let taken = 0;
  let releases = 0;
  for (const entry of parseChangelog(read.text)) {
    releases++;
    if (!saysSomething(entry.category, entry.text)) report.skip?.("an addition, a chore, or too short to say anything");
    else if (taken++ < MAX_ENTRIES) yield foreignOf(entry, file, read.modifiedAt);
    else report.skip?.(`older than the ${MAX_ENTRIES} newest entries`);
  }
  if (releases === 0)
    report.problem({
      where: `${file}:1`,
      what: "no entries below a heading with a version",
      hint: "a release begins with a heading such as ## 1.2.0 - 2026-11-01",
    });
}

const SAYS_IT = /^(?:fix|remov|drop|deprecat|chang|renam|breaking|security|revert)/i;
const NOTES: readonly Category[] = ["fixed", "security", "noted"];

/** What was mended is a note; what was taken away, replaced or broken was decided. */
function foreignOf(entry: Entry, file: string, modifiedAt: EpochMs): Foreign {
  const { version, category, text, line } = entry;
  const where = version === "unreleased" ? "since the last release" : `in ${version}`;
  // "Fixed in 1.2.3: Fix …" says it twice.
  const lead = category === "noted" || SAYS_IT.test(text) ? where.replace(/^./, (first) => first.toUpperCase()) : `${LABELS[category]} ${where}`;
  const sentence = `${lead}: ${shorten(text, MAX_TEXT)}`;
  const tags = ["changelog", category, ...(version === "unreleased" ? [] : [version])];
  // What is unreleased today stands under a version tomorrow, and is the same change.
  const identity = `changelog ${category} ${text}`;
  const common = { at: entry.at ?? modifiedAt, project: null, from: `${file}:${line}`, identity };
  if (NOTES.includes(category)) return { ...common, kind: "observation", said: { text: sentence, source: basename(file), tags } };
  return { ...common, kind: "decision", said: { text: sentence, type: "change", tags } };
}
