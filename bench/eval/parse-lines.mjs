/** One line of a set, checked: a record, a query with its answers, or a negative, which has none. Pure. */
import { InputError } from "./input-error.mjs";

const TYPES = ["decision", "pattern", "failure", "observation", "handoff"];
/** Of these nothing should be shown for the first three; the others come close to the subject and are reported apart. */
export const KINDS = ["off", "chat", "cross", "near", "adversarial"];
const SPLITS = ["dev", "test"];

export function parseRecord(value) {
  const id = textIn(value, "id");
  const [title, text] = [textIn(value, "title", ""), textIn(value, "text", "")];
  if (title === "" && text === "") throw new InputError("neither title nor text");
  return {
    id,
    type: oneOf(value, "type", TYPES),
    project: textIn(value, "project"),
    title,
    text,
    tags: textsIn(value, "tags", []),
    timestamp: value.timestamp,
    at: timeIn(value, "timestamp"),
    supersededBy: textIn(value, "superseded_by", null),
    unit: textIn(value, "group", id),
  };
}

/** `units` are what a record of this set can be judged as. */
export function parseQuery(value, units) {
  const relevant = textsIn(value, "relevant");
  if (relevant.length === 0) throw new InputError("`relevant` is empty: a prompt without an answer belongs in negatives.jsonl");
  const unknown = relevant.find((unit) => !units.has(unit));
  if (unknown !== undefined) throw new InputError(`\`relevant\` names "${unknown}", which is no record`);
  return { ...parsePrompt(value), relevant: new Set(relevant), slice: textIn(value, "slice", "all") };
}

/** A short prompt after another one; whether it has an answer, `relevant` tells. */
export function parseFollowUp(value, units) {
  const answered = textsIn(value, "relevant").length > 0;
  const own = answered ? parseQuery(value, units) : { ...parsePrompt(value), relevant: new Set(), kind: "off" };
  return { ...own, before: textIn(value, "before") };
}

export function parseNegative(value) {
  return { ...parsePrompt(value), kind: oneOf(value, "kind", KINDS) };
}

function parsePrompt(value) {
  return {
    id: textIn(value, "id"),
    prompt: textIn(value, "prompt"),
    project: textIn(value, "project"),
    now: timeIn(value, "now"),
    split: value.split === undefined ? null : oneOf(value, "split", SPLITS),
    exclude: new Set(textsIn(value, "exclude", [])),
  };
}

/** Without `otherwise` it must be there and say something. */
function textIn(value, key, otherwise) {
  if (typeof value !== "object" || value === null) throw new InputError("not a JSON object");
  const text = value[key];
  if (text === undefined && otherwise !== undefined) return otherwise;
  if (typeof text !== "string" || (text.trim() === "" && otherwise === undefined)) throw new InputError(`\`${key}\` must be a text`);
  return text;
}

function textsIn(value, key, otherwise) {
  const texts = value[key] ?? otherwise;
  if (!Array.isArray(texts) || texts.some((text) => typeof text !== "string")) throw new InputError(`\`${key}\` must be a list of texts`);
  return texts;
}

function timeIn(value, key) {
  const at = Date.parse(textIn(value, key));
  if (Number.isNaN(at)) throw new InputError(`\`${key}\` is no time: "${value[key]}"`);
  return at;
}

function oneOf(value, key, known) {
  if (!known.includes(value[key])) throw new InputError(`\`${key}\` must be one of ${known.join(", ")}, not ${JSON.stringify(value[key])}`);
  return value[key];
}
