/** Where the client keeps its list of MCP servers, and our place in it: added, brought up to date, taken out; the rest stays byte for byte. */
import { rmSync } from "node:fs";
import { dirname, posix, win32 } from "node:path";
import { getNodeValue, type Node, parseTree } from "jsonc-parser";
import { parseSettings } from "./find-registrations.ts";
import { addItem, memberOf, removeItem, setMember } from "./json-edit.ts";
import type { SettingsPlace, WritableScope } from "./settings-files.ts";
import { SERVER } from "./warm-entries.ts";
import { checkWritable, followLink, makeFolder, type ReadFile, readSettings, SettingsError, writeSettings } from "./write-settings.ts";

export interface ServerPlace {
  readonly file: string;
  /** The names that lead to the list. */
  readonly path: readonly string[];
}

const LIST = "mcpServers";
const BOM = "\uFEFF";
const EMPTY = "{}\n";

type Entry = Readonly<Record<string, unknown>>;

/** Null where there is no home folder. */
export function serverPlace(scope: WritableScope, { env, home, projectRoot, platform }: SettingsPlace): ServerPlace | null {
  const { join, isAbsolute } = platform === "win32" ? win32 : posix;
  if (scope === "project") return { file: join(projectRoot, ".mcp.json"), path: [LIST] };
  const configured = env.CLAUDE_CONFIG_DIR;
  const folder = configured && isAbsolute(configured) ? configured : home;
  if (folder === null) return null;
  return { file: join(folder, ".claude.json"), path: scope === "local" ? ["projects", projectRoot, LIST] : [LIST] };
}

/** What is registered there under our name; undefined for nothing. As far as it can be understood: only who writes needs all of it. */
export function readServer({ file, path }: ServerPlace): unknown {
  const node = find(parseTree(split(readSettings(file)).text, [], { allowTrailingComma: true }), [...path, SERVER]);
  return node === undefined ? undefined : getNodeValue(node);
}

/** Whether it starts this program as a server. */
export function isOurServer(entry: unknown): boolean {
  const { command, args } = Object(entry) as Entry;
  const words = [command, ...(Array.isArray(args) ? args : [])].map(String);
  return words.at(-1) === "mcp" && words.some((word) => /lore-inject(?:\.js|@[\w.^~-]+)?$/.test(word));
}

/** Whether anything would have to be changed. Throws when that cannot be done: then nothing else should be either. */
export function foreseeServer(place: ServerPlace, entry: Entry | null): boolean {
  const { text } = split(readSettings(place.file));
  const isDue = plan(text, place, entry) !== text;
  if (isDue) checkWritable(place.file);
  return isDue;
}

/** Null takes it out. Whether anything had to be changed. */
export function registerServer(place: ServerPlace, entry: Entry | null): boolean {
  const { file } = place;
  // The client writes this file whenever it likes.
  for (let tries = 0; tries < 3; tries++) {
    const read = readSettings(file);
    const { bom, text } = split(read);
    const after = plan(text, place, entry);
    if (after === text) return false;
    checkWritable(file);
    // A file that only we had made goes with us.
    const isEmptied = entry === null && after.replace(/\s/g, "") === "{}";
    if (isEmptied ? removeFile(file, read) : write(file, bom + after, read)) return true;
  }
  throw new SettingsError({ where: file, what: "is being changed by somebody else", hint: "nothing was written; try again" });
}

function write(file: string, text: string, { hash }: ReadFile): boolean {
  makeFolder(dirname(file));
  return writeSettings({ path: file, text, expected: hash });
}

function removeFile(file: string, { hash }: ReadFile): boolean {
  const target = followLink(file);
  if (readSettings(target).hash !== hash) return false;
  rmSync(target);
  return true;
}

/** The parser counts from behind the mark; a file that holds nothing is as good as none. */
function split({ text }: ReadFile): { readonly bom: string; readonly text: string } {
  const bom = text?.startsWith(BOM) ? BOM : "";
  const rest = (text ?? "").slice(bom.length);
  return { bom, text: rest.trim() === "" ? EMPTY : rest };
}

/** Our own mistakes must not cost anybody's settings: beside our entry, both texts must say the same. */
function plan(text: string, { file, path }: ServerPlace, entry: Entry | null): string {
  const after = entry === null ? without(text, file, path) : withServer(text, file, { path, entry });
  const [before, now] = [text, after].map((each) => JSON.stringify(restOf(getNodeValue(parse(each, file)), [...path, SERVER])));
  if (before === now) return after;
  throw new SettingsError({ where: file, what: "cannot be changed safely: its layout is not understood", hint: "nothing was written; edit it by hand" });
}

/** Everything but our entry, and the containers that hold nothing else. */
function restOf(value: unknown, [name = "", ...inner]: readonly string[]): object {
  const { [name]: member, ...others } = Object(value) as Entry;
  const rest = inner.length === 0 ? {} : restOf(member, inner);
  return Object.keys(rest).length === 0 ? others : { ...others, [name]: rest };
}

function parse(text: string, file: string): Node {
  const parsed = parseSettings(text, file);
  if (!parsed.ok) throw new SettingsError(parsed.problem);
  if (parsed.root !== null) return parsed.root;
  throw new SettingsError({ where: file, what: "holds no JSON object", hint: "correct it, then try again; nothing was written" });
}

function find(root: Node | undefined, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>((node, name) => memberOf(node, name), root);
}

interface NewServer {
  readonly path: readonly string[];
  readonly entry: Entry;
}

function withServer(text: string, file: string, { path, entry }: NewServer): string {
  const root = parse(text, file);
  const list = find(root, path);
  if (list?.type === "object") return setMember(text, list, SERVER, revised(memberOf(list, SERVER), file, entry));
  // The innermost container that is there gets all that is missing below it at once.
  const depth = path.findIndex((_name, at) => find(root, path.slice(0, at + 1)) === undefined);
  const inner = path.slice(depth + 1).reduceRight<unknown>((value, name) => ({ [name]: value }), { [SERVER]: entry });
  const container = find(root, path.slice(0, depth));
  if (depth < 0 || container?.type !== "object")
    throw new SettingsError({ where: file, what: `${path.join(".")} is no object`, hint: "correct it, then try again; nothing was written" });
  return addItem(text, container, { name: path[depth] ?? "", value: inner });
}

/** The environment that the person gave it stays, and whatever else the client keeps there. */
function revised(there: Node | undefined, file: string, entry: Entry): Entry {
  if (there === undefined) return entry;
  const old = getNodeValue(there) as Entry;
  if (isOurServer(old)) return { ...old, ...entry, env: old.env ?? entry.env };
  throw new SettingsError({ where: file, what: `has another server named ${SERVER}`, hint: "give that one another name, then try again; nothing was written" });
}

/** With the containers that hold nothing else any more. One of our name that is somebody else's stays. */
function without(text: string, file: string, path: readonly string[]): string {
  const own = find(parse(text, file), [...path, SERVER]);
  if (own === undefined || !isOurServer(getNodeValue(own))) return text;
  let next = text;
  for (let names = [...path, SERVER]; names.length > 0; names = names.slice(0, -1)) {
    const node = find(parse(next, file), names);
    const isOwn = names.length > path.length;
    if (node?.parent === undefined || (!isOwn && node.children?.length !== 0)) return next;
    // What the client knows of a project is not ours to take away.
    if (!isOwn && names.length < path.length) return next;
    next = removeItem(next, node.parent);
  }
  return next;
}
