/** `show <id>`: one record whole, where it is stored, and its state if it is retired. */

import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { neutralize, neutralizeLine } from "../render/neutralize.ts";
import { formatDay } from "../render/render-record.ts";
import { type FoundLine, findLine } from "../store/find-line.ts";
import { lineAt } from "../store/line-at.ts";
import { parserOf } from "../store/store-file.ts";
import type { LoreRecord } from "../types.ts";
import { makeProgress, print, printJson } from "./runtime.ts";

export interface ShowOptions extends CommonOptions {
  readonly json?: boolean;
}

export function show(id: string, options: ShowOptions): void {
  const context = openForCommand(options);
  const progress = makeProgress(`looking for ${id}`);
  const found = findLine(id, context.stores, progress.tick);
  progress.done();
  if (!found) throw new Refusal(`no record ${id}`, "lore-inject search finds ids by words");
  if (options.json) return printJson(found.value);
  const record = parserOf(found.store)(found.value, id);
  print([...(record ? describe(record) : retired(id, found)), "", `stored in ${place(found)}`]);
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

function retired(id: string, found: FoundLine): readonly string[] {
  return [`${id} is retired and never injected. As stored:`, neutralize(JSON.stringify(found.value, null, 2))];
}

function place({ store, offset }: FoundLine): string {
  return store.derived ? store.shownAs : `${store.path}:${lineAt(store.path, offset) ?? "?"}`;
}
