/** The text of a settings file → the text without our entries, and without what held nothing else. Pure. */
import { getNodeValue, type Node, parseTree } from "jsonc-parser";
import type { Problem } from "../types.ts";
import { findRegistrations, parseSettings, type Registration } from "./find-registrations.ts";
import { memberOf, removeItem } from "./json-edit.ts";

export interface UninstallPlan {
  readonly ok: true;
  readonly text: string;
  readonly removed: readonly Registration[];
  /** Lines that start us among other things: the person's to change. */
  readonly mixed: readonly Registration[];
  /** Nothing is left but an empty object. */
  readonly isEmpty: boolean;
}

export interface UninstallRequest {
  readonly file: string;
  /** Containers that install made (`hooks`, `hooks.Stop`); null when that is not known: then what is empty goes. */
  readonly containers: readonly string[] | null;
}

const LOOK = { command: null, exists: () => true };

export function planUninstall(settings: string, { file, containers }: UninstallRequest): UninstallPlan | { readonly ok: false; readonly problem: Problem } {
  const bom = settings.startsWith("\uFEFF") ? "\uFEFF" : "";
  const before = settings.slice(bom.length);
  const parsed = parseSettings(before, file);
  if (!parsed.ok) return parsed;
  const removed: Registration[] = [];
  let text = before;
  for (let found = ours(text)[0]; found !== undefined; found = ours(text)[0]) {
    text = removeRegistration(text, found, (container) => containers === null || containers.includes(container));
    removed.push(found);
  }
  if (removed.length > 0 && (!parseSettings(text, file).ok || withoutOurs(before) !== withoutOurs(text)))
    return {
      ok: false,
      problem: { where: file, what: "cannot be changed safely: its layout is not understood", hint: "nothing was written; remove the entries by hand" },
    };
  const mixed = findRegistrations(text, LOOK).filter(({ isMixed }) => isMixed);
  return { ok: true, text: bom + text, removed, mixed, isEmpty: text.replace(/\s/g, "") === "{}" };
}

function ours(text: string): readonly Registration[] {
  return findRegistrations(text, LOOK).filter(({ role }) => role !== "other");
}

/** The hook, then each container that is empty without it: its group always, list and `hooks` if they may go. */
export function removeRegistration(text: string, { event, group, index }: Registration, mayGo: (container: string) => boolean): string {
  const handlers = (next: string): Node | undefined => memberOf(groupsOf(next, event)?.children?.[group], "hooks");
  const handler = handlers(text)?.children?.[index];
  let next = handler === undefined ? text : removeItem(text, handler);
  if (!isEmptied(next, handlers(next))) return next;
  const emptied = groupsOf(next, event)?.children?.[group];
  if (emptied !== undefined) next = removeItem(next, emptied);
  if (!isEmptied(next, groupsOf(next, event)) || !mayGo(`hooks.${event}`)) return next;
  const member = groupsOf(next, event)?.parent;
  if (member !== undefined) next = removeItem(next, member);
  const hooks = hooksOf(next);
  return isEmptied(next, hooks) && mayGo("hooks") && hooks?.parent !== undefined ? removeItem(next, hooks.parent) : next;
}

function hooksOf(text: string): Node | undefined {
  return memberOf(parseTree(text, [], { allowTrailingComma: true }), "hooks");
}

function groupsOf(text: string, event: string): Node | undefined {
  return memberOf(hooksOf(text), event);
}

/** A comment in it is somebody's: then it stays. */
function isEmptied(text: string, node: Node | undefined): boolean {
  return node !== undefined && text.slice(node.offset + 1, node.offset + node.length - 1).trim() === "";
}

/** What a settings file says beside our entries, to compare; empty containers say nothing. */
export function withoutOurs(text: string): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const { hooks, ...rest } = Object(root === undefined ? {} : getNodeValue(root)) as Readonly<Record<string, unknown>>;
  const own = new Set(ours(text).map(({ event, group, index }) => `${event} ${group} ${index}`));
  const others = Object.entries(Object(hooks) as Readonly<Record<string, readonly unknown[]>>).map(([event, groups]) => [
    event,
    groups.map((group, at) => stripGroup(group, (index) => own.has(`${event} ${at} ${index}`))).filter((group) => group !== null),
  ]);
  return JSON.stringify([rest, others.filter(([, groups]) => (groups?.length ?? 0) > 0)]);
}

function stripGroup(group: unknown, isOurs: (index: number) => boolean): unknown {
  const { hooks, ...rest } = Object(group) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(hooks)) return group;
  const kept = hooks.filter((_hook, index) => !isOurs(index));
  return kept.length === 0 && hooks.length > 0 ? null : { ...rest, hooks: kept };
}
