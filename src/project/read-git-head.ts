/** The branch and commit of a repository, from git's own files. Off the hot path. */
import { join } from "node:path";
import { findGitDir, followCommonDir, readSmall } from "./read-git-remotes.ts";

export interface GitHead {
  /** Null when no branch is checked out. */
  readonly branch: string | null;
  readonly commit: string | null;
}

const REF = /^ref: (refs\/\S{1,500})$/;
const HASH = /^[0-9a-f]{40,64}$/;

export function readGitHead(top: string): GitHead {
  const gitDir = findGitDir(top);
  const head = (readSmall(join(gitDir, "HEAD")) ?? "").trim();
  const ref = REF.exec(head)?.[1];
  if (ref === undefined || ref.includes("..")) return { branch: null, commit: HASH.test(head) ? head : null };
  const commonDir = followCommonDir(gitDir);
  const loose = (readSmall(join(gitDir, ref)) ?? readSmall(join(commonDir, ref)) ?? "").trim();
  return { branch: ref.replace(/^refs\/heads\//, ""), commit: HASH.test(loose) ? loose : packed(commonDir, ref) };
}

function packed(commonDir: string, ref: string): string | null {
  const line = (readSmall(join(commonDir, "packed-refs")) ?? "").split("\n").find((each) => each.endsWith(` ${ref}`));
  const hash = line?.split(" ")[0] ?? "";
  return HASH.test(hash) ? hash : null;
}
