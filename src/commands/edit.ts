/** `edit`: changes fields of a record by a new line; without any, opens it in $EDITOR. */
import type { CommonOptions } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { type JsonObject, parseObject } from "../store/parse-line.ts";
import type { Records } from "../write/records.ts";
import { editInEditor, findEditor } from "./edit-in-editor.ts";
import { print, printJson } from "./runtime.ts";
import { withRecords } from "./writing.ts";

export interface EditOptions extends CommonOptions {
  readonly field?: readonly string[];
  readonly json?: boolean;
}

export function edit(id: string, { field = [], json, ...options }: EditOptions): void {
  const changed = withRecords(options, (records) => {
    const { fields } = records.latest(id);
    return field.length > 0 ? records.edit(id, fromFlags(field, fields)) : editByHand(records, id, fields);
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

/** What was taken out becomes undefined, which no line keeps. */
function difference(fields: JsonObject, edited: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries({ ...without(fields), ...edited }).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(fields[name])),
  );
}

function editByHand(records: Records, id: string, fields: JsonObject): readonly string[] {
  const editor = findEditor(process.env);
  if (editor === null) throw new Refusal("no editor is set", "set $EDITOR, or say --field name=value");
  return editInEditor(editor, "record.json", `${JSON.stringify(fields, null, 2)}\n`, (text) => {
    const edited = parseObject(text);
    if (edited === null) throw new Refusal("what was saved is no JSON object: nothing was changed");
    return records.edit(id, difference(fields, edited));
  });
}
