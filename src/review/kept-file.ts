/** Which findings a person has answered with "keep", in the state folder: they are not asked again until the record changes. */
import { closeSync, constants, fstatSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../store/cache-file.ts";
import { parseObject } from "../store/parse-line.ts";
import type { EpochMs } from "../types.ts";
import { type Finding, fingerprint } from "./finding.ts";

const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

function keptFile(stateDir: string): string {
  return join(stateDir, "review.jsonl");
}

/** Fingerprints of findings. Lines that make no sense are passed over. */
export function readKept(stateDir: string | null): ReadonlySet<string> {
  if (stateDir === null) return new Set();
  let text: string;
  try {
    text = readFileSync(keptFile(stateDir), "utf8");
  } catch {
    return new Set();
  }
  return new Set(
    text.split("\n").flatMap((line) => {
      const kept = parseObject(line)?.kept;
      return typeof kept === "string" ? [kept] : [];
    }),
  );
}

/** By one write. Throws when it cannot be kept. */
export function writeKept(stateDir: string | null, finding: Finding, at: EpochMs): void {
  if (stateDir === null) throw new Error("there is no state folder: set HOME or XDG_STATE_HOME");
  makeFolder(stateDir);
  const fd = openSync(keptFile(stateDir), APPEND, 0o600);
  try {
    if (!fstatSync(fd).isFile()) throw new Error("review.jsonl is not a regular file");
    const line = { at, kept: fingerprint(finding), reason: finding.reason, records: finding.records.map(({ key }) => key) };
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    if (writeSync(fd, bytes, 0, bytes.length) < bytes.length) throw new Error("the disk is full");
  } finally {
    closeSync(fd);
  }
}
