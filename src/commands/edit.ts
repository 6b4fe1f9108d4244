/** `edit`: changes fields of a record by a new line; without any, opens it in $EDITOR. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommonOptions } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { type JsonObject, parseObject } from "../store/parse-line.ts";
import { print, printJson } from "./runtime.ts";
import { withRecords } from "./writing.ts";

export interface EditOptions extends CommonOptions {
  readonly field?: readonly string[];
  readonly json?: boolean;
}

export function edit(id: string, { field = [], json, ...options }: EditOptions): void {
  const changed = withRecords(options, (records) => {
    const { fields } = records.latest(id);
    return records.edit(id, field.length > 0 ? fromFlags(field, fields) : fromEditor(fields));
  });
  if (json) return printJson({ id, changed });
  print([`${id}: changed ${changed.join(", ")}`]);
}

/** `name=value`; a list or number where the field had one, or where the value is JSON. */
function fromFlags(fields: readonly string[], before: JsonObject): JsonObject {
  return Object.fromEntries(
    fields.map((each) => {
      const at = each.indexOf("=");
      if (at < 1) throw new Refusal(`--field ${each}: expected name=value`);
      const [name, value] = [each.slice(0, at), each.slice(at + 1)];
      return [name, typeof before[name] === "string" || before[name] === undefined ? value : parsed(value)];
    }),
  );
}

function without(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, undefined]));
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value.split(",").map((item) => item.trim());
  }
}

function fromEditor(fields: JsonObject): JsonObject {
  const editor = process.env.VISUAL ?? process.env.EDITOR;
  if (!editor) throw new Refusal("no editor is set", "set $EDITOR, or say --field name=value");
  const folder = mkdtempSync(join(tmpdir(), "lore-edit-"));
  const file = join(folder, `${String(fields.id)}.json`);
  try {
    writeFileSync(file, `${JSON.stringify(fields, null, 2)}\n`, { mode: 0o600 });
    const { status } = spawnSync(editor, [file], { stdio: "inherit", shell: true });
    if (status !== 0) throw new Refusal("the editor failed: nothing was changed");
    const edited = parseObject(readFileSync(file, "utf8"));
    if (edited === null) throw new Refusal("what was saved is no JSON object: nothing was changed");
    // What was taken out becomes undefined, which no line keeps.
    return Object.fromEntries(
      Object.entries({ ...without(fields), ...edited }).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(fields[name])),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
