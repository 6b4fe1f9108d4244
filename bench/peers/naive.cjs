"use strict";
// The obvious hook: parse every line of every store, keep the last of each id, rank by matched terms.
const fs = require("node:fs");
const { print, readTerms, storeFiles, textOf } = require("./common.cjs");

const [, , store] = process.argv;
const terms = readTerms();
const matches = new Map();
for (const file of storeFiles(store)) {
  for (const line of fs.readFileSync(file, "utf8").split("\n")) {
    if (line === "") continue;
    const record = JSON.parse(line);
    const text = textOf(record).toLowerCase();
    const matched = terms.filter((term) => text.includes(term)).length;
    if (matched > 0) matches.set(record.id, { matched, line, timestamp: record.timestamp });
    else matches.delete(record.id);
  }
}
const ranked = [...matches.values()].sort((a, b) => b.matched - a.matched || (a.timestamp < b.timestamp ? 1 : -1));
print(ranked.map(({ line }) => line));
