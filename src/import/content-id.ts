/** An id from what a record says, so that whoever imports it twice has it once. */
import { createHash } from "node:crypto";
import type { Said } from "../write/compose-record.ts";
import { PREFIXES } from "../write/make-id.ts";
import type { StoredFields, Writable } from "../write/writable.ts";

export interface Content {
  readonly kind: Writable;
  readonly said: Said;
  /** The same words in two projects are two records. */
  readonly project: string | null;
  readonly fields?: StoredFields | undefined;
  /** In place of what it says. */
  readonly identity?: string | undefined;
}

/** Not of times, tags and files: they change without the record saying anything else. */
export function contentId({ kind, said, project, fields = {}, identity }: Content): string {
  if (identity !== undefined) return idOf(kind, [kind, project, identity]);
  const { text, rationale, alternatives, type, context, problem, solution, symptom, risk, fix, tool, command, next, blockers, questions } = said;
  const parts = [text, rationale, alternatives, type, context, problem, solution, symptom, risk, fix, tool, command, next, blockers, questions];
  const { status: _status, ...others } = fields;
  return idOf(kind, [kind, project, parts.map((part) => part ?? null), others]);
}

function idOf(kind: Writable, content: readonly unknown[]): string {
  return `${PREFIXES[kind]}-${createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 12)}`;
}

const PLAIN = /^[A-Za-z0-9][\w.~-]{0,119}$/;

/** An id of another tool that can be one of ours. It may become the name of a file, so it must not lead anywhere. */
export function isPlainId(id: string): boolean {
  return PLAIN.test(id) && !id.includes("..");
}
