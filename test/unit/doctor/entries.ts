/** Registrations as the checks see them, healthy unless a test says otherwise. */
import type { Entry, HookPlace } from "../../../src/doctor/read-registrations.ts";

export const FILE = "/home/ann/.claude/settings.json";

export function makeEntry(more: Partial<Entry> = {}): Entry {
  return {
    ...{ event: "UserPromptSubmit", group: 0, index: 0, role: "inject", matcher: null, command: "/usr/bin/node", args: ["/opt/lore/bin/lore-inject.js"] },
    ...{ extra: [], timeout: 5, isAsync: false, isMixed: false, isCustom: false, isCurrent: true, exists: true, isConditional: false },
    ...{ scope: "user", file: FILE, plugin: null, pluginRoot: null, missing: null, version: "1.2.0" },
    ...more,
  };
}

export function makePlace(entries: readonly Entry[], more: Partial<HookPlace> = {}): HookPlace {
  return { scope: "user", file: FILE, plugin: null, exists: true, entries, problem: null, loose: null, isOffBy: null, ...more };
}
