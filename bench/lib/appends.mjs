/**
 * A prompt right after records were appended, beside the same prompt with nothing appended. What was appended is brought
 * into the index after each run, unmeasured, so that every run meets a tail of the same length.
 */
import { runOnce, runOrThrow, shuffle, summarize } from "./measure.mjs";
import { showProgress } from "./progress.mjs";

const USUAL = "usual";
const TAILS = [1, 1000];
/** A store that has grown by more than this is cut back and indexed anew. */
const GROWTH = 0.02;
const FLOOR = "node -e 0";

export function measureAppends(home, typical, { rounds, indexed }) {
  const settle = () => settleTail(home, indexed);
  const found = findsAppended(home);
  settle();
  const cases = [FLOOR, USUAL, ...TAILS.map(String)];
  const times = new Map(cases.map((name) => [name, []]));
  const progress = showProgress("appended records");
  for (let round = 0; round < rounds; round++) {
    const hook = typical[round % typical.length];
    for (const name of shuffle(cases)) {
      const tail = Number(name);
      if (tail > 0) home.tail.append(tail);
      times.get(name).push(runOnce(name === FLOOR ? home.bare : hook).ms);
      if (tail > 0) settle();
      // Once more unmeasured: the index was rewritten, and the next prompt is not to pay for it.
      runOnce(hook);
    }
    progress.at(round / rounds);
  }
  progress.end();
  home.tail.cut();
  if (indexed) runOrThrow(home.index("rebuild"), "index rebuild");
  return { found, ...summarize(times, FLOOR) };
}

/** The newest record is the one that people look for first: a prompt must find it at once. */
function findsAppended({ tail, hook }) {
  const subject = "quorvexing blenthorpe wizzlequark";
  tail.append(1, subject);
  return runOnce(hook(`why did we choose ${subject}?`)).stdout.includes("wizzlequark");
}

function settleTail({ tail, index, records }, indexed) {
  if (tail.appended > records * GROWTH) {
    tail.cut();
    if (indexed) runOrThrow(index("rebuild"), "index rebuild");
    return;
  }
  tail.age();
  if (indexed) runOrThrow(index("refresh"), "index refresh");
}
