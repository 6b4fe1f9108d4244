/**
 * Keeps feedback.jsonl small: each end of a turn reads all of it. The newer half stays as it is; of what is older, the last few
 * verdicts of each kind on a record stay, which by then hardly count.
 */
import { lstatSync } from "node:fs";
import { feedbackFile, parseFeedback } from "./feedback-file.ts";
import { type Choose, rewriteStore, type StoreLine } from "./writer/rewrite-store.ts";

const MAX_BYTES = 4 * 1024 * 1024;
/** Of the bytes that there may be: newer lines, all of them, and older ones. The rest is room to grow. */
const NEWER = 0.5;
const OLDER = 0.25;
/** Older verdicts of one kind on one record: enough to tell that it was passed over again and again. */
const MOST_ALIKE = 5;

/** Whatever is in the way, the next end of a turn tries again. */
export function foldFeedback(stateDir: string, maxBytes = MAX_BYTES): void {
  try {
    const stat = lstatSync(feedbackFile(stateDir));
    if (stat.isFile() && stat.size > maxBytes) rewriteStore(feedbackFile(stateDir), chooseWithin(maxBytes));
  } catch {
    // There is none, or it cannot be rewritten here.
  }
}

function chooseWithin(maxBytes: number): Choose {
  return (lines) => {
    // Another process was faster.
    if (sizeOf(lines) <= maxBytes) return null;
    const newer = newestOf(lines, maxBytes * NEWER);
    const older = newestOf(lastOfEachKind(lines.slice(0, lines.length - newer.length)), maxBytes * OLDER);
    return [...older, ...newer];
  };
}

function sizeOf(lines: readonly StoreLine[]): number {
  return lines.reduce((sum, { bytes }) => sum + bytes.length + 1, 0);
}

/** As many as there is room for, in their order. */
function newestOf(lines: readonly StoreLine[], room: number): readonly StoreLine[] {
  let from = lines.length;
  for (let left = room; from > 0; from--) {
    left -= (lines[from - 1] as StoreLine).bytes.length + 1;
    if (left < 0) break;
  }
  return lines.slice(from);
}

/** Of lines that make no sense, none. */
function lastOfEachKind(lines: readonly StoreLine[]): readonly StoreLine[] {
  const counts = new Map<string, number>();
  const kept = lines.toReversed().filter(({ bytes }) => {
    const line = parseFeedback(bytes.toString("utf8"));
    if (line === null) return false;
    const kind = `${line.verdict} ${line.by} ${"withheld" in line}\n${line.key}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= MOST_ALIKE;
  });
  return kept.toReversed();
}
