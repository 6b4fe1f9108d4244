/** Our entries in a settings file: where they stand, what they start, and whether that is what would be registered now. Pure. */
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Problem } from "../types.ts";
import { type Command, commandFor } from "./command-for.ts";
import { memberOf } from "./json-edit.ts";
import { mentionsProgram, type Role, recognizeEntry } from "./recognize-entry.ts";
import { argumentsOf } from "./wanted-entries.ts";
import { type Fallback, isWarmHandler, warmHandler } from "./warm-entries.ts";

export interface Registration {
  readonly event: string;
  /** Of the list of this event, and of the hooks of that group. */
  readonly group: number;
  readonly index: number;
  readonly role: Role;
  readonly matcher: string | null;
  readonly command: string;
  /** Null in the shell form. */
  readonly args: readonly string[] | null;
  readonly extra: readonly string[];
  readonly timeout: number | null;
  readonly isAsync: boolean;
  /** It starts us among other things, and is left as it is. */
  readonly isMixed: boolean;
  /** It has variables, wrappers or redirections of the person's own, and is left as it is. */
  readonly isCustom: boolean;
  readonly isCurrent: boolean;
  /** What it starts is there, as far as absolute paths tell. */
  readonly exists: boolean;
}

export interface Look {
  /** What would be registered now; null when that is not known. */
  readonly command: Command | null;
  /** What prompts fall back to; null where they are not warm. Default: null. */
  readonly fallback?: Fallback | null;
  readonly exists: (path: string) => boolean;
}

export type ParsedSettings = { readonly ok: true; readonly root: Node | null } | { readonly ok: false; readonly problem: Problem };

/** Null as root: an empty file, or comments alone. */
export function parseSettings(text: string, file: string): ParsedSettings {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root === undefined && isOnlyComments(text)) return { ok: true, root: null };
  const [first] = errors;
  if (first !== undefined) return fault(locate(text, file, first.offset), `is not valid JSON: ${explain(first)}`, "correct it there, then try again");
  if (root === undefined || root.type !== "object") return fault(file, `holds no JSON object but ${describe(root)}`, "settings are an object: { … }");
  const hooks = memberOf(root, "hooks");
  if (hooks !== undefined && hooks.type !== "object")
    return fault(locate(text, file, hooks.offset), "hooks is no object", "the client expects { event: [ … ] }");
  const odd = hooks?.children?.find((member) => member.children?.[1]?.type !== "array");
  if (odd !== undefined)
    return fault(locate(text, file, odd.offset), `hooks.${String(odd.children?.[0]?.value)} is no list`, "the client expects [ { hooks: [ … ] } ]");
  return { ok: true, root };
}

function isOnlyComments(text: string): boolean {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "").trim() === "";
}

function fault(where: string, what: string, hint: string): ParsedSettings {
  return { ok: false, problem: { where, what, hint: `${hint}; nothing was written` } };
}

/** `file:line:column`, as editors understand it. */
function locate(text: string, file: string, offset: number): string {
  const before = text.slice(0, offset);
  return `${file}:${before.split("\n").length}:${offset - before.lastIndexOf("\n")}`;
}

function explain({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}

function describe(root: Node | undefined): string {
  return root === undefined ? "nothing that could be read" : `${root.type === "array" ? "an" : "a"} ${root.type}`;
}

/** Empty for a file that cannot be read as settings: whoever writes says so. */
export function findRegistrations(text: string, look: Look): readonly Registration[] {
  const parsed = parseSettings(text.replace(/^\uFEFF/, ""), "");
  if (!parsed.ok || parsed.root === null) return [];
  return handlersOf(parsed.root).flatMap((handler) => toRegistration(handler, look));
}

export interface Handler {
  readonly event: string;
  readonly group: number;
  readonly index: number;
  readonly matcher: unknown;
  readonly node: Node;
}

export function handlersOf(root: Node): readonly Handler[] {
  const hooks = memberOf(root, "hooks");
  const events = [...new Set((hooks?.children ?? []).map((member) => String(member.children?.[0]?.value)))];
  return events.flatMap((event) =>
    (memberOf(hooks, event)?.children ?? []).flatMap((group, at) =>
      (memberOf(group, "hooks")?.children ?? []).map((node, index) => ({ event, group: at, index, matcher: toValue(memberOf(group, "matcher")), node })),
    ),
  );
}

function toValue(node: Node | undefined): unknown {
  return node === undefined ? undefined : getNodeValue(node);
}

function toRegistration({ event, group, index, matcher, node }: Handler, look: Look): readonly Registration[] {
  const fields = Object(getNodeValue(node)) as Readonly<Record<string, unknown>>;
  const { type, command, args, timeout, async } = fields;
  const place = { event, group, index, matcher: typeof matcher === "string" && matcher !== "" ? matcher : null };
  if (isWarmHandler(fields)) return [{ ...place, ...WARM, isCurrent: JSON.stringify(fields.input) === JSON.stringify(warmHandler().input) }];
  if (type !== "command" || typeof command !== "string") return [];
  const words = Array.isArray(args) ? args.map(String) : null;
  const recognized = recognizeEntry(command, words);
  if (recognized === null && (words !== null || !mentionsProgram(command))) return [];
  const { role, extra, isCustom } = recognized ?? { role: "other" as const, extra: [], isCustom: false };
  return [
    {
      ...{ ...place, role, extra, command, args: words },
      timeout: typeof timeout === "number" ? timeout : null,
      isAsync: async === true,
      isMixed: recognized === null,
      isCustom,
      isCurrent: isCurrent({ event, role, extra, command, words }, look),
      exists: [...(words === null ? [] : [command]), recognized?.program ?? ""].filter((path) => ABSOLUTE.test(path)).every(look.exists),
    },
  ];
}

/** What stands for a hook that starts nothing itself. */
const WARM = { role: "warm", extra: [], command: "", args: null, timeout: null, isAsync: false, isMixed: false, isCustom: false, exists: true } as const;

interface Words {
  readonly event: string;
  readonly role: Role;
  readonly extra: readonly string[];
  readonly command: string;
  readonly words: readonly string[] | null;
}

function isCurrent({ event, role, extra, command, words }: Words, look: Look): boolean {
  if (look.command === null) return false;
  const wanted = commandFor(look.command, { event, role }, look.fallback ?? null);
  return command === wanted.command && isSame(words, argumentsOf(role, wanted, extra));
}

function isSame(a: readonly string[] | null, b: readonly string[]): boolean {
  return a !== null && a.length === b.length && a.every((word, index) => word === b[index]);
}

const ABSOLUTE = /^(?:\/|[a-z]:[\\/]|\\\\)/i;

/** The client (seen with 2.1.197) reads strict JSON: one comment or trailing comma, and it ignores the whole file without a word. */
export function findLooseJson(text: string, file: string): Problem | null {
  const errors: ParseError[] = [];
  const plain = text.replace(/^\uFEFF/, "");
  parseTree(plain, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined || plain.trim() === "") return null;
  const what = "has comments or trailing commas, so the client ignores the whole file, these hooks included";
  return { where: locate(plain, file, first.offset), what, hint: "take them out" };
}

/** Enabled plugins that bring the same hooks, as `name@marketplace`. */
export function findPlugins(text: string): readonly string[] {
  const enabled = settingOf(text, "enabledPlugins");
  return Object.entries(Object(enabled) as Readonly<Record<string, unknown>>)
    .filter(([name, value]) => /^lore(?:-inject)?@/.test(name) && value !== false && value !== null)
    .map(([name]) => name);
}

/** The client runs no hooks at all, or only those of an administrator. */
export function hooksAreOff(text: string): string | null {
  return ["disableAllHooks", "allowManagedHooksOnly"].find((name) => settingOf(text, name) === true) ?? null;
}

function settingOf(text: string, name: string): unknown {
  const root = parseTree(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true });
  return toValue(memberOf(root, name));
}
