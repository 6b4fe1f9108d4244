/**
 * A seeded vocabulary of 20,000 made-up words with Zipf's frequencies. No word is English, so that the
 * wording of a prompt never meets a record by chance.
 */
const VOCABULARY = 20_000;
const SYLLABLES = ["ka", "ro", "mi", "te", "lu", "so", "ne", "pa", "vi", "do", "ra", "shu", "bel", "tor", "qui", "zan", "fol", "gri", "hem", "jun"];

/** Mulberry32: a record's own seed gives the record again, wherever it is asked for. */
export function generator(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function mixSeed(...numbers) {
  let hash = 0x9e3779b9;
  for (const number of numbers) {
    hash = Math.imul(hash ^ number, 0x85ebca6b);
    hash ^= hash >>> 13;
  }
  return hash;
}

/** The syllables are a prefix code, so two ranks never share a spelling. */
function spell(rank) {
  let rest = rank * 7 + 13;
  let text = "";
  while (text.length < 5 || rest > 0) {
    text += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return text;
}

const WORDS = Array.from({ length: VOCABULARY }, (_, rank) => spell(rank));
const RANKS = new Map(WORDS.map((word, rank) => [word, rank]));
const SUMS = zipfSums();

function zipfSums() {
  const sums = new Float64Array(VOCABULARY);
  let sum = 0;
  // 2.7 (Mandelbrot's shift): the commonest word stands in half of the records, as after stopwords are gone.
  for (let rank = 0; rank < VOCABULARY; rank++) sums[rank] = sum += 1 / (rank + 2.7);
  return sums;
}

export function drawWord(random) {
  const at = random() * SUMS[VOCABULARY - 1];
  let low = 0;
  let high = VOCABULARY - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (SUMS[middle] < at) low = middle + 1;
    else high = middle;
  }
  return WORDS[low];
}

export function drawText(random, count) {
  let text = drawWord(random);
  for (let i = 1; i < count; i++) text += ` ${drawWord(random)}`;
  return text;
}

/** Words past the end of the vocabulary: spelled alike, and in no record. */
export function unknownWord(random) {
  return spell(VOCABULARY + 1 + Math.floor(random() * VOCABULARY));
}

/** The distinct vocabulary words in any value that can become JSON. */
export function vocabularyIn(value) {
  return [...new Set(JSON.stringify(value).match(/[a-z]+/g) ?? [])].filter((word) => RANKS.has(word));
}
