"use strict";
// MiniSearch with its index serialised to a file, which a fresh process has to load whole.
// Usage: minisearch.cjs build|query STORE INDEX NODE_MODULES
const fs = require("node:fs");
const { createRequire } = require("node:module");
const path = require("node:path");
const { eachLatest, printPlaces, readTerms, textOf } = require("./common.cjs");

const [, , mode, store, index, modules] = process.argv;
const MiniSearch = createRequire(path.join(modules, "peer.js"))("minisearch");
const OPTIONS = { fields: ["text"], storeFields: ["place"] };

if (mode === "build") {
  const search = new MiniSearch(OPTIONS);
  eachLatest(store, (record, place) => search.add({ id: `${place.file}:${place.offset}`, text: textOf(record), place }));
  fs.writeFileSync(index, JSON.stringify(search));
} else {
  const search = MiniSearch.loadJSON(fs.readFileSync(index, "utf8"), OPTIONS);
  const found = search.search(readTerms().join(" "));
  printPlaces(
    store,
    found.map(({ place }) => place),
  );
}
