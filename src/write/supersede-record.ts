/** What a record becomes that takes the place of an older one: its fields, with what is said anew. Pure. */
import { Refusal } from "../refusal.ts";
import type { Version } from "./record-store.ts";
import type { Origin, StoredFields, Writable } from "./writable.ts";

export interface ReplaceRequest {
  readonly id: string;
  readonly text: string;
  readonly rationale?: string | undefined;
  /** Another project than the old one's. */
  readonly project?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly origin: Origin;
  readonly time: string;
}

/** The field in which each source says what it says. */
const TEXT_FIELD: Readonly<Partial<Record<string, string>>> = {
  journal: "decision",
  patterns: "name",
  failures: "error_message",
  inbox: "content",
  evidence: "content",
};

export function replaceRecord(old: Version, request: ReplaceRequest): StoredFields {
  const field = TEXT_FIELD[old.source];
  if (field === undefined) throw new Refusal(`${String(old.fields.id)} cannot be superseded`, "write a new one, and retract the old");
  const { id, text, rationale, time } = request;
  const { status_changed_at: _at, superseded_by: _by, title: _title, edited_at: _edited, ...kept } = old.fields;
  const changes = {
    id,
    [old.fields.created_at === undefined ? "timestamp" : "created_at"]: time,
    [field]: text,
    status: old.source === "inbox" ? "raw" : "active",
    ...(kindOf(old) === "decision" ? { outcome: "pending", valid_at: time } : {}),
    ...(rationale === undefined ? {} : { rationale }),
    supersedes: old.fields.id,
    ...originChanges(old, request),
  };
  return { ...kept, ...changes };
}

function originChanges({ fields }: Version, { project, tags = [], origin: { branch, commit, sessionId } }: ReplaceRequest): StoredFields {
  // Its project is a tag as well: in another project, it is another's.
  const kept = (Array.isArray(fields.tags) ? fields.tags : []).filter((tag) => project === undefined || tag !== fields.project);
  return {
    branch: branch ?? undefined,
    git_commit: commit ?? undefined,
    ...(sessionId === null ? {} : { session_id: sessionId }),
    ...(project === undefined ? {} : { project }),
    tags: [...new Set([...(project === undefined ? [] : [project]), ...kept, ...tags])],
  };
}

/** As its id says; a pattern may be one to avoid. */
export function kindOf({ source, fields }: Version): Writable {
  const id = String(fields.id);
  if (source === "patterns") return id.startsWith("anti-") || fields.kind === "anti-pattern" ? "anti-pattern" : "pattern";
  if (source === "inbox") return id.startsWith("sig-") ? "signal" : "observation";
  return source === "failures" ? "failure" : source === "evidence" ? "evidence" : "decision";
}
