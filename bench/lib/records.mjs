/**
 * The JSONL stores, each line made from its seed, its store and its number alone: any record can be
 * made again without the file, which is how prompts are taken from real records and ids superseded.
 */
import { drawText, drawWord, generator, mixSeed } from "./words.mjs";

const PROJECTS = 50;
const FILES_PER_PROJECT = 40;
/** The project in which the benchmarks' prompts are asked. */
export const OWN_PROJECT = "project7";

/** Shares of the records, as people have them: most decisions and failures, few patterns. */
const STORES = [
  { path: "journal/data/decisions.jsonl", share: 0.35, prefix: "dec", make: decision, retired: { status: "superseded" } },
  { path: "failures/data/failures.jsonl", share: 0.2, prefix: "fail", make: failure, retired: { status: "retracted" } },
  { path: "inbox/data/observations.jsonl", share: 0.12, prefix: "obs", make: note, retired: { status: "promoted" } },
  { path: "inbox/data/signals.jsonl", share: 0.1, prefix: "sig", make: note, retired: { status: "discarded" } },
  { path: "transfer/data/handoffs.jsonl", share: 0.08, prefix: "hand", make: handoff, retired: { status: "superseded" } },
  { path: "evidence/data/evidence.jsonl", share: 0.08, prefix: "evi", make: evidence, retired: { confidence: "superseded" } },
  { path: "patterns/data/patterns.jsonl", share: 0.07, prefix: "pat", make: pattern, retired: { confidence: 0 } },
];

/** Every store with its number of lines and `lineAt(index)`. */
export function describeStores(records, seed) {
  return STORES.map((store, number) => {
    const lines = Math.max(1, Math.round(records * store.share));
    const recordAt = (index) => makeRecord(store, index, lines, generator(mixSeed(seed, number, index)));
    return { path: store.path, lines, recordAt, lineAt: (index) => (isRevision(index) ? revise(store, index, recordAt) : recordAt(index)) };
  });
}

/** New lines for the end of the decisions: numbers past every generated one. */
export function freshDecisions(count, seed, from = 0) {
  const random = generator(mixSeed(seed, 99, from));
  const stamp = "2026-10-31T12:00:00.000Z";
  return Array.from({ length: count }, (_, index) => ({ id: `dec-f${hex(from + index)}`, timestamp: stamp, ...decision(index, random, drawProject(random)) }));
}

const isRevision = (index) => index % 100 === 99;
/** Only records of even number are ever superseded, so the odd ones are sure to be alive. */
export const isUntouched = (index) => index % 2 === 1 && !isRevision(index);

/** As lore does it: the whole record again, same id, same time stamp; every second time retired. */
function revise(store, index, recordAt) {
  const record = recordAt(Math.floor(generator(index)() * (index >> 1)) * 2);
  return index % 200 === 99 ? { ...record, ...store.retired } : { ...record, tags: [...record.tags, "revised"] };
}

const START_MS = Date.UTC(2025, 0, 1);
const SPAN_MS = 600 * 86_400_000;

function makeRecord({ prefix, make }, index, lines, random) {
  // Append-only stores are in the order of time.
  const timestamp = new Date(START_MS + Math.floor((index / lines) * SPAN_MS)).toISOString();
  return { id: `${prefix}-${hex(index)}`, timestamp, ...make(index, random, drawProject(random)) };
}

const hex = (number) => (0x10000000 + number).toString(16);
const drawProject = (random) => `project${Math.floor(random() * PROJECTS)}`;
const pick = (random, list) => list[Math.floor(random() * list.length)];

function entity(project, random) {
  const number = Math.floor(random() * FILES_PER_PROJECT);
  return `src/${project}/module${number % 8}/file${number}.ts`;
}

function decision(index, random, project) {
  return {
    session_id: `session-${hex(index >> 4)}`,
    decision: drawText(random, 6),
    rationale: drawText(random, 8),
    alternatives: [drawText(random, 1)],
    outcome: pick(random, ["pending", "pending", "successful", "mixed"]),
    type: pick(random, ["architecture", "implementation", "process"]),
    entities: random() < 0.2 ? [entity(project, random)] : [],
    tags: [project, drawWord(random)],
    lesson_learned: null,
  };
}

function failure(index, random, project) {
  const fix = random() < 0.3 ? { fix: drawText(random, 6) } : {};
  return {
    error_type: pick(random, ["NonZeroExit", "TypeError", "Timeout", "AssertionError", "ToolError"]),
    error_message: drawText(random, 17),
    tool: pick(random, ["Bash", "Edit", "WebFetch"]),
    project,
    step: index % 7,
    ...fix,
    tags: [],
  };
}

function note(_index, random, project) {
  return { source: "bench", content: drawText(random, 20), status: "raw", tags: [project, drawWord(random)] };
}

function handoff(_index, random, project) {
  return {
    message: drawText(random, 9),
    next_steps: [drawText(random, 5), drawText(random, 4)],
    blockers: [],
    questions: [],
    project,
    branch: "main",
    tags: [],
  };
}

function evidence(_index, random, project) {
  return { source: "bench", content: drawText(random, 20), confidence: pick(random, ["preliminary", "confirmed", "contested"]), tags: [project] };
}

function pattern(_index, random, project) {
  return {
    name: drawText(random, 4),
    context: drawText(random, 4),
    problem: drawText(random, 5),
    solution: drawText(random, 7),
    confidence: 0.5,
    tags: [project],
  };
}
