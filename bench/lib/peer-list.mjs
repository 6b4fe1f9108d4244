/**
 * The alternatives that the hook is measured against. Each says why it cannot run here, how its index is
 * built, and what one prompt runs; all answer with eight lines, none knows projects, recency or retired records.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findSqliteNode, installPackage, MODULES, missingTool } from "./peer-tools.mjs";

const script = (name) => fileURLToPath(new URL(`../peers/${name}.cjs`, import.meta.url));
const FLOOR = "node -e 0";
const FLOOR_24 = "node -e 0 (its own Node)";

/** `floor` names the bare process that a peer is compared with; `most` is the largest store that it is asked to take. */
export function listPeers({ sqliteNode }) {
  const node24 = findSqliteNode([process.execPath, sqliteNode, process.env.LORE_BENCH_SQLITE_NODE]);
  return [
    {
      name: "naive scan",
      floor: FLOOR,
      unavailable: () => null,
      query: ({ store, env }, { input }) => nodeRun(process.execPath, env, input, ["naive", store]),
    },
    { name: "ripgrep, lines only", floor: FLOOR, unavailable: () => missingTool("rg"), query: ripgrep },
    { name: "ripgrep + jq", floor: FLOOR, unavailable: () => missingTool("rg", "jq"), query: ripgrepAndJq },
    // Our choice, no limit of its own: loading grows with the index, and a million records would take most of the bench.
    {
      name: "MiniSearch",
      floor: FLOOR,
      most: 100_000,
      unavailable: () => installPackage("minisearch", "7.2.0"),
      ...indexed(process.execPath, "minisearch", "minisearch.json", []),
    },
    {
      name: "FTS5, better-sqlite3",
      floor: FLOOR,
      unavailable: () => installPackage("better-sqlite3", "12.11.1"),
      ...indexed(process.execPath, "fts5", "better.db", ["better-sqlite3"]),
    },
    {
      name: "FTS5, node:sqlite",
      floor: FLOOR_24,
      bare: { file: node24, args: ["-e", "0"] },
      unavailable: () => (node24 === null ? "no Node with node:sqlite and FTS5: give one with --sqlite-node" : null),
      ...indexed(node24, "fts5", "builtin.db", ["node:sqlite"]),
    },
  ];
}

function nodeRun(file, env, input, [name, ...args]) {
  return { file, args: [script(name), ...args], env, input };
}

function indexed(node, name, index, driver) {
  const path = ({ folder }) => join(folder, index);
  const run = (mode, home, input) => nodeRun(node, home.env, input, [name, mode, home.store, path(home), ...driver, MODULES]);
  return { indexPath: path, build: (home) => run("build", home, ""), query: (home, { input }) => run("query", home, input) };
}

const RIPGREP = ["--no-config", "--no-ignore", "-I", "-N", "-w", "-g", "*.jsonl"];

/** Finds the lines, ranks nothing: what a search by hand would be. */
function ripgrep({ store, env }, { words }) {
  return { file: "rg", args: [...RIPGREP, ...words.flatMap((word) => ["-e", word]), store], env };
}

const RANK =
  "[inputs | fromjson | . as $record | tojson as $text | {$record, matched: ([$ARGS.positional[] | select(. as $word | $text | contains($word))] | length)}] | group_by(.record.id) | map(last) | sort_by(-.matched) | .[:8] | map(.record)";

function ripgrepAndJq({ store, env }, { words }) {
  const patterns = words.map((word) => `-e ${word}`).join(" ");
  const command = `rg ${RIPGREP.map((option) => `'${option}'`).join(" ")} ${patterns} "$0" | jq -c -n -R '${RANK}' --args ${words.join(" ")}`;
  return { file: "sh", args: ["-c", command, store], env };
}
