"use strict";
// SQLite's FTS5 without a copy of the text (contentless), ranked by bm25, through better-sqlite3 or node:sqlite.
// Usage: fts5.cjs build|query STORE INDEX better-sqlite3|node:sqlite NODE_MODULES
const path = require("node:path");
const { eachLatest, printPlaces, readTerms, SHOWN, textOf } = require("./common.cjs");

const [, , mode, store, index, driver, modules] = process.argv;
const database = open();
if (mode === "build") build();
else query();
database.close();

function open() {
  if (driver === "node:sqlite") return new (require("node:sqlite").DatabaseSync)(index, { readOnly: mode !== "build" });
  return new (require(path.join(modules, "better-sqlite3")))(index, { readonly: mode !== "build" });
}

function build() {
  database.exec("pragma journal_mode = off; pragma synchronous = off; begin");
  database.exec("create table places (id integer primary key, file integer, offset integer, length integer)");
  database.exec("create virtual table terms using fts5 (text, content = '')");
  const addPlace = database.prepare("insert into places values (?, ?, ?, ?)");
  const addTerms = database.prepare("insert into terms (rowid, text) values (?, ?)");
  let id = 0;
  eachLatest(store, (record, { file, offset, length }) => {
    addPlace.run(++id, file, offset, length);
    addTerms.run(id, textOf(record));
  });
  database.exec("commit");
  database.exec("insert into terms (terms) values ('optimize')");
}

function query() {
  const terms = readTerms();
  if (terms.length === 0) return;
  const sql = "select file, offset, length from terms join places on places.id = terms.rowid where terms match ? order by rank limit ?";
  printPlaces(store, database.prepare(sql).all(terms.map((term) => `"${term}"`).join(" OR "), SHOWN));
}
