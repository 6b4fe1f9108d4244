/**
 * The `modes` of one configuration file. Each wrong field is a problem with its line and the way out; the
 * fields and modes beside it still apply. Off the hot path.
 */
import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from "yaml";
import type { Problem } from "../types.ts";
import { type Mode, type ModeEntry, PRIORITIES } from "./modes.ts";
import { type Refusal, refusePattern, refuseWord } from "./refuse-trigger.ts";
import { suggestKey } from "./suggest-key.ts";

type Fields = Partial<Omit<Mode, "name">>;
type Where = (node: Node | null | undefined) => string;
type Complain = (node: unknown, what: string, hint: string) => void;

const FIELDS = ["name", "enabled", "words", "patterns", "text", "priority"];
const NAME = /^[a-z0-9-]{1,40}$/;
const MAX_KEY = 40;
const MAX_TEXT = 4000;
/** A mode that is on tries each of them on every prompt. */
const MAX_ITEMS = 50;
const NO_TEXT: Refusal = { what: "must be a text", hint: "put it between quotes" };
const EXAMPLE = "modes:\n  - name: careful\n    words: [careful]\n    text: Run the tests after every change.";

export function parseModes(node: unknown, where: Where, problems: Problem[]): readonly ModeEntry[] {
  const complain: Complain = (at, what, hint) => problems.push({ where: where(at as Node), what, hint });
  if (node === null || (isScalar(node) && node.value === null)) return [];
  if (!isSeq(node)) {
    complain(node, '"modes" must be a list of modes', EXAMPLE);
    return [];
  }
  const entries = new Map<string, ModeEntry>();
  for (const item of node.items) {
    const name = parseName(item, complain);
    if (name === null) continue;
    if (entries.has(name)) complain(item, `a second mode "${name}" in this file`, "the first is used; give one of them another name");
    else entries.set(name, { ...parseFields(item as YAMLMap, name, complain), name, where: where(item as Node) });
  }
  return [...entries.values()];
}

/** Without a name there is nothing that the other fields could belong to. */
function parseName(item: unknown, complain: Complain): string | null {
  const name = isMap(item) ? item.get("name") : undefined;
  if (typeof name === "string" && NAME.test(name)) return name;
  if (!isMap(item)) complain(item, "a mode must be a group of settings", EXAMPLE);
  else if (name === undefined || name === null) complain(item, "a mode without a name, it is left out", "name: my-mode");
  else complain(item, "a mode's name must be a-z, 0-9 and - only, 40 of them at the most; it is left out", "name: my-mode");
  return null;
}

function parseFields(item: YAMLMap, name: string, complain: Complain): Fields {
  let fields: Fields = {};
  for (const { key, value } of item.items as readonly Pair[]) {
    const field = isScalar(key) ? String(key.value).slice(0, MAX_KEY) : "";
    if (!FIELDS.includes(field)) complain(key, `mode "${name}": unknown key "${field}"`, suggestKey(field, "", FIELDS));
    else if (field !== "name") {
      // An empty value has no place of its own, its key has.
      const report: Complain = (at, what, hint) => complain(at ?? key, `mode "${name}": ${what}`, hint);
      fields = { ...fields, ...parseField(field, value, report) };
    }
  }
  return fields;
}

function parseField(field: string, node: unknown, complain: Complain): Fields {
  const value = isScalar(node) ? node.value : undefined;
  switch (field) {
    case "enabled":
      if (typeof value === "boolean") return { enabled: value };
      complain(node, '"enabled" must be true or false', "it is ignored");
      return {};
    case "priority": {
      const priority = PRIORITIES.find((one) => one === value);
      if (priority !== undefined) return { priority };
      complain(node, `"priority" must be one of ${PRIORITIES.join(", ")}`, "it is ignored; high if no other file says otherwise");
      return {};
    }
    case "text":
      return parseText(value, node, complain);
    case "words": {
      const words = parseItems("words", node, complain);
      return words === null ? {} : { words: words.map((word) => word.trim().toLowerCase()) };
    }
    default: {
      const patterns = parseItems("patterns", node, complain);
      return patterns === null ? {} : { patterns };
    }
  }
}

function parseText(value: unknown, node: unknown, complain: Complain): Fields {
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "") complain(node, '"text" must be a text', "text: what the agent is told when the mode is on");
  else if (text.length > MAX_TEXT) complain(node, `"text" has ${text.length} characters, ${MAX_TEXT} are allowed`, "it is ignored; say it shorter");
  else return { text };
  return {};
}

/** The right ones of a list, or null when nothing of it is right: what an earlier file says then stays. */
function parseItems(field: "words" | "patterns", node: unknown, complain: Complain): readonly string[] | null {
  const nodes = isSeq(node) ? node.items : isScalar(node) && node.value !== null ? [node] : isScalar(node) || node === null ? [] : null;
  if (nodes === null) {
    complain(node, `"${field}" must be a list of texts`, "it is ignored");
    return null;
  }
  const items: string[] = [];
  for (const one of nodes.slice(0, MAX_ITEMS)) {
    const value = isScalar(one) && typeof one.value === "string" ? one.value.normalize() : null;
    const refusal = value === null ? NO_TEXT : field === "words" ? refuseWord(value.trim()) : refusePattern(value);
    if (refusal !== null) complain(one, `one of its ${field} ${refusal.what}`, refusal.hint);
    else if (value !== null) items.push(value);
  }
  if (nodes.length > MAX_ITEMS) complain(node, `has ${nodes.length} ${field}, the first ${MAX_ITEMS} are used`, "join some of them");
  return items.length === 0 && nodes.length > 0 ? null : items;
}
