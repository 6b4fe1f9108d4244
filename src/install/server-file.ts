/** Where the client keeps its list of MCP servers, and our place in it: added, brought up to date, taken out; the rest stays byte for byte. */
import { rmSync } from "node:fs";
import { dirname, posix, win32 } from "node:path";
import { getNodeValue, type Node, parseTree } from "jsonc-parser";
import { addItem, memberOf, removeItem, setMember } from "./json-edit.ts";
import type { SettingsPlace, WritableScope } from "./settings-files.ts";
import { SERVER } from "./warm-entries.ts";
import { checkWritable, makeFolder, readSettings, SettingsError, writeSettings } from "./write-settings.ts";

export interface ServerPlace {
  readonly file: string;
  /** The names that lead to the list. */
  readonly path: readonly string[];
}

const LIST = "mcpServers";

/** Null where there is no home folder. */
export function serverPlace(scope: WritableScope, { env, home, projectRoot, platform }: SettingsPlace): ServerPlace | null {
  const { join, isAbsolute } = platform === "win32" ? win32 : posix;
  if (scope === "project") return { file: join(projectRoot, ".mcp.json"), path: [LIST] };
  const configured = env.CLAUDE_CONFIG_DIR;
  const folder = configured && isAbsolute(configured) ? configured : home;
  if (folder === null) return null;
  return { file: join(folder, ".claude.json"), path: scope === "local" ? ["projects", projectRoot, LIST] : [LIST] };
}

/** What is registered there under our name; undefined for nothing. */
export function readServer({ file, path }: ServerPlace): unknown {
  const { text } = readSettings(file);
  const node = find(parse(text ?? "{}", file), [...path, SERVER]);
  return node === undefined ? undefined : getNodeValue(node);
}

/** Whether it starts this program as a server. */
export function isOurServer(entry: unknown): boolean {
  const { command, args } = Object(entry) as Readonly<Record<string, unknown>>;
  const words = [command, ...(Array.isArray(args) ? args : [])].map(String);
  return words.at(-1) === "mcp" && words.some((word) => /lore-inject(?:\.js)?$/.test(word));
}

/** Null takes it out. Whether anything had to be changed. */
export function registerServer({ file, path }: ServerPlace, entry: Readonly<Record<string, unknown>> | null): boolean {
  // The client writes this file whenever it likes.
  for (let tries = 0; tries < 3; tries++) {
    const { text, hash } = readSettings(file);
    const before = text ?? "{}\n";
    const after = entry === null ? without(before, file, path) : withServer(before, file, { path, entry });
    if (after === before) return false;
    checkWritable(file);
    // A file that only we had made goes with us.
    if (entry === null && after.replace(/\s/g, "") === "{}") {
      rmSync(file);
      return true;
    }
    makeFolder(dirname(file));
    if (writeSettings({ path: file, text: after, expected: hash })) return true;
  }
  throw new SettingsError({ where: file, what: "is being changed by somebody else", hint: "nothing was written; try again" });
}

function parse(text: string, file: string): Node {
  const root = parseTree(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true });
  if (root?.type === "object") return root;
  throw new SettingsError({ where: file, what: "holds no JSON object", hint: "correct it, then try again; nothing was written" });
}

function find(root: Node, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>((node, name) => memberOf(node, name), root);
}

interface NewServer {
  readonly path: readonly string[];
  readonly entry: Readonly<Record<string, unknown>>;
}

function withServer(text: string, file: string, { path, entry }: NewServer): string {
  const root = parse(text, file);
  const there = find(root, [...path, SERVER]);
  if (there !== undefined && JSON.stringify(getNodeValue(there)) === JSON.stringify(entry)) return text;
  const list = find(root, path);
  if (list !== undefined && list.type === "object") return setMember(text, list, SERVER, entry);
  // The innermost container that is there gets all that is missing below it at once.
  const depth = path.findIndex((_name, at) => find(root, path.slice(0, at + 1)) === undefined);
  const inner = path.slice(depth + 1).reduceRight<unknown>((value, name) => ({ [name]: value }), { [SERVER]: entry });
  const container = find(root, path.slice(0, depth));
  if (depth < 0 || container?.type !== "object")
    throw new SettingsError({ where: file, what: `${path.join(".")} is no object`, hint: "correct it, then try again; nothing was written" });
  return addItem(text, container, { name: path[depth] ?? "", value: inner });
}

/** With the containers that hold nothing else any more. */
function without(text: string, file: string, path: readonly string[]): string {
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
