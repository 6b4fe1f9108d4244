/** An observation of claude-mem → a record of ours, of the kind that somebody would look for it under; null when it says nothing. Pure. */
import type { Fields } from "../../sources/fields.ts";
import type { Said } from "../../write/compose-record.ts";
import type { Foreign } from "../importer.ts";
import { COMMAS, headlineOf, join, LINES, listOf, plainText, projectOf, timeOf } from "./row-texts.ts";

export interface RowOrigin {
  readonly from: string;
  /** Of the client; null when it is not known. */
  readonly sessionId: string | null;
}

const MAX_FILES = 12;
const MAX_TAGS = 8;
/** A title below it, with nothing behind it, says nothing. In words. */
const MIN_WORDS = 4;
/** Below the 0.5 of what a person writes: a model chose to call it a pattern. */
const CONFIDENCE = 0.4;

/** What kind of knowledge it is, chosen from a fixed list: as a tag it would fit every prompt and no subject. */
const KNOWLEDGE: readonly string[] = ["how-it-works", "why-it-exists", "what-changed", "problem-solution", "gotcha", "pattern", "trade-off"];
const IDLE =
  /^(?:no (?:significant |new |notable |meaningful |further )?(?:changes?|observations?|activity|work|findings|action)|nothing (?:new|to\b)|session (?:started|ended|initiali[sz]ed))/i;

/** What all kinds are made of. */
interface Parts {
  readonly headline: string;
  readonly subtitle: string;
  readonly detail: string;
  readonly concepts: readonly string[];
  readonly common: Pick<Said, "tags" | "entities">;
}

/** Also takes the memories of its first versions, which had no type. */
export function mapObservation(row: Fields, { from, sessionId }: RowOrigin): Foreign | null {
  const parts = partsOf(row);
  if (saysNothing(parts)) return null;
  return {
    ...kindOf(plainText(row.type).toLowerCase(), parts),
    at: timeOf(row),
    project: projectOf(row),
    ...(sessionId === null ? {} : { sessionId }),
    from,
  };
}

function partsOf(row: Fields): Parts {
  const story = plainText(row.narrative) || plainText(row.text);
  const subtitle = plainText(row.subtitle);
  const facts = listOf(row.facts, LINES);
  const concepts = [...listOf(row.concepts, COMMAS), ...listOf(row.keywords, COMMAS)];
  const files = [row.files_modified, row.files_read, row.files_touched].flatMap((each) => listOf(each, COMMAS));
  const headline = headlineOf([plainText(row.title), subtitle, ...facts, story]);
  const tags = concepts.filter((concept) => !KNOWLEDGE.includes(concept.toLowerCase()) && concept.length <= 40).slice(0, MAX_TAGS);
  return {
    headline,
    subtitle,
    detail: join([story || subtitle, ...facts].filter((text) => text !== headline)),
    concepts: concepts.map((concept) => concept.toLowerCase()),
    common: { tags, entities: [...new Set(files)].slice(0, MAX_FILES) },
  };
}

function saysNothing({ headline, detail }: Parts): boolean {
  if (IDLE.test(headline)) return detail.length < 80;
  return detail === "" && headline.split(/\s+/).filter((word) => word !== "").length < MIN_WORDS;
}

/** Features, refactorings and changes are notes: what they did stands in the code, what they say may still be asked for. */
function kindOf(type: string, parts: Parts): Pick<Foreign, "kind" | "said" | "fields"> {
  const { headline, subtitle, detail, common } = parts;
  if (type === "decision") return { kind: "decision", said: { ...common, text: headline, rationale: detail } };
  // What was broken stands in the title; found again when it breaks again, with what mended it.
  if (type === "bugfix" && detail !== "") return { kind: "failure", said: { ...common, text: join([headline, subtitle]), type: "Bugfix", fix: detail } };
  // The first concept is the one that fits best; nearly every row names "pattern" somewhere.
  const [concept] = parts.concepts;
  if (type === "discovery" && detail !== "" && (concept === "pattern" || concept === "gotcha")) {
    const said = { ...common, text: headline, context: detail.includes(subtitle) ? undefined : subtitle, confidence: CONFIDENCE };
    return { kind: "pattern", said: concept === "pattern" ? { ...said, solution: detail } : { ...said, problem: detail } };
  }
  if (detail === "") return { kind: "observation", said: { ...common, text: headline, source: "claude-mem" } };
  return { kind: "observation", said: { ...common, text: detail, source: "claude-mem" }, fields: { title: headline } };
}
