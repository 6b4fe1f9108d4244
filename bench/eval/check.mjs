/** Guards the quality of the shipped set: the figures that matter most against those recorded before. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { InputError } from "./input-error.mjs";

/** So much worse is taken for a change and not for a detail. */
const TOLERANCE = 0.005;
const GUARDED = [
  { key: "nDCG@10", of: ({ ndcg }) => ndcg, better: "more" },
  { key: "R@budget as injected", of: ({ injected }) => injected, better: "more" },
  { key: "FIR (off, chat, cross)", of: ({ fir }) => fir, better: "less" },
  { key: "FIR@90", of: ({ firAt90 }) => firAt90, better: "less" },
  { key: "FIR near", of: ({ firByKind }) => firByKind.near, better: "less" },
];

/** What is worse than recorded, in words. A figure that was not there then is not compared. */
export function findRegressions(figures, recorded) {
  return GUARDED.flatMap(({ key, of, better }) => {
    const [before, now] = [recorded[key] ?? null, of(figures)];
    if (before === null) return [];
    if (now === null) return [`${key}: recorded ${before}, now not measured`];
    const loss = better === "more" ? before - now : now - before;
    return loss > TOLERANCE + 1e-9 ? [`${key}: recorded ${before}, measured ${rounded(now)}, worse by ${rounded(loss)}`] : [];
  });
}

export function readRecorded(file, set) {
  const recorded = existsSync(file) ? JSON.parse(readFileSync(file, "utf8"))[set] : undefined;
  if (recorded === undefined) throw new InputError(`${file} holds nothing of ${set}: run npm run eval -- --record first`);
  return recorded;
}

export function writeRecorded(file, results) {
  const figuresOf = ({ figures }) => Object.fromEntries(GUARDED.map(({ key, of }) => [key, rounded(of(figures))]));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(results.map((result) => [result.name, figuresOf(result)])), null, 2)}\n`);
}

function rounded(value) {
  return value === null ? null : Number(value.toFixed(4));
}
