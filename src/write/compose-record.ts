/** From what a person says to the fields of a stored record, as lore names them. Pure. */
import type { Origin, StoredFields, Writable } from "./writable.ts";

export interface Said {
  readonly text: string;
  readonly tags?: readonly string[] | undefined;
  readonly entities?: readonly string[] | undefined;
  readonly rationale?: string | undefined;
  readonly alternatives?: readonly string[] | undefined;
  readonly type?: string | undefined;
  readonly context?: string | undefined;
  readonly problem?: string | undefined;
  readonly solution?: string | undefined;
  readonly confidence?: number | undefined;
  readonly symptom?: string | undefined;
  readonly risk?: string | undefined;
  readonly fix?: string | undefined;
  readonly severity?: string | undefined;
  readonly tool?: string | undefined;
  readonly command?: string | undefined;
  readonly next?: readonly string[] | undefined;
  readonly blockers?: readonly string[] | undefined;
  readonly questions?: readonly string[] | undefined;
  readonly files?: readonly string[] | undefined;
  readonly source?: string | undefined;
}

export function composeRecord(kind: Writable, id: string, said: Said, origin: Origin): StoredFields {
  return compact({ id, ...ownFields(kind, said, origin), ...originFields(kind, said, origin) });
}

function ownFields(kind: Writable, said: Said, { now }: Origin): StoredFields {
  const timestamp = stamp(now);
  switch (kind) {
    case "decision":
      return {
        timestamp,
        decision: said.text,
        rationale: said.rationale,
        alternatives: said.alternatives,
        outcome: "pending",
        type: said.type,
        entities: said.entities,
        status: "active",
        valid_at: timestamp,
      };
    case "pattern":
      return {
        created_at: timestamp,
        name: said.text,
        context: said.context,
        problem: said.problem,
        solution: said.solution,
        confidence: said.confidence ?? 0.5,
        validations: 0,
        entities: said.entities,
      };
    case "anti-pattern":
      return {
        created_at: timestamp,
        name: said.text,
        kind: "anti-pattern",
        symptom: said.symptom ?? said.problem,
        risk: said.risk,
        fix: said.fix ?? said.solution,
        severity: said.severity ?? "medium",
        entities: said.entities,
      };
    case "failure":
      return { timestamp, error_type: said.type, error_message: said.text, tool: said.tool, command: said.command, fix: said.fix, entities: said.entities };
    case "handoff":
      return { timestamp, message: said.text, next_steps: said.next, blockers: said.blockers, questions: said.questions, active_files: said.files };
    case "goal":
      return { name: said.text, description: said.context, created_at: timestamp, status: "active", priority: said.severity ?? "medium" };
    default:
      return {
        timestamp,
        source: said.source ?? "cli",
        content: said.text,
        status: kind === "evidence" ? undefined : "raw",
        confidence: kind === "evidence" ? "preliminary" : undefined,
      };
  }
}

/** lore knows a record's project by its first tag; a field of its own cannot be mistaken. */
function originFields(kind: Writable, { tags = [] }: Said, { project, sessionId, branch, commit }: Origin): StoredFields {
  const all = [...new Set([...(project === null ? [] : [project]), ...tags])];
  if (kind === "goal") return { projects: project === null ? [] : [project], tags };
  return { tags: all, project, session_id: sessionId, branch, git_commit: commit };
}

/** As lore writes it: to the second, in UTC. */
export function stamp(now: Date): string {
  return `${now.toISOString().slice(0, 19)}Z`;
}

/** Without what says nothing. */
export function compact(fields: StoredFields): StoredFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)),
  );
}
