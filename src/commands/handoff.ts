/** `handoff`: where the work stands. Without text, a draft from git's state and the files of the session, in $EDITOR if there is one. */
import { spawnSync } from "node:child_process";
import type { Context } from "../open-context.ts";
import { openForCommand } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { LedgerFile } from "../store/ledger-file.ts";
import { editInEditor, findEditor } from "./edit-in-editor.ts";
import { textFrom, type WriteOptions, write } from "./writing.ts";

export interface HandoffOptions extends WriteOptions {
  readonly next?: readonly string[];
  readonly blocker?: readonly string[];
  readonly question?: readonly string[];
}

const MAX_FILES = 20;

export function handoff(words: readonly string[], options: HandoffOptions): void {
  const context = openForCommand(options);
  const files = touchedFiles(context, options.session);
  const text = words.length > 0 ? textFrom(words) : draft(context, files);
  write("handoff", { text, next: options.next, blockers: options.blocker, questions: options.question, files }, options);
}

/** What the session worked on, else what git says is changed. */
function touchedFiles({ locations, workspace }: Context, sessionId: string | undefined): readonly string[] {
  if (sessionId !== undefined && locations.stateDir !== null) {
    const { ledger } = new LedgerFile({ stateDir: locations.stateDir, sessionId, isTrial: true });
    if (ledger.touched.size > 0) return [...ledger.touched].slice(-MAX_FILES);
  }
  return git(workspace.cwd, "status", "--porcelain", "--untracked-files=normal")
    .slice(0, MAX_FILES)
    .map((line) => line.slice(3));
}

function draft(context: Context, files: readonly string[]): string {
  const { cwd } = context.workspace;
  const commits = git(cwd, "log", "-5", "--format=%s");
  const lines = [
    ...(commits.length === 0 ? [] : ["Done (latest commits):", ...commits.map((subject) => `- ${subject}`)]),
    ...(files.length === 0 ? [] : ["In progress (changed files):", ...files.map((file) => `- ${file}`)]),
  ];
  const edited = edit(lines);
  if (edited === "") throw new Refusal("there is nothing to hand over", 'say it: lore-inject handoff "…" --next "…"');
  return edited;
}

/** As git does for commit messages: lines with # are left out. Without an editor the draft itself counts. */
function edit(lines: readonly string[]): string {
  const editor = findEditor(process.env);
  if (editor === null || !process.stdin.isTTY) return lines.join("\n");
  const hint = "# Where does the work stand, and what is next? Lines with # are left out; nothing written, nothing kept.";
  return editInEditor(editor, "HANDOFF.md", [...lines, "", hint, ""].join("\n"), (text) => text.replace(/^#.*$/gm, "").trim());
}

function git(cwd: string, ...args: readonly string[]): readonly string[] {
  const { status, stdout } = spawnSync("git", args, { cwd, encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : [];
}
