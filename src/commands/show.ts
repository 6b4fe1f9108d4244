/** `show <id>`: one record whole, where it is stored, and its state if it is retired. */
import { neutralize, neutralizeLine } from "../render/neutralize.ts";
import { formatDay } from "../render/render-record.ts";
import { ALL_SOURCES } from "../sources/all-sources.ts";
import { lineAt } from "../store/line-at.ts";
import { lineId, type StoreFile } from "../store/read-stores.ts";
import { type JsonObject, scanJsonl } from "../store/scan-jsonl.ts";
import type { LoreRecord } from "../types.ts";
import { CommandError, type CommonOptions, makeProgress, openForCommand, print, printJson } from "./runtime.ts";

export interface ShowOptions extends CommonOptions {
  readonly json?: boolean;
}

interface Found {
  readonly store: StoreFile;
  readonly value: JsonObject;
  readonly offset: number;
}

export function show(id: string, options: ShowOptions): void {
  const context = openForCommand(options);
  const inline = context.inline.find((record) => record.id === id);
  const found = inline ? null : find(id, context.stores);
  if (!inline && !found) throw new CommandError(`no record ${id}`, "lore-inject search finds ids by words");
  if (options.json) return printJson(inline ?? found?.value);
  const record = inline ?? (found ? recordOf(found, id) : null);
  print([...(record ? describe(record) : retired(id, found)), ...(found ? ["", `stored in ${place(found)}`] : [])]);
}

function find(id: string, stores: readonly StoreFile[]): Found | null {
  let best: Found | null = null;
  const progress = makeProgress(`looking for ${id}`);
  for (const store of stores) {
    const visit = (value: JsonObject, line: string, offset: number): void => {
      if (lineId(value, store.source, line) !== id) return;
      if (best === null || best.store !== store || offset >= best.offset) best = { store, value, offset };
    };
    try {
      scanJsonl({ path: store.path, pattern: null, visit, reject: () => {}, isLate: progress.tick });
    } catch {
      // An unreadable store is `sources`' business.
    }
  }
  progress.done();
  return best;
}

function recordOf({ store, value }: Found, id: string): LoreRecord | null {
  if (store.derived) return value as unknown as LoreRecord;
  return ALL_SOURCES.find(({ name }) => name === store.source)?.parseLine(value, id) ?? null;
}

function describe(record: LoreRecord): readonly string[] {
  const rows: readonly (readonly [string, string])[] = [
    ["", record.title],
    ...record.body,
    ["Date", record.day === null ? "" : formatDay(record.day)],
    ["Project", record.projects.join(", ")],
    ["Tags", record.tags.join(", ")],
    ["Notes", record.notes.join(", ")],
  ];
  return [
    `[${record.kind}] ${neutralizeLine(record.id)}`,
    ...rows.filter(([, text]) => text !== "").map(([label, text]) => neutralize(label === "" ? text : `${label}: ${text}`)),
  ];
}

function retired(id: string, found: Found | null): readonly string[] {
  return [`${id} is retired and never injected. As stored:`, neutralize(JSON.stringify(found?.value ?? {}, null, 2))];
}

function place({ store, offset }: Found): string {
  return store.derived ? store.shownAs : `${store.path}:${lineAt(store.path, offset) ?? "?"}`;
}
