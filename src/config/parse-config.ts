/**
 * One configuration file: YAML text becomes checked settings. A wrong key or value is a problem that
 * names file, line and the way out; everything right beside it still applies. Off the hot path.
 */
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { Problem } from "../types.ts";
import type { ModeEntry } from "./modes.ts";
import { parseModes } from "./parse-modes.ts";
import { type GroupSpec, type LeafSpec, NOT_FROM_PROJECTS, SPEC } from "./spec.ts";
import { suggestKey } from "./suggest-key.ts";

/** Settings by dotted key, e.g. "budget.tokens" → 1500. */
export type Settings = ReadonlyMap<string, SettingValue>;
export type SettingValue = boolean | number | string | readonly string[] | readonly ModeEntry[];

export interface ParsedConfig {
  readonly settings: Settings;
  readonly problems: readonly Problem[];
}

const MAX_NAME = 40;

export type ConfigOrigin = "shipped" | "user" | "project";

export function parseConfig(text: string, file: string, origin: ConfigOrigin): ParsedConfig {
  const lines = new LineCounter();
  const problems: Problem[] = [];
  const settings = new Map<string, SettingValue>();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  for (const error of document.errors) {
    problems.push({ where: `${file}:${lines.linePos(error.pos[0]).line}`, what: `broken YAML: ${error.message}` });
  }
  const where = (node: Node | null | undefined): string => (node?.range ? `${file}:${lines.linePos(node.range[0]).line}` : file);
  const visit = (node: unknown, spec: GroupSpec, path: string): void => {
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      // A file that is none of ours must not be quoted at length.
      const name = isScalar(key) ? String(key.value).slice(0, MAX_NAME) : "";
      const dotted = path === "" ? name : `${path}.${name}`;
      const place = where(isScalar(key) ? key : node);
      const known = Object.hasOwn(spec, name) ? spec[name] : undefined;
      if (known === undefined) problems.push({ where: place, what: `unknown key "${dotted}"`, hint: suggestKey(name, path, Object.keys(spec)) });
      else if (!isLeaf(known)) visitGroup(value, known, dotted, place);
      else if (origin === "project" && NOT_FROM_PROJECTS.some((pattern) => pattern.test(dotted))) {
        problems.push({ where: place, what: `"${dotted}" cannot be set by a project`, hint: "set it in your own config.yaml" });
      } else if (known.type === "modes") settings.set(dotted, parseModes(value, where, problems));
      else take(dotted, known, value, place);
    }
  };
  const visitGroup = (value: unknown, spec: GroupSpec, dotted: string, place: string): void => {
    if (isMap(value)) visit(value, spec, dotted);
    else problems.push({ where: place, what: `"${dotted}" is a group of settings`, hint: `it holds ${Object.keys(spec).join(", ")}` });
  };
  const take = (dotted: string, spec: LeafSpec, value: unknown, place: string): void => {
    const checked = checkSetting(spec, plain(value));
    if ("error" in checked)
      problems.push({ where: place, what: `"${dotted}" ${checked.error}`, hint: `it is ignored; the default is ${JSON.stringify(spec.default)}` });
    else settings.set(dotted, checked.value);
  };
  const empty = document.contents === null || (isScalar(document.contents) && document.contents.value === null);
  if (!empty && !isMap(document.contents)) problems.push({ where: file, what: "expected `key: value` settings" });
  visit(document.contents, SPEC, "");
  return { settings, problems };
}

/** Scalars and lists of scalars; anything else fails the check that follows. */
function plain(value: unknown): unknown {
  if (isScalar(value)) return value.value;
  if (isSeq(value)) return value.items.map((item) => (isScalar(item) ? item.value : item));
  return value;
}

type Checked = { readonly value: SettingValue } | { readonly error: string };

export function checkSetting(spec: LeafSpec, value: unknown): Checked {
  switch (spec.type) {
    case "flag":
      return typeof value === "boolean" ? { value } : { error: "must be true or false" };
    case "number": {
      const inRange = typeof value === "number" && value >= spec.min && value <= spec.max;
      return inRange ? { value } : { error: `must be a number from ${spec.min} to ${spec.max}` };
    }
    case "text":
      return value === null ? { value: "" } : typeof value === "string" ? { value } : { error: "must be text" };
    case "list": {
      const items = typeof value === "string" ? [value] : value;
      const fine = Array.isArray(items) && items.every((item) => typeof item === "string");
      return fine ? { value: items as readonly string[] } : { error: "must be a list of texts" };
    }
    case "choice":
      return typeof value === "string" && spec.values.includes(value) ? { value } : { error: `must be one of ${spec.values.join(", ")}` };
    case "modes":
      return { error: "is a list that only a config.yaml can hold" };
  }
}

export function isLeaf(spec: LeafSpec | GroupSpec): spec is LeafSpec {
  return typeof spec.type === "string";
}
