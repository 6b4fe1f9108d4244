/** The text of OpenCode's settings → the text with our plugin in its list, or without it; everything else stays byte for byte. Pure. */
import { getNodeValue, type Node, parseTree } from "jsonc-parser";
import type { Problem } from "../../types.ts";
import { parseSettings } from "../find-registrations.ts";
import { addItem, memberOf, removeItem } from "../json-edit.ts";

export interface PluginPlan {
  readonly ok: true;
  readonly text: string;
  readonly change: "none" | "added" | "upgraded" | "removed";
  /** Whether the list was not there before. */
  readonly isNewList: boolean;
  /** Nothing is left but what install begins a new file with. */
  readonly isEmpty: boolean;
}

type Planned = PluginPlan | { readonly ok: false; readonly problem: Problem };

export interface PlanRequest {
  readonly file: string;
  /** The plugin's address, as it is to stand there. */
  readonly url: string;
}

const BOM = "\uFEFF";
/** OpenCode writes it into a file that has none: then uninstall would find another file than install has left. */
const SCHEMA = "https://opencode.ai/config.json";

/** Null as text: there is no file yet. */
export function planAdd(settings: string | null, { file, url }: PlanRequest): Planned {
  const { bom, text: before } = split(settings ?? "");
  const parsed = parse(before, file);
  if (!parsed.ok) return parsed;
  const begun = parsed.root === null ? begin(before) : before;
  const revised = revise(begun, url);
  const isThere = pluginsIn(revised).some((entry) => isCurrent(specOf(entry), url));
  const after = isThere ? revised : addPlugin(revised, url);
  if (after === before) return { ok: true, text: settings ?? "", change: "none", isNewList: false, isEmpty: false };
  const isNewList = listOf(begun) === undefined;
  return checked({ before: begun, after, bom, file, url }, { change: isThere ? "upgraded" : "added", isNewList });
}

export interface RemoveRequest extends PlanRequest {
  /** The list goes with its last entry: install had made it. */
  readonly mayDropList: boolean;
}

export function planRemove(settings: string, { file, url, mayDropList }: RemoveRequest): Planned {
  const { bom, text: before } = split(settings);
  const parsed = parse(before, file);
  if (!parsed.ok) return parsed;
  let after = before;
  for (let found = oursIn(after, url)[0]; found !== undefined; found = oursIn(after, url)[0]) after = removeItem(after, found);
  if (after === before) return { ok: true, text: settings, change: "none", isNewList: false, isEmpty: false };
  const list = listOf(after);
  if (mayDropList && list?.parent !== undefined && isBlank(after, list)) after = removeItem(after, list.parent);
  return checked({ before, after, bom, file, url }, { change: "removed", isNewList: false });
}

function split(text: string): { readonly bom: string; readonly text: string } {
  return text.startsWith(BOM) ? { bom: BOM, text: text.slice(BOM.length) } : { bom: "", text };
}

/** As for other clients; besides, the list must be one. */
function parse(text: string, file: string): ReturnType<typeof parseSettings> {
  const parsed = parseSettings(text, file);
  if (!parsed.ok || parsed.root === null) return parsed;
  const list = memberOf(parsed.root, "plugin");
  if (list === undefined || list.type === "array") return parsed;
  return { ok: false, problem: { where: file, what: "plugin is no list", hint: 'OpenCode expects "plugin": [ … ]; nothing was written' } };
}

/** Nothing, or comments alone, which stay in front. */
function begin(text: string): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return `${text}${text === "" || text.endsWith("\n") ? "" : eol}{${eol}  "$schema": "${SCHEMA}"${eol}}${eol}`;
}

function rootOf(text: string): Node | undefined {
  return parseTree(text, [], { allowTrailingComma: true });
}

function listOf(text: string): Node | undefined {
  return memberOf(rootOf(text), "plugin");
}

function pluginsIn(text: string): readonly Node[] {
  return listOf(text)?.children ?? [];
}

/** An entry is an address, or an address with options. */
function specOf(entry: Node): Node | undefined {
  return entry.type === "array" ? entry.children?.[0] : entry;
}

function isCurrent(spec: Node | undefined, url: string): boolean {
  return spec?.value === url || isPackage(spec);
}

/** By its name in the registry OpenCode fetches it itself: that is the person's choice, and serves as well. */
function isPackage(spec: Node | undefined): boolean {
  return typeof spec?.value === "string" && /^lore-inject(?:$|[@/])/.test(spec.value);
}

function isOurs(spec: Node | undefined, url: string): boolean {
  if (typeof spec?.value !== "string") return false;
  return isCurrent(spec, url) || /[\\/]lore-inject[^\\/]*[\\/](?:.*[\\/])?dist[\\/]opencode\.mjs$/.test(spec.value);
}

function oursIn(text: string, url: string): readonly Node[] {
  return pluginsIn(text).filter((entry) => isOurs(specOf(entry), url));
}

/** An address of another day becomes today's, and stands there once. Options of the person's own stay. */
function revise(text: string, url: string): string {
  const [first, ...others] = oursIn(text, url);
  if (first === undefined) return text;
  const last = others.at(-1);
  if (last !== undefined) return revise(removeItem(text, last), url);
  const spec = specOf(first);
  if (spec === undefined || isCurrent(spec, url)) return text;
  return text.slice(0, spec.offset) + JSON.stringify(url) + text.slice(spec.offset + spec.length);
}

function addPlugin(text: string, url: string): string {
  const [root, list] = [rootOf(text), listOf(text)];
  if (list !== undefined) return addItem(text, list, { value: url });
  return root === undefined ? text : addItem(text, root, { name: "plugin", value: [url] });
}

interface Edited {
  readonly before: string;
  readonly after: string;
  readonly bom: string;
  readonly file: string;
  readonly url: string;
}

/** Our own mistakes must not cost anybody's settings: beside our entries, both texts must say the same. */
function checked({ before, after, bom, file, url }: Edited, done: Pick<PluginPlan, "change" | "isNewList">): Planned {
  if (!parseSettings(after, file).ok || withoutOurs(before, url) !== withoutOurs(after, url))
    return {
      ok: false,
      problem: { where: file, what: "cannot be changed safely: its layout is not understood", hint: "nothing was written; edit it by hand" },
    };
  return { ok: true, text: bom + after, ...done, isEmpty: after.replace(/\s/g, "") === begin("").replace(/\s/g, "") };
}

function withoutOurs(text: string, url: string): string {
  const root = rootOf(text);
  const { plugin: _plugin, ...rest } = Object(root === undefined ? {} : getNodeValue(root)) as Readonly<Record<string, unknown>>;
  const others = pluginsIn(text).filter((entry) => !isOurs(specOf(entry), url));
  return JSON.stringify([rest, others.map((entry) => getNodeValue(entry))]);
}

/** A comment in it is somebody's: then it stays. */
function isBlank(text: string, { offset, length }: Node): boolean {
  return text.slice(offset + 1, offset + length - 1).trim() === "";
}
