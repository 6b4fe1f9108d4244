/** Sets values in a YAML file of settings that a person keeps: whatever else stands there, comments first of all, stays. */
import { dirname } from "node:path";
import { type Document, isMap, isNode, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap } from "yaml";
import { makeFolder, readSettings, SettingsError, writeSettings } from "../install/write-settings.ts";
import { Refusal } from "../refusal.ts";

export interface Edit {
  readonly path: readonly string[];
  readonly value: number | readonly string[];
  /** Why it was set, and when: stands behind the value. */
  readonly comment: string;
}

/** What our own comments begin with, so that the next one takes the place of the last. */
const OWN = /^ (?:calibrated|tuned) \d{4}-/;

/** Throws a Refusal when it is no YAML that holds settings. */
export function editYaml(text: string | null, edits: readonly Edit[], file: string): string {
  const document = parseDocument(text ?? "", { keepSourceTokens: true });
  const [error] = document.errors;
  if (error !== undefined) throw new Refusal(`${file}: broken YAML: ${error.message.split("\n")[0]}`, "mend it first; nothing was written");
  if (document.contents !== null && !isMap(document.contents) && !(isScalar(document.contents) && document.contents.value === null))
    throw new Refusal(`${file} does not hold settings`, "expected `key: value` lines; nothing was written");
  for (const edit of edits) apply(document, edit, file);
  const edited = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return text?.includes("\r\n") ? edited.replace(/\r?\n/g, "\r\n") : edited;
}

function apply(document: Document, { path, value, comment }: Edit, file: string): void {
  const blocked = path.slice(0, -1).findIndex((_name, depth) => {
    const group = document.getIn(path.slice(0, depth + 1), true);
    return group !== undefined && group !== null && !isMap(group) && !(isScalar(group) && group.value === null);
  });
  if (blocked >= 0) throw new Refusal(`${file}: ${path.slice(0, blocked + 1).join(".")} is not a group of settings`, "mend it first; nothing was written");
  openGroups(document, path);
  const before = document.getIn(path, true);
  if (isScalar(before) && typeof value === "number") before.value = value;
  else {
    const node = typeof value === "number" ? document.createNode(value) : flowList(document, value);
    if (isNode(before)) node.comment = before.comment ?? null;
    document.setIn(path, node);
  }
  note(document, path, comment);
}

/** A group that stands there without content is nothing that could be filled. */
function openGroups(document: Document, path: readonly string[]): void {
  for (let depth = 1; depth < path.length; depth++) {
    const group = document.getIn(path.slice(0, depth), true);
    if (!isScalar(group) || group.value !== null) continue;
    const opened = document.createNode({});
    opened.commentBefore = group.comment ?? null;
    document.setIn(path.slice(0, depth), opened);
  }
}

function flowList(document: Document, values: readonly string[]): Node {
  const list = document.createNode([...values]);
  if (isSeq(list)) list.flow = true;
  return list;
}

/** Behind the value; where the person has put a comment, above the key. */
function note(document: Document, path: readonly string[], comment: string): void {
  const node = document.getIn(path, true) as Node | undefined;
  if (node === undefined) return;
  if (node.comment === undefined || node.comment === null || OWN.test(node.comment)) {
    node.comment = ` ${comment}`;
    return;
  }
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const pair = isMap(parent) ? (parent as YAMLMap).items.find(({ key }: Pair) => isScalar(key) && key.value === path.at(-1)) : undefined;
  if (!isScalar(pair?.key)) return;
  const others = (pair.key.commentBefore ?? "").split("\n").filter((line) => line !== "" && !OWN.test(line));
  pair.key.commentBefore = [...others, ` ${comment}`].join("\n");
}

/** Reads, edits and puts in its place as one step. Throws a Refusal; then nothing has changed. */
export function editConfigFile(file: string, edits: readonly Edit[]): void {
  try {
    const { text, hash } = readSettings(file);
    makeFolder(dirname(file));
    if (writeSettings({ path: file, text: editYaml(text, edits, file), expected: hash })) return;
  } catch (error) {
    if (error instanceof SettingsError) throw new Refusal(error.message, error.problem.hint);
    throw error;
  }
  throw new Refusal(`${file} was changed by somebody else meanwhile`, "run it again; nothing was written");
}
