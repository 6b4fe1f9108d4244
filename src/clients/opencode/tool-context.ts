/** After a tool: the file is noted as worked on, and rules and failures that belong to exactly this file or command are put below its result. */
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Context } from "../../open-context.ts";
import type { ShownEntry } from "../../session/ledger-line.ts";
import { appendActivity } from "../../store/activity-file.ts";
import { askCore, otherEvent } from "./ask-core.ts";
import type { Desk } from "./desk.ts";
import { loadedDocuments, type MappedTool, mapTool } from "./map-tool.ts";
import type { ToolOutput } from "./opencode-types.ts";
import { noteOf } from "./own-part.ts";

interface ToolInput {
  readonly tool?: unknown;
  readonly sessionID?: unknown;
  readonly args?: unknown;
}

export function addToolContext(desk: Desk, { tool, sessionID: sessionId, args }: ToolInput, result: ToolOutput): void {
  const { core, cwd, log } = desk;
  const { output, metadata } = result;
  if (typeof tool !== "string" || typeof sessionId !== "string" || sessionId === "" || typeof output !== "string") return;
  const place = { sessionId, cwd };
  const uses = mapTool({ tool, args, output, metadata });
  if (uses.length === 0) return;
  for (const file of loadedDocuments(metadata)) core.inject(otherEvent("InstructionsLoaded", { file_path: file }, place));
  const [texts, shown]: [string[], ShownEntry[]] = [[], []];
  for (const use of uses) {
    const said = askCore(core, { event: otherEvent(use.event, use.fields, place), style: "tool" }, log);
    log.attempt("activity", () => noteActivity(use, said.context), undefined);
    if (said.text === "") continue;
    texts.push(said.text);
    shown.push(...said.shown);
  }
  if (texts.length === 0) return;
  result.output = [output, ...texts].join("\n\n");
  result.metadata = { ...Object(metadata), ...noteOf(shown) };
}

/** Files outside of the workspace are nobody's work here. */
function noteActivity({ activity }: MappedTool, { config, locations: { stateDir }, workspace: { gitTop, cwd }, now }: Context): void {
  if (activity === null || stateDir === null || !config.enabled) return;
  const root = gitTop ?? cwd;
  const path = relative(root, resolve(cwd, activity.file));
  if (path === "" || path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return;
  appendActivity({ stateDir, root }, { at: now, type: activity.type, path: path.replaceAll(sep, "/"), agent: true });
}
