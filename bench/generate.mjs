/**
 * Writes a store of any size: seeded, with a Zipf vocabulary, fifty projects and the record types that
 * people have most of. About 300 bytes a record.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const PROJECTS = 50;
const VOCABULARY = 20_000;
const SHARES = [
  ["journal/data/decisions.jsonl", 0.5, decision],
  ["failures/data/failures.jsonl", 0.3, failure],
  ["patterns/data/patterns.jsonl", 0.1, pattern],
  ["inbox/data/observations.jsonl", 0.1, observation],
];

/** Returns the words of one decision in the middle, to write a prompt that has an answer. */
export function generateStore(folder, records, seed = 1) {
  const random = generator(seed);
  const word = zipfWords(random);
  const text = (count) => Array.from({ length: count }, word).join(" ");
  let sample = [];
  for (const [path, share, make] of SHARES) {
    const lines = Array.from({ length: Math.round(records * share) }, (_, index) => JSON.stringify(make(index, random, text)));
    if (make === decision) sample = pickSample(lines);
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${lines.join("\n")}\n`);
  }
  writeFileSync(join(folder, "patterns/data/patterns.yaml"), yamlPatterns(text, 20));
  return sample;
}

/** Of its words the very common ones are left out, as stopwords are in a real prompt. */
function pickSample(lines) {
  const wanted = ({ words }) => words.length >= 6;
  const usual = (word) => lines.slice(0, 500).filter((line) => line.includes(word)).length > lines.length * 0.05;
  return lines
    .slice(lines.length >> 1)
    .map((line) => ({ words: [...new Set(JSON.parse(line).decision.split(" "))].filter((word) => !usual(word)) }))
    .find(wanted).words;
}

function decision(index, random, text) {
  return {
    id: `dec-${hex(index)}`,
    timestamp: stamp(random),
    session_id: `session-${hex(index >> 4)}`,
    decision: text(8),
    rationale: text(14),
    alternatives: [text(2)],
    outcome: "pending",
    type: "architecture",
    entities: [],
    tags: [project(random), text(1)],
    lesson_learned: null,
  };
}
function failure(index, random, text) {
  return {
    id: `fail-${hex(index)}`,
    timestamp: stamp(random),
    error_type: "NonZeroExit",
    error_message: text(24),
    tool: "Bash",
    project: project(random),
    step: index % 7,
  };
}
function pattern(index, random, text) {
  return {
    id: `pat-${hex(index)}`,
    name: text(5),
    context: text(6),
    problem: text(8),
    solution: text(12),
    confidence: 0.5,
    created_at: stamp(random),
    tags: [project(random)],
  };
}
function observation(index, random, text) {
  return { id: `obs-${hex(index)}`, timestamp: stamp(random), source: "bench", content: text(26), status: "raw", tags: [project(random)] };
}
function yamlPatterns(text, count) {
  return `patterns:\n${Array.from({ length: count }, (_, index) => `  - id: "pat-y${index}"\n    name: "${text(5)}"\n    context: "${text(6)}"\n    solution: "${text(12)}"\n    confidence: 0.6\n    created_at: "2026-05-01T00:00:00Z"`).join("\n")}\n`;
}

const project = (random) => `project${Math.floor(random() * PROJECTS)}`;
const stamp = (random) => new Date(1_735_689_600_000 + Math.floor(random() * 600) * 86_400_000).toISOString();
const hex = (number) => (0x10000000 + number).toString(16);

/** Words of five to nine letters from their rank, so that a seed always gives the same text. */
function zipfWords(random) {
  const words = Array.from({ length: VOCABULARY }, (_, rank) => spell(rank));
  const sums = new Float64Array(VOCABULARY);
  let sum = 0;
  for (let rank = 0; rank < VOCABULARY; rank++) sums[rank] = sum += 1 / (rank + 2.7);
  return () => {
    const at = random() * sum;
    let low = 0;
    let high = VOCABULARY - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < at) low = middle + 1;
      else high = middle;
    }
    return words[low];
  };
}

const SYLLABLES = ["ka", "ro", "mi", "te", "lu", "so", "ne", "pa", "vi", "do", "ra", "shu", "bel", "tor", "qui", "zan", "fol", "gri", "hem", "jun"];

function spell(rank) {
  let rest = rank * 7 + 13;
  let text = "";
  while (text.length < 5 || rest > 0) {
    text += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return text;
}

/** Mulberry32. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
