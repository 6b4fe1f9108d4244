/** Takes our entries out of a settings file: its old bytes where nobody has changed it since, else nothing but the entries. */
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { noteFlags } from "../store/launch-file.ts";
import { findRegistrations } from "./find-registrations.ts";
import { type InstallRecord, readRecord, writeRecord } from "./install-record.ts";
import { planUninstall } from "./plan-uninstall.ts";
import { checkWritable, followLink, type ReadFile, readSettings, removeEmptyFolders, SettingsError, writeSettings } from "./write-settings.ts";

export interface Removal {
  /** `restored`: as it was before install. `edited`: somebody else's changes are kept. `none`: nothing of ours was there. */
  readonly kind: "restored" | "edited" | "none";
  readonly before: string | null;
  /** Null: the file goes, as install made it. */
  readonly after: string | null;
  readonly removed: number;
  /** Lines that start us among other things, as the client sees them. */
  readonly left: readonly string[];
  /** A backup of install that is no longer needed, or that stays beside an edited file. */
  readonly backup: string | null;
}

export function foreseeUninstall(file: string, stateDir: string | null): Removal {
  return decide(file, readSettings(file), readRecord(stateDir, file));
}

export function applyUninstall(file: string, stateDir: string | null): Removal {
  const read = readSettings(file);
  const record = readRecord(stateDir, file);
  const removal = decide(file, read, record);
  if (removal.kind !== "none") write(file, read, removal, record);
  if (removal.kind === "restored" && removal.backup !== null) rmSync(removal.backup, { force: true });
  if (stateDir !== null) noteFlags(stateDir, file, []);
  writeRecord(stateDir, file, null);
  return removal;
}

function decide(file: string, { text, hash }: ReadFile, record: InstallRecord | null): Removal {
  const backup = record?.before.kind === "backup" ? record.before.path : null;
  if (text === null) return { kind: "none", before: null, after: null, removed: 0, left: [], backup };
  const plan = planUninstall(text, { file, containers: record?.containers ?? null });
  if (!plan.ok) throw new SettingsError(plan.problem);
  const left = plan.mixed.map(({ event, command }) => `${event}: ${command}`);
  const common = { before: text, removed: plan.removed.length, left, backup };
  const original = record !== null && record.hash === hash ? originalOf(record) : undefined;
  if (original !== undefined) return { ...common, kind: "restored", after: original };
  if (plan.removed.length === 0) return { ...common, kind: "none", after: text };
  return { ...common, kind: "edited", after: plan.isEmpty && record?.before.kind === "absent" ? null : plan.text };
}

/** Undefined when it is no longer there, or holds entries of ours, from an older registration. */
function originalOf({ before }: InstallRecord): string | null | undefined {
  if (before.kind === "absent") return null;
  try {
    const { text } = readSettings(before.path);
    const isClean = text !== null && findRegistrations(text, { command: null, exists: () => true }).every(({ role }) => role === "other");
    return isClean ? text : undefined;
  } catch {
    return undefined;
  }
}

function write(file: string, { hash }: ReadFile, { after }: Removal, record: InstallRecord | null): void {
  checkWritable(file);
  const isDone = after === null ? removeFile(file, hash, record) : writeSettings({ path: file, text: after, expected: hash });
  if (!isDone) throw new SettingsError({ where: file, what: "was changed by somebody else just now", hint: "nothing was written; try again" });
}

function removeFile(file: string, expected: string | null, record: InstallRecord | null): boolean {
  const target = followLink(file);
  if (readSettings(target).hash !== expected) return false;
  rmSync(target);
  if (record?.madeFolder != null) removeEmptyFolders(dirname(target), record.madeFolder);
  return true;
}
