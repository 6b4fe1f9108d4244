/** OpenCode's tools in the names and fields of the hook's events. Pure. */
import type { ActivityType } from "../../store/activity-file.ts";

export interface MappedTool {
  readonly event: "PostToolUse" | "PostToolUseFailure";
  readonly fields: Readonly<Record<string, unknown>>;
  /** What it means for a file; null when it touches none. */
  readonly activity: { readonly type: ActivityType; readonly file: string } | null;
}

interface Used {
  readonly tool: string;
  readonly args: unknown;
  readonly output: unknown;
  readonly metadata: unknown;
}

const FILE_TOOLS: Readonly<Record<string, readonly [name: string, type: ActivityType]>> = {
  read: ["Read", "file_open"],
  edit: ["Edit", "file_edit"],
  multiedit: ["MultiEdit", "file_edit"],
  write: ["Write", "file_edit"],
};
/** Models of another maker edit by patches, several files at once. */
const PATCH_TOOLS: readonly string[] = ["apply_patch", "patch"];
const PATCHED = /^\*\*\* (?:Add|Update) File: (.{1,1000})$/gm;
const MAX_PATCHED = 8;
/** Of what a command printed so much is looked at: errors stand at the end. */
const MAX_ERROR = 2000;

/** None for a tool that says nothing to us. */
export function mapTool({ tool, args, output, metadata }: Used): readonly MappedTool[] {
  const given = Object(args) as Readonly<Record<string, unknown>>;
  const file = Object.hasOwn(FILE_TOOLS, tool) ? FILE_TOOLS[tool] : undefined;
  if (file !== undefined) return isText(given.filePath) ? [fileUse(file, given.filePath)] : [];
  if (PATCH_TOOLS.includes(tool)) return patchedFiles(given.patchText).map((path) => fileUse(["Edit", "file_edit"], path));
  if (tool === "bash" && isText(given.command)) return [commandUse(given.command, output, metadata)];
  return [];
}

function fileUse([name, type]: readonly [string, ActivityType], path: string): MappedTool {
  return { event: "PostToolUse", fields: { tool_name: name, tool_input: { file_path: path } }, activity: { type, file: path } };
}

function commandUse(command: string, output: unknown, metadata: unknown): MappedTool {
  const { exit } = Object(metadata) as { readonly exit?: unknown };
  const isFailed = typeof exit === "number" && exit !== 0;
  const error = isFailed && typeof output === "string" ? { error: output.slice(-MAX_ERROR) } : {};
  return { event: isFailed ? "PostToolUseFailure" : "PostToolUse", fields: { tool_name: "Bash", tool_input: { command }, ...error }, activity: null };
}

function patchedFiles(patch: unknown): readonly string[] {
  if (typeof patch !== "string") return [];
  const files = [...patch.matchAll(PATCHED)].map(([, path = ""]) => path.trim()).filter(isText);
  return [...new Set(files)].slice(0, MAX_PATCHED);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && !value.includes("\0");
}

/** Documents that `read` says OpenCode has put before the model by itself. */
export function loadedDocuments(metadata: unknown): readonly string[] {
  const { loaded } = Object(metadata) as { readonly loaded?: unknown };
  return Array.isArray(loaded) ? loaded.filter(isText) : [];
}
