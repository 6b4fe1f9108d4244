/**
 * How well the use of shown records is told from transcripts: sessions with known truth go through the judge, for the set it
 * was tuned on and for one that was written afterwards. Usage: node bench/usefulness.mjs [--wrong] [--all] [--write folder]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { buildOptions, root } from "../scripts/bundles.mjs";
import { sets } from "./usefulness/all-sessions.mjs";
import { isGoodEnough, renderSet, summarize } from "./usefulness/confusion.mjs";
import { makeTranscript } from "./usefulness/make-transcript.mjs";

const folder = mkdtempSync(join(tmpdir(), "lore-usefulness-"));
try {
  const { openJudge } = await loadProduct();
  const results = sets.map(({ name, sessions }) => ({ name, sessions: sessions.length, ...summarize(judgeAll(sessions, openJudge)) }));
  for (const result of results) console.log(renderSet(result, { showWrong: process.argv.includes("--wrong"), showAll: process.argv.includes("--all") }));
  if (process.argv.includes("--write")) writeTranscripts(process.argv[process.argv.indexOf("--write") + 1] ?? ".");
  if (!results.every(isGoodEnough)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function loadProduct() {
  await build({ ...buildOptions({ name: "product" }), entryPoints: { product: "bench/usefulness/product.ts" }, outdir: folder, logLevel: "silent" });
  return createRequire(import.meta.url)(join(folder, "product.cjs"));
}

/** All records of a set are one store. */
function judgeAll(sessions, openJudge) {
  const judge = openJudge(
    root,
    sessions.flatMap(({ records }) => records),
  );
  return sessions.flatMap((session) => {
    const told = makeTranscript(session);
    return judge(told).map(({ key, verdict, why, strength }) => ({
      session: session.name,
      key,
      verdict,
      why,
      strength,
      truth: session.truth[key.slice(key.indexOf(":") + 1)],
    }));
  });
}

/** The lines themselves, for whoever wants to see them. */
function writeTranscripts(target) {
  mkdirSync(target, { recursive: true });
  for (const { sessions } of sets) for (const session of sessions) writeFileSync(join(target, `${session.name}.jsonl`), makeTranscript(session).transcript);
}
