/**
 * Everything that can be done to records, as calls that return values: the commands print what they return, and other programs
 * call them too. Each throws a Refusal when it cannot be done, and has then changed nothing.
 */
import type { Context } from "../open-context.ts";
import { cleanFields, cleanText } from "../privacy/clean.ts";
import { attempt, Refusal } from "../refusal.ts";
import type { JsonObject } from "../store/parse-line.ts";
import { toLine } from "../store/writer/append-line.ts";
import type { Rewritten } from "../store/writer/rewrite-store.ts";
import { composeRecord, type Said, stamp } from "./compose-record.ts";
import { findSimilar } from "./find-similar.ts";
import { makeId } from "./make-id.ts";
import { originOf } from "./origin-of.ts";
import { RecordStore, type Version } from "./record-store.ts";
import { kindOf, replaceRecord } from "./supersede-record.ts";
import type { StoredFields, Writable } from "./writable.ts";

export interface AddOptions {
  /** Default: the folder's. */
  readonly project?: string | undefined;
  readonly session?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Even if there is one like it. */
  readonly force?: boolean | undefined;
  /** Into the repository's own store. */
  readonly shared?: boolean | undefined;
}

export interface Added {
  readonly id: string;
  readonly kind: Writable;
  readonly file: string;
  readonly fields: StoredFields;
  /** Active decisions on the same subject, which this one may replace. */
  readonly related: readonly { readonly id: string; readonly title: string }[];
}

export class Records {
  readonly store: RecordStore;

  /** `tick` is called now and then while stores are read. */
  constructor(
    readonly context: Context,
    tick: () => void = () => {},
  ) {
    this.store = new RecordStore(context, tick);
  }

  add(kind: Writable, said: Said, options: AddOptions = {}): Added {
    const id = makeId(kind, this.context.now);
    const text = cleanText(said.text).trim();
    if (text === "") throw new Refusal("there is nothing to write", "give the text, or - to read it from standard input");
    const tags = [...(said.tags ?? []), ...(options.tags ?? [])];
    const fields = cleanFields(composeRecord(kind, id, { ...said, text, tags }, originOf(this.context, options))) as StoredFields;
    const similar = options.force ? [] : findSimilar(kind, text, this.context);
    const like = similar.find(({ isSame }) => isSame);
    if (like !== undefined) throw new Refusal(`like ${like.id} (${like.title})`, `lore-inject edit ${like.id}, or --force to write it all the same`);
    const file = attempt(() => this.store.add(kind, fields, options.shared));
    return { id, kind, file, fields, related: similar.map(({ id: other, title }) => ({ id: other, title })) };
  }

  /** Fields that become undefined are taken out. Returns the names of those that changed. */
  edit(id: string, wanted: StoredFields): readonly string[] {
    const version = this.latest(id);
    const changes = cleanFields(wanted) as JsonObject;
    if (Object.keys(changes).length === 0) throw new Refusal("nothing was changed");
    if ("id" in changes) throw new Refusal("an id cannot be changed", "lore-inject supersede writes a new record in its place");
    attempt(() => this.store.addVersion(version, { ...changes, edited_at: this.time() }));
    return Object.keys(changes);
  }

  /** Returns the id of the new record. */
  supersede(id: string, text: string, options: AddOptions & { readonly rationale?: string | undefined } = {}): string {
    const old = this.latest(id);
    if (cleanText(text).trim() === "") throw new Refusal("there is nothing to write", "give the text, or - to read it from standard input");
    if (old.fields.status === "superseded")
      throw new Refusal(`${id} is superseded already${old.fields.superseded_by ? ` by ${String(old.fields.superseded_by)}` : ""}`, "supersede that one");
    const time = this.time();
    const { project, tags, rationale } = options;
    const origin = originOf(this.context, options);
    const kind = kindOf(old);
    const newId = makeId(kind, this.context.now);
    const fields = cleanFields(replaceRecord(old, { id: newId, text, rationale, project, tags, origin, time })) as StoredFields;
    const retired = { status: "superseded", superseded_by: newId, status_changed_at: time };
    attempt(() => [toLine(fields), toLine({ ...old.fields, ...retired })]);
    // The new one first: at no moment is there none.
    attempt(() => this.store.add(kind, fields, this.store.isShared(old.file)));
    attempt(() => this.store.addVersion(old, retired), `${newId} is written, but ${id} could not be retired: lore-inject retract ${id}`);
    return newId;
  }

  retract(id: string, reason: string): void {
    const version = this.latest(id);
    if (version.fields.status === "retracted") throw new Refusal(`${id} is retracted already`, "lore-inject history shows its lines");
    attempt(() => this.store.addVersion(version, { status: "retracted", retracted_reason: cleanText(reason), status_changed_at: this.time() }));
  }

  /** Returns the status that it has again. */
  restore(id: string): string {
    const version = this.latest(id);
    const status = version.source === "inbox" ? "raw" : "active";
    if ((version.fields.status ?? status) === status) throw new Refusal(`${id} is in force already`);
    attempt(() => this.store.addVersion(version, { status, superseded_by: null, retracted_reason: null, status_changed_at: this.time() }));
    return status;
  }

  promote(id: string, to: "decision" | "pattern", options: AddOptions = {}): Added {
    const version = this.latest(id);
    if (version.source !== "inbox") throw new Refusal(`${id} is no observation or signal`, "only what is in the inbox can be promoted");
    if (version.fields.status === "promoted") throw new Refusal(`${id} is promoted already`);
    // It stays what it was: noted in that project, in that session.
    const { project, session_id: session, tags } = version.fields;
    const origin = { ...(typeof project === "string" ? { project } : {}), ...(typeof session === "string" ? { session } : {}) };
    const own = Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
    const text = String(version.fields.content ?? version.fields.title ?? "");
    const added = this.add(to, { text }, { ...origin, ...options, tags: [...own, ...(options.tags ?? [])] });
    attempt(() => this.store.addVersion(version, { status: "promoted", status_changed_at: this.time() }));
    return added;
  }

  /** Takes it out of the files themselves. Returns how many lines it had. */
  forget(id: string): number {
    const removed = attempt(() => this.store.remove(id));
    if (removed > 0) return removed;
    throw new Refusal(`no record ${id} in a JSONL store`, "lore-inject show tells where a record is; YAML documents are edited in their files");
  }

  /** Every line of an id, the oldest first. */
  history(id: string): readonly Version[] {
    const versions = attempt(() => this.store.versionsOf(id));
    if (versions.length === 0) throw new Refusal(`no record ${id} in a JSONL store`, "lore-inject show also knows YAML documents");
    return versions;
  }

  /** The current line of every record. */
  current(): readonly Version[] {
    return attempt(() => this.store.current(() => true));
  }

  compact(): readonly (readonly [file: string, result: Rewritten])[] {
    return attempt(() => this.store.compact());
  }

  /** The last line of an id, for whoever changes it. */
  latest(id: string): Version {
    const version = attempt(() => this.store.versionsOf(id)).at(-1);
    if (version === undefined)
      throw new Refusal(`no record ${id} in a JSONL store`, "lore-inject list shows what there is; YAML documents are edited in their files");
    return version;
  }

  private time(): string {
    return stamp(new Date(this.context.now));
  }
}
