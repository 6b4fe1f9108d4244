/** Finds sets on disk and reads them. Whatever is wrong in a file is said with its line; nothing is guessed. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { InputError } from "./input-error.mjs";
import { parseFollowUp, parseNegative, parseQuery, parseRecord } from "./parse-lines.mjs";

/** Every set in these folders, or those of them that are named. */
export function loadSets(folders, { names = null, split = "all", limit = Number.POSITIVE_INFINITY } = {}) {
  const found = folders.flatMap(findSets);
  const missing = (names ?? []).find((name) => !found.some((folder) => basename(folder) === name));
  if (missing !== undefined) throw new InputError(`no set "${missing}"; there is ${found.map((folder) => basename(folder)).join(", ")}`);
  return found.filter((folder) => names?.includes(basename(folder)) ?? true).map((folder) => loadSet(folder, { split, limit }));
}

function findSets(folder) {
  const path = resolve(folder);
  if (isSet(path)) return [path];
  const inside = existsSync(path) ? readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory()) : [];
  const sets = inside
    .map(({ name }) => join(path, name))
    .filter(isSet)
    .sort();
  if (sets.length === 0) throw new InputError(`${folder}: no records.jsonl and queries.jsonl there, nor in a folder below`);
  return sets;
}

function isSet(folder) {
  return existsSync(join(folder, "records.jsonl")) && existsSync(join(folder, "queries.jsonl"));
}

function loadSet(folder, { split, limit }) {
  const records = readLines(join(folder, "records.jsonl"), parseRecord);
  const units = new Set(records.map(({ unit }) => unit));
  const queries = readLines(join(folder, "queries.jsonl"), (value) => parseQuery(value, units));
  const negatives = readLines(join(folder, "negatives.jsonl"), parseNegative);
  const isWanted = (prompt) => split === "all" || prompt.split === null || prompt.split === split;
  const followUps = readLines(join(folder, "follow-ups.jsonl"), (value) => parseFollowUp(value, units));
  return {
    followUps: followUps.filter(isWanted),
    name: basename(folder),
    records: records.sort((a, b) => a.at - b.at),
    queries: thin(queries.filter(isWanted), limit),
    negatives: thin(negatives.filter(isWanted), limit),
  };
}

/** Evenly, and the same ones each time. */
export function thin(list, limit) {
  if (list.length <= limit) return list;
  return Array.from({ length: limit }, (_, index) => list[Math.floor((index * list.length) / limit)]);
}

function readLines(file, parse) {
  if (!existsSync(file)) return [];
  const seen = new Set();
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      if (line.trim() === "") return [];
      try {
        const parsed = parse(JSON.parse(line));
        if (seen.has(parsed.id)) throw new InputError(`the id "${parsed.id}" was there before`);
        seen.add(parsed.id);
        return [parsed];
      } catch (error) {
        if (error instanceof InputError || error instanceof SyntaxError) throw new InputError(`${file}:${index + 1}: ${error.message}`);
        throw error;
      }
    });
}
