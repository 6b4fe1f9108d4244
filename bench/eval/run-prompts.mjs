/** Asks the product every prompt of a set, on all cores. Nothing is judged here. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { showProgress } from "../lib/progress.mjs";

/** The answers in the order of queries and negatives, and what one of them took, all cores together. */
export async function runPrompts({ name, records, queries, negatives }, bundle) {
  const prompts = [...queries, ...negatives];
  const answers = [];
  const start = performance.now();
  let done = 0;
  const progress = showProgress(name);
  const onAnswer = ({ index, answer }) => {
    answers[index] = answer;
    done++;
    progress.at(done / prompts.length, `${done} of ${prompts.length} prompts`);
  };
  const step = Math.max(1, Math.min(availableParallelism(), prompts.length));
  // In turns, as later prompts know of more records.
  await Promise.all(Array.from({ length: step }, (_, first) => runThread({ bundle, records, prompts, first, step }, onAnswer)));
  progress.end();
  return { answers, milliseconds: (performance.now() - start) / Math.max(1, done) };
}

function runThread(workerData, onAnswer) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("answer-prompts.mjs", import.meta.url), { workerData });
    worker.on("message", onAnswer);
    worker.on("error", reject);
    worker.on("exit", resolve);
  });
}
