/** lore's session files: one JSON document a session, of which most say nothing. */
import { type Fields, fieldsOf, isFields, textOf } from "../sources/fields.ts";
import { transfer as lines } from "../sources/transfer.ts";
import { type DocumentSource, fileStem, Gatherer } from "./document-source.ts";

/** A session file, brought to the flat form. */
function flatten(session: Fields): Fields {
  const handoff = fieldsOf(session.handoff);
  const context = fieldsOf(session.context);
  const pwd = textOf(fieldsOf(context.environment).pwd);
  return {
    ...handoff,
    summary: session.summary,
    open_threads: session.open_threads,
    branch: fieldsOf(session.git_state).branch,
    active_files: context.active_files,
    tags: session.tags,
    project: textOf(context.project) || textOf(session.project) || folderProject(pwd),
    timestamp: handoff.created_at ?? session.ended_at ?? session.started_at,
    created_at: session.started_at,
  };
}

/** Folders in which people keep their repositories. */
const WORKSPACES = ["dev", "src", "code", "work", "workspace", "project", "projects", "repo", "repos", "git"];

/** As the project resolver has it for a folder without a repository: below a workspace the first folder, else its own name. */
function folderProject(pwd: string): string {
  const folders = pwd.split(/[/\\]/).filter((name) => name !== "");
  const workspace = folders.findIndex((name, index) => index < folders.length - 1 && WORKSPACES.includes(name.toLowerCase()));
  return (workspace < 0 ? folders.at(-1) : folders[workspace + 1]) ?? "";
}

export const transfer: DocumentSource = {
  name: "transfer",
  parseDocuments(documents) {
    const gathered = new Gatherer();
    // A compressed copy stands in only where the full session is gone: the full one comes later and wins.
    const ordered = [...documents].sort((a, b) => Number(isCompressed(b.file)) - Number(isCompressed(a.file)));
    for (const { file, value } of ordered) {
      if (!isFields(value)) gathered.problem(file, "expected one session object");
      else gathered.one({ ...flatten(value), id: value.id }, fileStem(file), lines.parseLine);
    }
    return gathered;
  },
};

function isCompressed(file: string): boolean {
  return file.endsWith(".compressed.json");
}
