/** Brings a settings file to what plan-install.ts says: read, plan, backup, write, and a record of it for uninstall. */
import { noteFlags, noteTried } from "../store/launch-file.ts";
import { findRegistrations } from "./find-registrations.ts";
import { type InstallRecord, writeRecord } from "./install-record.ts";
import { type Change, type InstallPlan, type InstallRequest, planInstall } from "./plan-install.ts";
import { type ApplyPlace, type Replaced, replaceSettings } from "./replace-settings.ts";
import { checkWritable, hashOf, type ReadFile, readSettings, SettingsError } from "./write-settings.ts";

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

/** The client writes its settings as well; after so many tries something else is wrong. */
const TRIES = 3;

const UNCHANGED: Applied = { changes: [], backup: null, isNew: false };

export function foreseeInstall(request: InstallRequest): Foreseen {
  const { text } = readSettings(request.file);
  const { text: after, changes } = planOrThrow(text, request);
  return { before: text, after: changes.length === 0 ? text : after, changes };
}

export function applyInstall(wanted: InstallRequest, place: ApplyPlace): Applied {
  const request = noteGuard(wanted, place);
  for (let tries = 0; tries < TRIES; tries++) {
    const read = readSettings(request.file);
    const plan = planOrThrow(read.text, request);
    const isCurrent = plan.changes.length === 0;
    if (!isCurrent) checkWritable(request.file);
    const applied = isCurrent ? UNCHANGED : tryOnce(request.file, read, plan, place);
    if (applied !== null) return applied;
  }
  throw new SettingsError({ where: request.file, what: "is being changed by somebody else", hint: "nothing was written; try again" });
}

/** Flags only where a session's start will know of them, should a later Node refuse one. Noted first: a note too many does no harm. */
function noteGuard(request: InstallRequest, { stateDir }: ApplyPlace): InstallRequest {
  const { file, command } = request;
  const { fast = null } = command;
  const isNoted = stateDir !== null && noteFlags(stateDir, file, fast?.flags ?? []);
  if (isNoted && fast !== null) noteTried(stateDir, fast.node, fast.flags, true);
  return isNoted || fast === null ? request : { ...request, command: { ...command, fast: null } };
}

function planOrThrow(text: string | null, request: InstallRequest): InstallPlan {
  const plan = planInstall(text, request);
  if (!plan.ok) throw new SettingsError(plan.problem);
  return plan;
}

/** Null when the file changed between reading and writing. */
function tryOnce(file: string, read: ReadFile, plan: InstallPlan, place: ApplyPlace): Applied | null {
  const replaced = replaceSettings(file, read, plan.text, place);
  if (replaced === null) return null;
  writeRecord(place.stateDir, file, composeRecord(read, plan, replaced));
  return { changes: plan.changes, backup: replaced.backup, isNew: read.text === null };
}

function composeRecord(read: ReadFile, plan: InstallPlan, { old, before, madeFolder }: Replaced): InstallRecord {
  const hadOurs = read.text !== null && findRegistrations(read.text, { command: null, exists: () => true }).some(({ role }) => role !== "other");
  const goesOn = old !== null && hadOurs;
  return {
    hash: hashOf(plan.text),
    before,
    madeFolder: madeFolder ?? (goesOn ? old.madeFolder : null),
    containers: [...new Set([...(goesOn ? old.containers : []), ...plan.containers])],
  };
}
