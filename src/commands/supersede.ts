/** `supersede`: a new record in the place of an old one, which stays readable and is never shown again. */
import { cleanFields } from "../privacy/clean.ts";
import { makeId } from "../write/make-id.ts";
import type { StoredFields, Writable } from "../write/writable.ts";
import { CommandError, print, printJson } from "./runtime.ts";
import { attempt, latest, now, openWriter, originOf, textFrom, type WriteOptions } from "./writing.ts";

export interface SupersedeOptions extends WriteOptions {
  readonly rationale?: string;
}

/** The field in which each kind says what it says. */
const TEXT_FIELD: Readonly<Partial<Record<string, readonly [kind: Writable, field: string]>>> = {
  journal: ["decision", "decision"],
  patterns: ["pattern", "name"],
  failures: ["failure", "error_message"],
  inbox: ["observation", "content"],
  evidence: ["evidence", "content"],
};

export function supersede(id: string, words: readonly string[], options: SupersedeOptions): void {
  const { context, store } = openWriter(options);
  const old = latest(id, store);
  const target = TEXT_FIELD[old.source];
  if (target === undefined) throw new CommandError(`${id} cannot be superseded`, "write a new one, and retract the old");
  const [kind, field] = target;
  const newId = makeId(kind, context.now);
  const { branch, commit } = originOf(context, options);
  const time = now(context);
  const { status_changed_at: _at, superseded_by: _by, title: _title, ...kept } = old.fields;
  const changes = {
    id: newId,
    timestamp: time,
    created_at: old.fields.created_at === undefined ? undefined : time,
    [field]: textFrom(words),
    status: "active",
    outcome: kind === "decision" ? "pending" : undefined,
    supersedes: id,
    branch,
    git_commit: commit,
  };
  const fields = cleanFields({ ...kept, ...changes, ...(options.rationale === undefined ? {} : { rationale: options.rationale }) }) as StoredFields;
  attempt(() => {
    // The new one first: at no moment is there none.
    store.add(kind, fields);
    store.addVersion(old, { status: "superseded", superseded_by: newId, status_changed_at: time });
  });
  if (options.json) return printJson({ id: newId, supersedes: id });
  print([newId]);
}
