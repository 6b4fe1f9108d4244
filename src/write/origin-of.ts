/** Where a record is written from: project, session, branch and commit. */
import type { Context } from "../open-context.ts";
import { readGitHead } from "../project/read-git-head.ts";
import type { Origin } from "./writable.ts";

export interface OriginOptions {
  readonly project?: string | undefined;
  readonly session?: string | undefined;
}

export function originOf(context: Context, { project, session }: OriginOptions): Origin {
  const { gitTop } = context.workspace;
  const head = gitTop === null ? { branch: null, commit: null } : readGitHead(gitTop);
  return {
    project: project ?? context.project.name,
    sessionId: session ?? process.env.LORE_SESSION_ID ?? null,
    branch: head.branch,
    commit: head.commit?.slice(0, 12) ?? null,
    now: new Date(context.now),
  };
}
