"use strict";
// What the peers share: the terms of a prompt, the records of a store for building an index, and the
// answer of eight lines. CommonJS, as ESM would add a third of Node's start to each of them.
const fs = require("node:fs");
const path = require("node:path");

const STOPWORDS = new Set(
  "a about again and at before can did do does fix get have here how i is it look me please should so tell that the to use used want we what why with work you change".split(
    " ",
  ),
);
const SHOWN = 8;
const NOT_TEXT = new Set(["id", "timestamp", "session_id"]);

function readTerms() {
  const { prompt } = JSON.parse(fs.readFileSync(0, "utf8"));
  return [...new Set(prompt.toLowerCase().match(/[a-z0-9]+/g) ?? [])].filter((word) => !STOPWORDS.has(word));
}

function storeFiles(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => path.join(folder, name));
}

function textOf(record) {
  const texts = [];
  for (const [key, value] of Object.entries(record))
    if (!NOT_TEXT.has(key) && value !== null) texts.push(Array.isArray(value) ? value.join(" ") : String(value));
  return texts.join(" ");
}

/** Calls `visit(record, place)` for the last line of each id; a place is where to read the line again. */
function eachLatest(folder, visit) {
  storeFiles(folder).forEach((file, number) => {
    const latest = new Map();
    let offset = 0;
    for (const line of fs.readFileSync(file, "latin1").split("\n")) {
      // Ids are short and come first: parsing every line twice would double the time of a build.
      if (line !== "") latest.set(line.slice(0, line.indexOf(",")), { file: number, offset, length: line.length });
      offset += line.length + 1;
    }
    const bytes = fs.readFileSync(file);
    for (const place of latest.values()) visit(JSON.parse(bytes.toString("utf8", place.offset, place.offset + place.length)), place);
  });
}

/** Reads the chosen lines from the stores, as an answer has to show them. */
function printPlaces(folder, places) {
  const files = storeFiles(folder);
  const lines = places.slice(0, SHOWN).map(({ file, offset, length }) => {
    const descriptor = fs.openSync(files[file], "r");
    const bytes = Buffer.alloc(length);
    fs.readSync(descriptor, bytes, 0, length, offset);
    fs.closeSync(descriptor);
    return bytes.toString();
  });
  print(lines);
}

function print(lines) {
  if (lines.length > 0) fs.writeSync(1, JSON.stringify({ additionalContext: lines.slice(0, SHOWN).join("\n") }));
}

module.exports = { SHOWN, readTerms, storeFiles, textOf, eachLatest, printPlaces, print };
