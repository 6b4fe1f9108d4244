/** What sessions were shown last, from their ledgers. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import { parseLedgerLine } from "../session/ledger-line.ts";
import { sessionsFolder } from "../store/ledger-file.ts";
import { readBounded } from "../store/read-bounded.ts";
import type { EpochMs } from "../types.ts";
import type { Section } from "./section.ts";

export interface Injected {
  readonly at: EpochMs;
  readonly session: string;
  readonly event: string;
  readonly ids: readonly string[];
}

/** What our own self-test is called, should its ledger have stayed. */
export const DOCTOR_SESSION = "doctor-";
const SHOWN = 10;
/** Sessions whose files are older than these have nothing among the last ten, as a rule. */
const LOOKED_AT = 20;
const MAX_BYTES = 16 * 1024 * 1024;
const WIDTH = 60;

export function readInjections(stateDir: string | null): readonly Injected[] {
  const folder = stateDir === null ? null : sessionsFolder(stateDir);
  const found = folder === null ? [] : newest(folder).flatMap((name) => injectionsIn(join(folder, name), name.slice(0, -".jsonl".length)));
  return found.sort((a, b) => b.at - a.at).slice(0, SHOWN);
}

export function checkInjections(stateDir: string | null): Omit<Section, "title"> {
  const injections = readInjections(stateDir);
  const lines = injections.map(
    ({ at, session, event, ids }) =>
      `${timeText(at)}  ${neutralizeLine(session).slice(0, 8).padEnd(8)}  ${neutralizeLine(event).slice(0, 8).padEnd(8)} ${idsText(ids)}`,
  );
  return { lines: lines.length === 0 ? ["none yet"] : lines, findings: [], facts: injections };
}

export function timeText(at: EpochMs): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "at no known time" : date.toISOString().slice(0, 16).replace("T", " ");
}

function idsText(ids: readonly string[]): string {
  return shorten(neutralizeLine(ids.join(", ")), WIDTH);
}

function newest(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl") && !name.startsWith(DOCTOR_SESSION))
      .map((name) => ({ name, at: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => b.at - a.at)
      .slice(0, LOOKED_AT)
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function injectionsIn(path: string, session: string): readonly Injected[] {
  return textOf(path)
    .split("\n")
    .flatMap((text) => {
      const line = parseLedgerLine(text);
      const ids = (line?.shown ?? []).map(([key]) => key.slice(key.indexOf(":") + 1));
      return line === null || ids.length === 0 ? [] : [{ at: line.at, session, event: line.event, ids }];
    });
}

function textOf(path: string): string {
  try {
    return readBounded(path, MAX_BYTES);
  } catch {
    return "";
  }
}
