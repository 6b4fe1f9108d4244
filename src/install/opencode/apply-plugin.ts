/** Brings OpenCode's settings to what plan-plugin.ts says, and back: read, plan, backup, write, and a record of it for uninstall. */
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { type InstallRecord, readRecord, writeRecord } from "../install-record.ts";
import { type ApplyPlace, replaceSettings } from "../replace-settings.ts";
import { checkWritable, followLink, hashOf, type ReadFile, readSettings, removeEmptyFolders, SettingsError, writeSettings } from "../write-settings.ts";
import { type PlanRequest, type PluginPlan, planAdd, planRemove } from "./plan-plugin.ts";

export interface Foreseen {
  readonly before: string | null;
  /** Null: no file. */
  readonly after: string | null;
  readonly change: PluginPlan["change"];
}

export interface Applied extends Foreseen {
  readonly backup: string | null;
}

export interface Removed extends Foreseen {
  /** As it was before install, byte for byte. */
  readonly isRestored: boolean;
  /** A backup that stays beside a file that somebody else has changed. */
  readonly backup: string | null;
}

/** OpenCode writes its settings as well; after so many tries something else is wrong. */
const TRIES = 3;
const LIST = "plugin";

export function foreseeAdd(request: PlanRequest): Foreseen {
  const { text: before } = readSettings(request.file);
  const { text, change } = orThrow(planAdd(before, request));
  return { before, after: change === "none" ? before : text, change };
}

export function addPlugin(request: PlanRequest, place: ApplyPlace): Applied {
  for (let tries = 0; tries < TRIES; tries++) {
    const read = readSettings(request.file);
    const plan = orThrow(planAdd(read.text, request));
    if (plan.change === "none") return { before: read.text, after: read.text, change: "none", backup: null };
    checkWritable(request.file);
    const backup = tryOnce(request.file, read, plan, place);
    if (backup !== undefined) return { before: read.text, after: plan.text, change: plan.change, backup };
  }
  throw new SettingsError({ where: request.file, what: "is being changed by somebody else", hint: "nothing was written; try again" });
}

function orThrow(plan: ReturnType<typeof planAdd>): PluginPlan {
  if (!plan.ok) throw new SettingsError(plan.problem);
  return plan;
}

/** The backup, if one was needed. Undefined when the file changed between reading and writing. */
function tryOnce(file: string, read: ReadFile, plan: PluginPlan, place: ApplyPlace): string | null | undefined {
  const replaced = replaceSettings(file, read, plan.text, place);
  if (replaced === null) return undefined;
  const { old, backup, madeFolder, before } = replaced;
  const kept = plan.change === "upgraded" ? old : null;
  writeRecord(place.stateDir, file, {
    hash: hashOf(plan.text),
    before,
    madeFolder: madeFolder ?? kept?.madeFolder ?? null,
    containers: plan.isNewList ? [LIST] : (kept?.containers ?? []),
  });
  return backup;
}

export function foreseeRemove(request: PlanRequest, stateDir: string | null): Removed {
  return decide(request, readSettings(request.file), readRecord(stateDir, request.file));
}

export function removePlugin(request: PlanRequest, stateDir: string | null): Removed {
  const { file } = request;
  const read = readSettings(file);
  const record = readRecord(stateDir, file);
  const removed = decide(request, read, record);
  if (removed.change === "none") return removed;
  checkWritable(file);
  const isDone = removed.after === null ? removeFile(file, read.hash, record) : writeSettings({ path: file, text: removed.after, expected: read.hash });
  if (!isDone) throw new SettingsError({ where: file, what: "was changed by somebody else just now", hint: "nothing was written; try again" });
  if (removed.isRestored && removed.backup !== null) rmSync(removed.backup, { force: true });
  writeRecord(stateDir, file, null);
  return removed;
}

function decide(request: PlanRequest, { text, hash }: ReadFile, record: InstallRecord | null): Removed {
  const backup = record?.before.kind === "backup" ? record.before.path : null;
  if (text === null) return { before: null, after: null, change: "none", isRestored: false, backup };
  const plan = orThrow(planRemove(text, { ...request, mayDropList: record === null || record.containers.includes(LIST) }));
  const original = record !== null && record.hash === hash ? originalOf(record, request) : undefined;
  if (original !== undefined && plan.change !== "none") return { before: text, after: original, change: "removed", isRestored: true, backup };
  const isOnlyOurs = plan.isEmpty && record?.before.kind === "absent";
  return { before: text, after: isOnlyOurs ? null : plan.text, change: plan.change, isRestored: false, backup };
}

/** Undefined when it is no longer there, or holds an entry of ours, from an older registration. */
function originalOf({ before }: InstallRecord, request: PlanRequest): string | null | undefined {
  if (before.kind === "absent") return null;
  try {
    const { text } = readSettings(before.path);
    const isClean = text !== null && orThrow(planRemove(text, { ...request, mayDropList: false })).change === "none";
    return isClean ? text : undefined;
  } catch {
    return undefined;
  }
}

function removeFile(file: string, expected: string | null, record: InstallRecord | null): boolean {
  const target = followLink(file);
  if (readSettings(target).hash !== expected) return false;
  rmSync(target);
  if (record?.madeFolder != null) removeEmptyFolders(dirname(target), record.madeFolder);
  return true;
}
