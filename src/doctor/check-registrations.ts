/** Where the client is told about us, and what keeps that from working. Pure: the places were read before. */
import { findDuplicates } from "./find-duplicates.ts";
import { judgeEntries } from "./judge-entry.ts";
import type { Entry, HookPlace } from "./read-registrations.ts";
import { count, type Finding, type Section, shortPath } from "./section.ts";

export interface RegistrationsRequest {
  readonly places: readonly HookPlace[];
  readonly version: string;
  readonly home: string | null;
  /** Of a settings file's scope: whether the client's list of MCP servers has ours. */
  readonly hasServer: (scope: HookPlace["scope"]) => boolean;
}

export function checkRegistrations({ places, version, home, hasServer }: RegistrationsRequest): Omit<Section, "title"> {
  const entries = places.flatMap((place) => place.entries);
  const used = places.filter(({ entries: own, plugin }) => own.length > 0 || plugin !== null);
  return {
    lines: used.length === 0 ? ["none"] : used.map((place) => describe(place, home)),
    findings: [
      ...places.flatMap((place) => unreadable(place, home)),
      ...presence(places, entries),
      ...places.flatMap((place) => shadowing(place, entries, home)),
      ...judgeEntries(entries, { version, home }),
      ...places.filter((place) => isWarm(place) && !hasServer(place.scope)).map(({ file, scope }) => coldFinding(shortPath(file, home), scope)),
      ...findDuplicates(entries, home),
    ],
    facts: places,
  };
}

function describe({ scope, file, plugin, entries }: HookPlace, home: string | null): string {
  const events = (role: string): string => [...new Set(entries.filter((entry) => entry.role === role).map(({ event }) => event))].join(", ");
  const parts = [
    ["warm context on", events("warm")],
    ["context on", events("inject")],
    ["capture on", events("capture")],
  ].flatMap(([label, names]) => (names === "" ? [] : [`${label} ${names}`]));
  const others = entries.filter(({ role }) => role === "other").length;
  const rest = others === 0 ? [] : [`${count(others, "other use")} of lore-inject`];
  return `${plugin === null ? scope : `plugin ${plugin}`}: ${shortPath(file, home)}${parts.length + rest.length === 0 ? "" : `\n  ${[...parts, ...rest].join("\n  ")}`}`;
}

function isWarm({ entries }: HookPlace): boolean {
  return entries.some(({ role }) => role === "warm");
}

function coldFinding(where: string, scope: HookPlace["scope"]): Finding {
  const install = `lore-inject install${scope === "user" ? "" : ` --scope ${scope}`}`;
  const what = `${where} lets the MCP server answer prompts, but the client does not know that server: the hook is started for each`;
  return { severity: "warning", code: "warm-without-server", what, remedy: `${install} --warm registers it, ${install} --no-warm does without` };
}

function unreadable({ problem, loose, entries, plugin, file }: HookPlace, home: string | null): readonly Finding[] {
  if (problem !== null) {
    const remedy = (problem.hint ?? "").replace(/, then try again|(?:; )?nothing was written/g, "") || "correct it there";
    return [{ severity: "error", code: "broken-settings", what: `${shortPath(problem.where, home)} ${problem.what}; the client ignores the file`, remedy }];
  }
  if (plugin !== null && entries.length === 0) {
    const what = `the plugin ${plugin} is enabled, but not installed (${shortPath(file, home)})`;
    return [{ severity: "error", code: "plugin-missing", what, remedy: `claude plugin install ${plugin}, or claude plugin disable ${plugin}` }];
  }
  if (loose === null) return [];
  const isHurt = entries.length > 0;
  const what = isHurt ? loose.what : "has comments or trailing commas, so the client ignores the whole file";
  return [{ severity: isHurt ? "error" : "note", code: "loose-json", what: `${shortPath(loose.where, home)} ${what}`, remedy: "take them out" }];
}

function presence(places: readonly HookPlace[], entries: readonly Entry[]): readonly Finding[] {
  const isMixed = entries.some((entry) => entry.isMixed);
  if (entries.some(({ role, event }) => role === "inject" && event === "UserPromptSubmit") || isMixed || places.some(({ plugin }) => plugin !== null))
    return [];
  const what = entries.some(({ role }) => role === "inject")
    ? "nothing is registered on UserPromptSubmit: prompts get no context"
    : "no hook is registered: the client does not know of lore-inject";
  return [{ severity: entries.length === 0 ? "error" : "warning", code: "not-registered", what, remedy: "lore-inject install" }];
}

function shadowing({ isOffBy, file, scope }: HookPlace, entries: readonly Entry[], home: string | null): readonly Finding[] {
  if (isOffBy === null) return [];
  const isHurt = entries.some((entry) => entry.scope !== "managed") || isOffBy === "disableAllHooks";
  if (!isHurt) return [];
  const what = `${isOffBy} in ${shortPath(file, home)}: the client runs ${isOffBy === "disableAllHooks" ? "no hooks at all" : "an administrator's hooks only"}`;
  const remedy = scope === "managed" ? "ask whoever manages this machine" : `take ${isOffBy} out there`;
  return [{ severity: "error", code: "hooks-off", what, remedy }];
}
