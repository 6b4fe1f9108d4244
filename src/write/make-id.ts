/** Ids in lore's form: the kind, then eight hex digits; patterns and goals carry the time as well. */
import { randomBytes } from "node:crypto";
import type { EpochMs } from "../types.ts";
import type { Writable } from "./writable.ts";

export const PREFIXES: Readonly<Record<Writable, string>> = {
  decision: "dec",
  pattern: "pat",
  "anti-pattern": "anti",
  failure: "fail",
  observation: "obs",
  signal: "sig",
  evidence: "evi",
  handoff: "hand",
  goal: "goal",
};

export function makeId(kind: Writable, now: EpochMs): string {
  const random = randomBytes(4).toString("hex");
  const seconds = Math.floor(now / 1000);
  if (kind === "goal") return `goal-${seconds}-${random}`;
  const isPattern = kind === "pattern" || kind === "anti-pattern";
  return `${PREFIXES[kind]}-${isPattern ? `${String(seconds).slice(-6)}-` : ""}${random}`;
}
