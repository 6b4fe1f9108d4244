/** `supersede`: a new record in the place of an old one, which stays readable and is never shown again. */
import type { Context } from "../open-context.ts";
import { cleanFields } from "../privacy/clean.ts";
import { toLine } from "../store/writer/append-line.ts";
import { makeId } from "../write/make-id.ts";
import type { Version } from "../write/record-store.ts";
import type { StoredFields, Writable } from "../write/writable.ts";
import { CommandError, print, printJson } from "./runtime.ts";
import { attempt, latest, now, openWriter, originOf, textFrom, type WriteOptions } from "./writing.ts";

export interface SupersedeOptions extends WriteOptions {
  readonly rationale?: string;
}

/** The field in which each source says what it says. */
const TEXT_FIELD: Readonly<Partial<Record<string, string>>> = {
  journal: "decision",
  patterns: "name",
  failures: "error_message",
  inbox: "content",
  evidence: "content",
};

export function supersede(id: string, words: readonly string[], options: SupersedeOptions): void {
  const { context, store } = openWriter(options);
  const old = latest(id, store);
  const field = TEXT_FIELD[old.source];
  if (field === undefined) throw new CommandError(`${id} cannot be superseded`, "write a new one, and retract the old");
  const kind = kindOf(old);
  const newId = makeId(kind, context.now);
  const time = now(context);
  const { status_changed_at: _at, superseded_by: _by, title: _title, edited_at: _edited, ...kept } = old.fields;
  const changes = {
    id: newId,
    [old.fields.created_at === undefined ? "timestamp" : "created_at"]: time,
    [field]: textFrom(words),
    status: old.source === "inbox" ? "raw" : "active",
    ...(kind === "decision" ? { outcome: "pending", valid_at: time } : {}),
    ...(options.rationale === undefined ? {} : { rationale: options.rationale }),
    supersedes: id,
    ...originChanges(context, old, options),
  };
  const fields = cleanFields({ ...kept, ...changes }) as StoredFields;
  const retired = { status: "superseded", superseded_by: newId, status_changed_at: time };
  attempt(() => [toLine(fields), toLine({ ...old.fields, ...retired })]);
  // The new one first: at no moment is there none.
  attempt(() => store.add(kind, fields, store.isShared(old.file)));
  attempt(() => store.addVersion(old, retired), `${newId} is written, but ${id} could not be retired: lore-inject retract ${id}`);
  if (options.json) return printJson({ id: newId, supersedes: id });
  print([newId]);
}

function originChanges(context: Context, { fields }: Version, options: SupersedeOptions): StoredFields {
  const { branch, commit, sessionId } = originOf(context, options);
  // Its project is a tag as well: in another project, it is another's.
  const tags = (Array.isArray(fields.tags) ? fields.tags : []).filter((tag) => options.project === undefined || tag !== fields.project);
  return {
    branch: branch ?? undefined,
    git_commit: commit ?? undefined,
    ...(sessionId === null ? {} : { session_id: sessionId }),
    ...(options.project === undefined ? {} : { project: options.project }),
    tags: [...new Set([...(options.project === undefined ? [] : [options.project]), ...tags, ...(options.tags ?? [])])],
  };
}

/** As its id says; a pattern may be one to avoid. */
function kindOf({ source, fields }: Version): Writable {
  const id = String(fields.id);
  if (source === "patterns") return id.startsWith("anti-") || fields.kind === "anti-pattern" ? "anti-pattern" : "pattern";
  if (source === "inbox") return id.startsWith("sig-") ? "signal" : "observation";
  return source === "failures" ? "failure" : source === "evidence" ? "evidence" : "decision";
}
