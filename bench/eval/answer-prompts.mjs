/** A thread of run-prompts.mjs: asks the product its share of a set's prompts, each with the records that it may know of. */
import { parentPort, workerData } from "node:worker_threads";
import { openBundle } from "./load-product.mjs";

const { bundle, records, prompts, first, step } = workerData;
const { ask, toRecord } = openBundle(bundle);
const known = records.map((record) => ({ ...record, stored: toRecord(record) })).filter(({ stored }) => stored !== null);
const byProject = new Map(known.map(({ project }) => [project, []]));
for (const record of known) byProject.get(record.project).push(record);

for (let index = first; index < prompts.length; index += step) {
  const prompt = prompts[index];
  parentPort.postMessage({ index, answer: ask(prompt, eligible(byProject.get(prompt.project) ?? [], prompt)) });
}

/** Of its own project, older than the prompt, and not left out by name. */
function eligible(candidates, { now, exclude }) {
  return candidates.filter(({ id, at }) => at < now && !exclude.has(id)).map(({ stored }) => stored);
}
