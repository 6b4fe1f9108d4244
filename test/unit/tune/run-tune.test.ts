import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applySuggestions } from "../../../src/commands/tune.ts";
import { parseSynonyms } from "../../../src/config/parse-synonyms.ts";
import { Refusal } from "../../../src/refusal.ts";
import { StoreShelf } from "../../../src/replay/store-shelf.ts";
import { CURRENT, VariantContexts } from "../../../src/replay/variant.ts";
import { renderTune } from "../../../src/tune/render-tune.ts";
import { runTune, type Tuned } from "../../../src/tune/run-tune.ts";
import { readTuned } from "../../../src/tune/tuned-file.ts";
import { keyOf } from "../../../src/tune/written-synonyms.ts";
import { writeFile } from "../builders.ts";
import { ReplayHome } from "../replay/make-home.ts";

const CART = {
  id: "dec-aaaaaaa1",
  timestamp: "2026-05-10T00:00:00Z",
  project: "shop",
  decision: "Abandoned carts expire after ninety minutes",
  rationale: "The reservation sweeper releases stock of the Rotterdam depot",
};

function contextOf(home: ReplayHome) {
  return new VariantContexts(CURRENT, new StoreShelf(), home.open).of(home.project("shop"));
}

const ASKED = ["how do hampers work?", "what about our hampers?", "why do we have hampers?"];
const SEARCHED = ["abandoned carts", "carts minutes", "carts expire"];

/** In each session a prompt gets nothing, a search for another word finds the record, and the answer uses it. */
function makeHome(sessions: number): ReplayHome {
  const home = new ReplayHome();
  home.writeLines("journal/data/decisions.jsonl", [CART]);
  for (let session = 0; session < sessions; session++) {
    const at = (minute: number): number => Date.parse(`2026-06-0${session + 1}T10:00:00Z`) + minute * 60_000;
    home.writeTranscript(`s${session}`, home.project("shop"), [
      { at: at(0), user: ASKED[session % ASKED.length] ?? "" },
      { at: at(1), runs: `lore-inject search "${SEARCHED[session % SEARCHED.length]}"` },
      { at: at(2), assistant: "Abandoned carts expire after ninety minutes: the reservation sweeper releases stock of the Rotterdam depot." },
    ]);
  }
  return home;
}

function tune(home: ReplayHome): Tuned {
  return runTune({ context: contextOf(home), open: home.open, transcripts: home.transcripts(), feedback: [] });
}

describe("runTune", () => {
  it("suggests the word that found what the prompt's word did not, and shows that it helps", () => {
    const tuned = tune(makeHome(3));
    expect(tuned.synonyms.map(({ word, added }) => [word, added])).toEqual([["hampers", ["carts"]]]);
    const [before, after] = tuned.expected;
    expect(before?.injected).toBe(0);
    expect(after?.injected).toBe(3);
    expect(after?.used).toBe(3);
    expect(renderTune({ tuned, prompts: 3, shown: 0 }).join("\n")).toMatch(/hampers also finds .*in 3 sessions[\s\S]*got something/);
  });

  it("suggests nothing from one session, and says what is missing", () => {
    const tuned = tune(makeHome(1));
    expect([tuned.settings, tuned.synonyms, tuned.expected]).toEqual([[], [], []]);
    const text = renderTune({ tuned, prompts: 0, shown: 0 }).join("\n");
    expect(text).toContain("Nothing is suggested");
    expect(text).toContain("Too little evidence yet");
  });

  it("suggests nothing where there is nothing", () => {
    const { settings, synonyms, observations } = runTune({
      context: contextOf(new ReplayHome(true)),
      open: new ReplayHome().open,
      transcripts: [],
      feedback: [],
    });
    expect([settings, synonyms, observations]).toEqual([[], [], 0]);
  });
});

describe("applySuggestions", () => {
  it("writes the person's own tables, comments kept", () => {
    const home = makeHome(2);
    const file = writeFile(
      join(home.folder, ".config", "lore-inject", "keyword-synonyms.yaml"),
      "# mine\nsynonyms:\n  hampers: [wicker] # as grandma said\n  depot: [warehouse]\n",
    );
    expect(applySuggestions(tune(home), contextOf(home), Date.parse("2026-11-16"))).toEqual([file]);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("# mine");
    expect(text).toContain("# as grandma said");
    expect(text).toContain("tuned 2026-11-16");
    const { synonyms, problems } = parseSynonyms(text, file);
    expect(problems).toEqual([]);
    expect(synonyms.get(keyOf("hampers"))).toHaveLength(2);
    expect(synonyms.get("depot")).toEqual([keyOf("warehouse")]);
  });

  it("remembers which settings it changed, and when", () => {
    const home = makeHome(2);
    const stateDir = join(home.folder, "state");
    const { locations } = contextOf(home);
    const settings = [{ key: "sources.journal.weight", from: 0.8, to: 0.9, why: "used 9 of 9" }];
    const tuned = { ...tune(home), settings, synonyms: [], expected: [] };
    expect(readTuned(stateDir).size).toBe(0);
    applySuggestions(tuned, { locations: { ...locations, stateDir } }, 1000);
    applySuggestions(
      { ...tuned, settings: [{ ...(settings[0] as (typeof settings)[0]), key: "sources.transfer.weight" }] },
      { locations: { ...locations, stateDir } },
      2000,
    );
    expect([...readTuned(stateDir)]).toEqual([
      ["sources.journal.weight", 1000],
      ["sources.transfer.weight", 2000],
    ]);
    writeFile(join(stateDir, "tuned.json"), '{"v":1,"settings":{"a":"b","c":3}}');
    expect([...readTuned(stateDir)]).toEqual([["c", 3]]);
  });

  it("refuses where nothing is suggested, and where replay speaks against it", () => {
    const nothing = tune(makeHome(1));
    expect(() => applySuggestions(nothing, contextOf(new ReplayHome()))).toThrow(Refusal);
    const good = tune(makeHome(2));
    const [before, after] = good.expected;
    if (before === undefined || after === undefined) throw new Error("nothing was replayed");
    expect(() => applySuggestions({ ...good, expected: [after, before] }, contextOf(new ReplayHome()))).toThrow("fewer records");
    const flood = { ...after, records: before.records + 40 };
    expect(() => applySuggestions({ ...good, expected: [before, { ...flood, used: 1 }] }, contextOf(new ReplayHome()))).toThrow("40 more records");
    expect(renderTune({ tuned: { ...good, expected: [before, { ...flood, used: 1 }] }, prompts: 0, shown: 0 }).join("\n")).toContain("leave it as it is");
  });
});
