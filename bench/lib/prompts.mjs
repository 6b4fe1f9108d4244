/**
 * Prompts for a generated store: typical ones about something that a record says, ones of very common
 * words only, and ones about words that no record has. Made from the seed, without reading the files.
 */
import { describeStores, isUntouched, OWN_PROJECT } from "./records.mjs";
import { generator, mixSeed, unknownWord, vocabularyIn } from "./words.mjs";

/** A little below the 5 % that is meant, as shares are estimated from a sample. */
const RARE = 0.04;
const COMMON = 0.1;
/** Records looked at to tell common words from rare ones. */
const SAMPLE = 4000;
/** What a prompt is usually about: not the raw notes, which weigh little. */
const TELLING = ["journal", "failures", "patterns", "transfer"];

/** Wordings of stopwords and words of talking to an agent, so that the keywords are the given ones. */
const WORDINGS = [
  (words) => `why do we get ${listed(words)} here, and what should I do about it?`,
  (words) => `please have a look at ${listed(words)} and tell me how we did it before`,
  (words) => `how does ${listed(words)} work? I want to change it`,
  (words) => `can you fix it so that ${listed(words)} is used again?`,
];

export function promptsFor(records, seed = 1) {
  const stores = describeStores(records, seed);
  const shares = wordShares(stores, seed);
  const shareOf = (word) => shares.get(word) ?? 0;
  const common = [...shares.keys()].sort((a, b) => shareOf(b) - shareOf(a)).filter((word, rank) => shareOf(word) > COMMON || rank < 10);
  const make = (count, kind, draw) =>
    Array.from({ length: count }, (_, index) => {
      const random = generator(mixSeed(seed, kind, index));
      return WORDINGS[index % WORDINGS.length](draw(5 + Math.floor(random() * 6), random));
    });
  return {
    /** The rare words of one record, for words in the order in which they stand there. */
    sampleWords: (index) => rareWordsOfRecord(stores, shareOf, generator(mixSeed(seed, 2, index))),
    typicalPrompts: (count) => make(count, 2, (size, random) => rareWordsOfRecord(stores, shareOf, random).slice(0, size)),
    commonPrompts: (count) => make(count, 3, (size, random) => shuffled(common, random).slice(0, size)),
    unknownPrompts: (count) => make(count, 4, (size, random) => Array.from({ length: size }, () => unknownWord(random))),
  };
}

function rareWordsOfRecord(stores, shareOf, random) {
  const telling = stores.filter(({ path }) => TELLING.some((name) => path.startsWith(name)));
  for (let attempt = 0; attempt < 100_000; attempt++) {
    const { lines, recordAt } = telling[Math.floor(random() * telling.length)];
    const index = Math.floor(random() * lines);
    const record = recordAt(index);
    if (!isUntouched(index) || ![record.project, ...record.tags].includes(OWN_PROJECT)) continue;
    const words = vocabularyIn(record).filter((word) => shareOf(word) <= RARE);
    if (words.length >= 6) return words;
  }
  throw new Error("no record with six rare words");
}

function wordShares(stores, seed) {
  const random = generator(mixSeed(seed, 1));
  const total = stores.reduce((sum, { lines }) => sum + lines, 0);
  const counts = new Map();
  let looked = 0;
  for (const { lines, recordAt } of stores) {
    const wanted = Math.min(lines, Math.ceil((SAMPLE * lines) / total));
    for (let i = 0; i < wanted; i++, looked++) {
      const record = recordAt(wanted === lines ? i : Math.floor(random() * lines));
      for (const word of vocabularyIn(record)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return new Map([...counts].map(([word, count]) => [word, count / looked]));
}

function shuffled(list, random) {
  return list
    .map((item) => [random(), item])
    .sort((a, b) => a[0] - b[0])
    .map(([, item]) => item);
}

function listed(words) {
  return `${words.slice(0, 3).join(" ")} with ${words.slice(3, -1).join(" ")} and ${words.at(-1)}`;
}
