/** The ids of all that is stored, in whatever state: collected once, before anything is imported. */

import { existsSync } from "node:fs";
import type { Context } from "../open-context.ts";
import { findStores } from "../store/find-stores.ts";
import { idText } from "../store/parse-line.ts";
import { readLines } from "../write/read-lines.ts";

/** `tick` is called now and then. */
export function collectKnownIds({ stores, config, dataRoot, locations }: Context, tick: () => void): Set<string> {
  const ids = new Set<string>();
  const collect = (path: string): void =>
    readLines(path, {
      visit: ({ value }) => {
        const id = idText(value);
        if (id !== null) ids.add(id);
      },
      tick,
    });
  const paths = new Set<string>();
  for (const { path, inline } of stores) {
    for (const { id } of inline ?? []) ids.add(id);
    if (inline === undefined) paths.add(path);
  }
  // A source that is switched off is written to all the same.
  const sources = Object.fromEntries(Object.entries(config.sources).map(([name, source]) => [name, { ...source, enabled: true }]));
  const found = dataRoot.path === null ? [] : findStores({ ...config, sources: sources as typeof config.sources }, dataRoot.path, locations.home).files;
  for (const { path } of found) if (path.endsWith(".jsonl")) paths.add(path);
  for (const path of paths) if (existsSync(path)) collect(path);
  return ids;
}
