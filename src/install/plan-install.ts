/** The text of a settings file → the text with our entries in it, and what changed. Pure: whoever calls reads and writes. */
import { getNodeValue, type Node, parseTree } from "jsonc-parser";
import type { Problem } from "../types.ts";
import { type Command, commandFor } from "./command-for.ts";
import { findRegistrations, handlersOf, type Look, parseSettings, type Registration } from "./find-registrations.ts";
import { addItem, memberOf, removeItem, setMember } from "./json-edit.ts";
import { removeRegistration, withoutOurs } from "./plan-uninstall.ts";
import { argumentsOf, entryOf, type Wanted } from "./wanted-entries.ts";
import { type Fallback, warmHandler } from "./warm-entries.ts";

export interface Change {
  readonly kind: "added" | "upgraded" | "removed";
  readonly event: string;
  readonly role: Registration["role"];
}

export interface InstallPlan {
  readonly ok: true;
  readonly text: string;
  readonly changes: readonly Change[];
  /** Paths of objects and lists that were not there before: they go when they are empty again. */
  readonly containers: readonly string[];
}

export interface InstallRequest {
  readonly file: string;
  readonly command: Command;
  readonly wanted: readonly Wanted[];
  /** Entries of ours that are not wanted go: true when the person named the events. */
  readonly isExact: boolean;
  /** What captures goes. */
  readonly dropsCapture: boolean;
  /** What prompts fall back to where no server answers them; null: the hook answers. */
  readonly fallback?: Fallback | null;
}

const BOM = "\uFEFF";

/** Null as text: there is no file yet. */
export function planInstall(settings: string | null, request: InstallRequest): InstallPlan | { readonly ok: false; readonly problem: Problem } {
  const bom = settings?.startsWith(BOM) ? BOM : "";
  const before = (settings ?? "").slice(bom.length);
  const parsed = parseSettings(before, request.file);
  if (!parsed.ok) return parsed;
  const changes: Change[] = [];
  const revised = revise(parsed.root === null ? begin(before) : before, request, changes);
  const text = addMissing(revised, request, changes);
  if (changes.length === 0) return { ok: true, text: settings ?? "", changes, containers: [] };
  // Our own mistakes must not cost anybody's settings.
  if (!isIntact(parsed.root === null ? "{}" : before, text))
    return {
      ok: false,
      problem: { where: request.file, what: "cannot be changed safely: its layout is not understood", hint: "nothing was written; add the entries by hand" },
    };
  return { ok: true, text: bom + text, changes, containers: newContainers(before, text) };
}

/** Nothing, or comments alone, which stay in front. */
function begin(text: string): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return `${text}${text === "" || text.endsWith("\n") ? "" : eol}{}${eol}`;
}

function isIntact(before: string, after: string): boolean {
  const parsed = parseSettings(after, "");
  return parsed.ok && withoutOurs(before) === withoutOurs(after);
}

/** What is there already is brought up to date, or taken away. Each step looks anew, as offsets have moved. */
function revise(text: string, request: InstallRequest, changes: Change[]): string {
  const seen = new Set<string>();
  let revised = text;
  for (let at = 0; ; ) {
    const found = oursIn(revised, request)[at];
    if (found === undefined) return revised;
    const { event, role, matcher } = found;
    const key = `${event} ${role} ${matcher}`;
    const isWanted =
      request.isExact || role === "warm"
        ? request.wanted.some((wanted) => wanted.event === event && wanted.role === role)
        : !(request.dropsCapture && role === "capture");
    if (!isWanted || seen.has(key)) {
      revised = removeRegistration(revised, found, (container) => container !== "hooks");
      changes.push({ kind: "removed", event, role });
      continue;
    }
    seen.add(key);
    at++;
    const upgraded = upgrade(revised, found, request);
    if (upgraded !== revised) changes.push({ kind: "upgraded", event, role });
    revised = upgraded;
  }
}

function oursIn(text: string, { command, fallback = null }: InstallRequest): readonly Registration[] {
  const look: Look = { command, fallback, exists: () => true };
  return findRegistrations(text, look).filter(({ role }) => role !== "other");
}

/** The person's own time limit, matcher and arguments stay. */
function upgrade(text: string, found: Registration, { command: plain, wanted, fallback = null }: InstallRequest): string {
  const { role, event, extra, isCustom } = found;
  if (isCustom) return text;
  if (role === "warm") return found.isCurrent ? text : setMember(text, handlerAt(text, found), "input", warmHandler().input);
  const command = commandFor(plain, found, fallback);
  const isAsync = wanted.find((each) => each.event === event && each.role === role)?.isAsync ?? role === "capture";
  const timeout = wanted.find((each) => each.event === event && each.role === role)?.timeout ?? null;
  let next = setMember(text, handlerAt(text, found), "command", command.command);
  next = setMember(next, handlerAt(next, found), "args", argumentsOf(role, command, extra));
  if (found.timeout === null && timeout !== null) next = setMember(next, handlerAt(next, found), "timeout", timeout);
  if (isAsync && !found.isAsync) return setMember(next, handlerAt(next, found), "async", true);
  const stray = isAsync ? undefined : memberOf(handlerAt(next, found), "async")?.parent;
  return stray === undefined ? next : removeItem(next, stray);
}

function handlerAt(text: string, { event, group, index }: Registration): Node {
  const root = rootOf(text);
  const handler = handlersOf(root).find((each) => each.event === event && each.group === group && each.index === index);
  if (handler === undefined) throw new Error(`no hook ${index} in group ${group} of ${event}`);
  return handler.node;
}

function rootOf(text: string): Node {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) throw new Error("no JSON");
  return root;
}

function addMissing(text: string, request: InstallRequest, changes: Change[]): string {
  let next = text;
  const there = oursIn(text, request);
  for (const wanted of request.wanted) {
    if (there.some(({ event, role }) => event === wanted.event && role === wanted.role)) continue;
    next = addEntry(next, wanted, commandFor(request.command, wanted, request.fallback ?? null));
    changes.push({ kind: "added", event: wanted.event, role: wanted.role });
  }
  return next;
}

function addEntry(text: string, wanted: Wanted, command: Command): string {
  const root = rootOf(text);
  const entry = entryOf(wanted, command);
  const hooks = memberOf(root, "hooks");
  if (hooks === undefined) return addItem(text, root, { name: "hooks", value: { [wanted.event]: [entry] } });
  const list = memberOf(hooks, wanted.event);
  return list === undefined ? addItem(text, hooks, { name: wanted.event, value: [entry] }) : addItem(text, list, { value: entry });
}

function newContainers(before: string, after: string): readonly string[] {
  const names = (text: string): readonly string[] => {
    const root = parseTree(text, [], { allowTrailingComma: true });
    const hooks = memberOf(root, "hooks");
    const events = hooks === undefined ? {} : Object(getNodeValue(hooks));
    return [...(hooks === undefined ? [] : ["hooks"]), ...Object.keys(events).map((event) => `hooks.${event}`)];
  };
  const old = names(before);
  return names(after).filter((name) => !old.includes(name));
}
