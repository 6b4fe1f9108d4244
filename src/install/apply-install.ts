/** Brings a settings file to what plan-install.ts says: read, plan, backup, write, and a record of it for uninstall. */
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { findRegistrations } from "./find-registrations.ts";
import { type InstallRecord, readRecord, writeRecord } from "./install-record.ts";
import { type Change, type InstallPlan, type InstallRequest, planInstall } from "./plan-install.ts";
import {
  checkWritable,
  followLink,
  hashOf,
  makeFolder,
  type ReadFile,
  readSettings,
  removeEmptyFolders,
  SettingsError,
  writeBackup,
  writeSettings,
} from "./write-settings.ts";

export interface Foreseen {
  readonly before: string | null;
  readonly after: string | null;
  readonly changes: readonly Change[];
}

export interface Applied {
  readonly changes: readonly Change[];
  /** Null when there was nothing to keep, or an earlier backup still is what was there before. */
  readonly backup: string | null;
  readonly isNew: boolean;
}

export interface ApplyPlace {
  readonly stateDir: string | null;
  readonly now: Date;
}

/** The client writes its settings as well; after so many tries something else is wrong. */
const TRIES = 3;

export function foreseeInstall(request: InstallRequest): Foreseen {
  const { text } = readSettings(request.file);
  const { text: after, changes } = planOrThrow(text, request);
  return { before: text, after: changes.length === 0 ? text : after, changes };
}

export function applyInstall(request: InstallRequest, place: ApplyPlace): Applied {
  for (let tries = 0; tries < TRIES; tries++) {
    const read = readSettings(request.file);
    const plan = planOrThrow(read.text, request);
    if (plan.changes.length === 0) return { changes: [], backup: null, isNew: false };
    checkWritable(request.file);
    const applied = tryOnce(request.file, read, plan, place);
    if (applied !== null) return applied;
  }
  throw new SettingsError({ where: request.file, what: "is being changed by somebody else", hint: "nothing was written; try again" });
}

function planOrThrow(text: string | null, request: InstallRequest): InstallPlan {
  const plan = planInstall(text, request);
  if (!plan.ok) throw new SettingsError(plan.problem);
  return plan;
}

/** Null when the file changed between reading and writing: then what was made on the way is taken back. */
function tryOnce(file: string, read: ReadFile, plan: InstallPlan, { stateDir, now }: ApplyPlace): Applied | null {
  const old = readRecord(stateDir, file);
  const isUntouched = old !== null && old.hash === read.hash;
  const folder = dirname(followLink(file));
  const madeFolder = makeFolder(folder);
  const backup = read.text === null || isUntouched ? null : writeBackup(file, now);
  let isWritten = false;
  try {
    isWritten = writeSettings({ path: file, text: plan.text, expected: read.hash });
  } finally {
    if (!isWritten && backup !== null) rmSync(backup, { force: true });
    if (!isWritten && madeFolder !== null) removeEmptyFolders(folder, madeFolder);
  }
  if (!isWritten) return null;
  writeRecord(stateDir, file, composeRecord({ old, isUntouched, read, plan, backup, madeFolder }));
  return { changes: plan.changes, backup, isNew: read.text === null };
}

interface Written {
  readonly old: InstallRecord | null;
  readonly isUntouched: boolean;
  readonly read: ReadFile;
  readonly plan: InstallPlan;
  readonly backup: string | null;
  readonly madeFolder: string | null;
}

function composeRecord({ old, isUntouched, read, plan, backup, madeFolder }: Written): InstallRecord {
  const hadOurs = read.text !== null && findRegistrations(read.text, { command: null, exists: () => true }).some(({ role }) => role !== "other");
  const before: InstallRecord["before"] = isUntouched && old !== null ? old.before : backup === null ? { kind: "absent" } : { kind: "backup", path: backup };
  const goesOn = old !== null && hadOurs;
  return {
    hash: hashOf(plan.text),
    before,
    madeFolder: madeFolder ?? (goesOn ? old.madeFolder : null),
    containers: [...new Set([...(goesOn ? old.containers : []), ...plan.containers])],
  };
}
