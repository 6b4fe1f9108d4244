/** Layers of settings become one Config: shipped < user < project < flags. Off the hot path. */
import type { Problem } from "../types.ts";
import type { Config } from "./config.ts";
import { type ModeEntry, mergeModes } from "./modes.ts";
import { checkSetting, isLeaf, type Settings, type SettingValue } from "./parse-config.ts";
import { type GroupSpec, type LeafSpec, SPEC } from "./spec.ts";

/** Later layers win. Settings not named anywhere have their default. What only the layers together get wrong is added to `problems`. */
export function buildConfig(layers: readonly Settings[], problems: Problem[] = []): Config {
  return fill(SPEC, "", layers, problems) as Config;
}

function fill(spec: GroupSpec, path: string, layers: readonly Settings[], problems: Problem[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(spec)) {
    const dotted = path === "" ? name : `${path}.${name}`;
    if (!isLeaf(child)) values[name] = fill(child, dotted, layers, problems);
    else if (child.type === "modes") values[name] = mergeModes(entriesOf(dotted, layers), problems);
    else values[name] = layers.findLast((layer) => layer.has(dotted))?.get(dotted) ?? child.default;
  }
  return values;
}

/** Under a key of this type parseConfig puts nothing else. */
function entriesOf(dotted: string, layers: readonly Settings[]): readonly ModeEntry[] {
  return layers.flatMap((layer) => (layer.get(dotted) ?? []) as readonly ModeEntry[]);
}

/** `key=value` as given on a command line. */
export function parseFlagSettings(pairs: readonly string[]): { readonly settings: Settings; readonly problems: readonly Problem[] } {
  const settings = new Map<string, SettingValue>();
  const problems: Problem[] = [];
  for (const pair of pairs) {
    const [key = "", ...rest] = pair.split("=");
    const spec = findLeaf(key);
    const checked = spec === null ? { error: "is not a setting" } : checkSetting(spec, parseValue(spec, rest.join("=")));
    if ("error" in checked) problems.push({ where: `--set ${pair}`, what: `"${key}" ${checked.error}`, hint: "see config.yaml for all settings" });
    else settings.set(key, checked.value);
  }
  return { settings, problems };
}

function findLeaf(dotted: string): LeafSpec | null {
  let spec: LeafSpec | GroupSpec = SPEC;
  for (const name of dotted.split(".")) {
    if (isLeaf(spec) || !Object.hasOwn(spec, name)) return null;
    spec = spec[name] as LeafSpec | GroupSpec;
  }
  return isLeaf(spec) ? spec : null;
}

function parseValue(spec: LeafSpec, text: string): unknown {
  if (spec.type === "flag") return text === "true" ? true : text === "false" ? false : text;
  if (spec.type === "number") return text.trim() === "" ? text : Number(text);
  return spec.type === "list" ? text.split(",").map((item) => item.trim()) : text;
}
