/**
 * Text → the same text with every secret replaced by `[redacted: <kind>]`. Which texts are secrets is the finders' to say.
 * The detector is our own: secretlint, the one well-kept library, is asynchronous, made of ES modules and wants Node 22, where we promise Node 20.
 */
import { findAssignments } from "./find-assignments.ts";
import { findCredentials } from "./find-credentials.ts";
import { findPrivateKeys } from "./find-private-keys.ts";
import { findTokens } from "./find-tokens.ts";
import { mergeRanges } from "./merge-ranges.ts";
import type { FindSecrets, SecretRange } from "./secret-range.ts";

export interface Redaction {
  readonly text: string;
  /** In the order of the text that was given, which is also what the offsets count in. */
  readonly found: readonly SecretRange[];
}

/** The most telling kind first: where two overlap, the earlier one names the range. */
const FINDERS: readonly FindSecrets[] = [findPrivateKeys, findTokens, findCredentials, findAssignments];

/** What is left is read again, as it has new edges. Each round costs the same; text not made to provoke it needs two. */
const MAX_ROUNDS = 4;

/** What a redaction left behind. It is never read again, so redacting twice changes nothing more. */
const MARKER = /\[redacted: [a-z0-9-]{1,40}\]/g;

/** Pictures and fonts written into a text: any token in there is chance. */
const EMBEDDED = /data:(?:image|font|audio|video)\/[\w.+-]{1,40};base64,[A-Za-z0-9+/=]+/g;

export function redact(text: string): Redaction {
  const markers = rangesOf(MARKER, text).map((range) => ({ ...range, kind: "marker" }));
  let found: readonly SecretRange[] = beyondLimit(gapsBetween(markers, text.length));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fresh = findInGaps(text, gapsBetween(mergeRanges(markers, found), text.length));
    if (fresh.length === 0) break;
    found = mergeRanges(found, fresh);
  }
  return { text: replaceRanges(text, found), found };
}

interface Range {
  readonly start: number;
  readonly length: number;
}

/** Letters outside of markers. Beyond about 15 million in one run, the engine of regular expressions throws; no record comes near it. */
const MAX_READ = 4_000_000;

/** What is not read is not vouched for. */
function beyondLimit(gaps: readonly Range[]): SecretRange[] {
  let room = MAX_READ;
  return gaps.flatMap(({ start, length }) => {
    const read = Math.min(room, length);
    room -= read;
    return read < length ? [{ kind: "unread", start: start + read, length: length - read }] : [];
  });
}

/** A line break ends nearly every secret; what goes beyond it is cut in two. */
const BETWEEN_GAPS = "\n";

/** All gaps at once: there may be a hundred thousand, and each finder has its fixed costs. */
function findInGaps(text: string, gaps: readonly Range[]): SecretRange[] {
  const found: SecretRange[] = [];
  let at = 0;
  let gapStart = 0;
  for (const { kind, start, length } of findSecrets(gaps.map((gap) => text.slice(gap.start, endOf(gap))).join(BETWEEN_GAPS))) {
    for (let gap = gaps[at]; gap !== undefined && gapStart < start + length; gap = gaps[at]) {
      const from = Math.max(start - gapStart, 0);
      const to = Math.min(start + length - gapStart, gap.length);
      if (from < to) found.push({ kind, start: gap.start + from, length: to - from });
      if (start + length <= gapStart + gap.length) break;
      gapStart += gap.length + BETWEEN_GAPS.length;
      at++;
    }
  }
  return found;
}

function findSecrets(text: string): readonly SecretRange[] {
  const secrets = FINDERS.reduce<readonly SecretRange[]>((found, find) => mergeRanges(found, find(text)), []);
  return withoutEmbedded(secrets, rangesOf(EMBEDDED, text));
}

function rangesOf(pattern: RegExp, text: string): Range[] {
  return [...text.matchAll(pattern)].map((match) => ({ start: match.index, length: match[0].length }));
}

/** Both in the order of the text. */
function withoutEmbedded(secrets: readonly SecretRange[], embedded: readonly Range[]): readonly SecretRange[] {
  let at = 0;
  return secrets.filter((range) => {
    while (at < embedded.length && endOf(embedded[at]) <= range.start) at++;
    const around = embedded[at];
    return around === undefined || around.start > range.start || endOf(around) < endOf(range);
  });
}

function gapsBetween(ranges: readonly Range[], length: number): Range[] {
  const gaps: Range[] = [];
  let at = 0;
  for (const range of [...ranges, { start: length, length: 0 }]) {
    if (range.start > at) gaps.push({ start: at, length: range.start - at });
    at = endOf(range);
  }
  return gaps;
}

function replaceRanges(text: string, ranges: readonly SecretRange[]): string {
  let at = 0;
  let result = "";
  for (const range of ranges) {
    result += `${text.slice(at, range.start)}[redacted: ${range.kind}]`;
    at = endOf(range);
  }
  return result + text.slice(at);
}

function endOf(range: Range | undefined): number {
  return range === undefined ? 0 : range.start + range.length;
}
