/**
 * Writes a store of any size: seeded, with a Zipf vocabulary, fifty projects and every record type;
 * about 300 bytes a record, one line in a hundred supersedes an earlier one.
 * Usage: node bench/generate.mjs --records 100000 --out DIR [--seed 1]
 */
import { closeSync, mkdirSync, openSync, readdirSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { describeDocuments } from "./lib/documents.mjs";
import { showProgress } from "./lib/progress.mjs";
import { promptsFor } from "./lib/prompts.mjs";
import { describeStores } from "./lib/records.mjs";
import { parseSize } from "./lib/sizes.mjs";

const CHUNK_LINES = 4096;

/** Returns the rare words of one record of `project7`, to write a prompt that has an answer. */
export function generateStore(folder, records, seed = 1) {
  const progress = showProgress(`writing ${records} records`);
  let written = 0;
  for (const store of describeStores(records, seed)) {
    writeLines(join(folder, store.path), store, (lines) => {
      written += lines;
      progress.at(written / records);
    });
  }
  for (const [path, content] of describeDocuments(seed)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  age(folder);
  progress.end();
  return promptsFor(records, seed).sampleWords(0);
}

/** In chunks, so that a million records need no more memory than a thousand. */
function writeLines(file, { lines, lineAt }, onChunk) {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, "w");
  for (let from = 0; from < lines; from += CHUNK_LINES) {
    const until = Math.min(lines, from + CHUNK_LINES);
    let chunk = "";
    for (let index = from; index < until; index++) chunk += `${JSON.stringify(lineAt(index))}\n`;
    writeSync(descriptor, chunk);
    onChunk(until - from);
  }
  closeSync(descriptor);
}

const AGE_S = 600;

/** Everything below a folder gets the age that files usually have: caches do not trust what was just written. */
export function age(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) age(path);
    else ageFile(path);
  }
  ageFile(folder);
}

export function ageFile(path) {
  const then = Date.now() / 1000 - AGE_S;
  utimesSync(path, then, then);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: { records: { type: "string", default: "10k" }, out: { type: "string" }, seed: { type: "string", default: "1" } },
  });
  if (!values.out) throw new Error("usage: node bench/generate.mjs --records 100000 --out DIR [--seed 1]");
  generateStore(values.out, parseSize(values.records), Number(values.seed));
}
