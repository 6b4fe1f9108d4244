/**
 * The hook beside what one would use instead, on the same stores and prompts: a fresh process each, end
 * to end, interleaved with `node -e 0`. Peers that are not to be had are left out with a line that says so.
 * Usage: npm run bench:peers [-- --sizes 1k,10k,100k,1m --rounds 20 --seconds 60 --sqlite-node PATH --out bench/RESULTS.md --without-index]
 */
import { rmSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { openHome, warmUp } from "./lib/home.mjs";
import { interleave, median, runOnce, runOrThrow } from "./lib/measure.mjs";
import { listPeers } from "./lib/peer-list.mjs";
import { renderPeersReport } from "./lib/peers-report.mjs";
import { announce } from "./lib/progress.mjs";
import { publish } from "./lib/report.mjs";
import { parseSizes, showSize } from "./lib/sizes.mjs";
import { vocabularyIn } from "./lib/words.mjs";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1k,10k,100k,1m" },
    rounds: { type: "string", default: "20" },
    /** A peer that has run this long at one size with one kind of prompt has run enough, after three runs. */
    seconds: { type: "string", default: "60" },
    "sqlite-node": { type: "string" },
    out: { type: "string" },
    "without-index": { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const KINDS = ["typical", "common"];
const PROMPTS = 8;
const FLOOR = "node -e 0";

const skipped = [];
const peers = listPeers({ sqliteNode: values["sqlite-node"] }).filter(({ name, unavailable }) => {
  const reason = unavailable();
  if (reason !== null) skip(`${name}: ${reason}`);
  return reason === null;
});
const results = parseSizes(values.sizes).map(measureSize);
const names = ["lore-inject", ...peers.map(({ name }) => name)];
publish({ section: "bench:peers", markdown: renderPeersReport(results, { names, rounds, skipped }), numbers: { rounds, results }, out: values.out });

function skip(note) {
  announce(`left out: ${note}`);
  skipped.push(note);
}

function measureSize(records) {
  announce(`${showSize(records)} records`);
  const home = openHome(records);
  if (!values["without-index"]) runOrThrow(home.index("rebuild"), "index rebuild");
  const fitting = peers.filter(({ name, most = Number.POSITIVE_INFINITY }) => {
    if (records > most) skip(`${name} at ${showSize(records)} records: not tried above ${showSize(most)}`);
    return records <= most;
  });
  const built = {};
  const ready = fitting.filter((peer) => buildIndex(peer, home, built));
  const result = { records, built, ...Object.fromEntries(KINDS.map((kind) => [kind, measureKind(home, ready, kind)])) };
  home.remove();
  return result;
}

function buildIndex(peer, home, built) {
  if (!peer.build) return true;
  announce(`building the index of ${peer.name}`);
  const { ms, status, stderr } = runOnce(peer.build(home));
  if (status === 0) built[peer.name] = { seconds: ms / 1000, bytes: statSync(peer.indexPath(home)).size };
  else skip(`${peer.name} at ${showSize(home.records)} records: the build failed (${/\w*Error[^\n]*/.exec(stderr)?.[0] ?? `exit code ${status}`})`);
  if (status !== 0) rmSync(peer.indexPath(home), { force: true });
  return status === 0;
}

function measureKind(home, ready, kind) {
  const texts = kind === "typical" ? home.prompts.typicalPrompts(PROMPTS) : home.prompts.commonPrompts(PROMPTS);
  const prompts = texts.map((text) => ({ input: home.hook(text).input, words: vocabularyIn(text), run: home.hook(text) }));
  const at = (round) => prompts[round % prompts.length];
  const floors = ready.filter(({ bare }) => bare).map(({ floor, bare }) => ({ name: floor, runAt: () => ({ ...bare, env: home.env }) }));
  const cases = [
    { name: FLOOR, runAt: () => home.bare },
    { name: "lore-inject", runAt: (round) => at(round).run },
    ...floors,
    ...ready.map(({ name, query }) => ({ name, runAt: (round) => query(home, at(round)) })),
  ];
  warmUp(prompts, ({ run }) => runOnce(run));
  if (kind === "typical") checkAnswers(ready, home, prompts[0]);
  const times = interleave(cases, { rounds, label: `${kind} prompts`, budgetMs: Number(values.seconds) * 1000 });
  const floorOf = (name) => ready.find((peer) => peer.name === name)?.floor ?? FLOOR;
  const summary = [...times].map(([name, list]) => [name, { p50: median(list), ratio: median(list) / median(times.get(floorOf(name))), runs: list.length }]);
  return Object.fromEntries(summary);
}

/** A peer that fails fast would look fast. */
function checkAnswers(ready, home, prompt) {
  for (const { name, query } of ready) {
    const { status, stdout, stderr } = runOnce(query(home, prompt));
    if (status !== 0 || stdout.trim() === "") throw new Error(`${name} gave no answer (exit code ${status}): ${stderr.trim().split("\n").at(-1)}`);
  }
}
