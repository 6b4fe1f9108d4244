/** What we keep beside the records: the index, the cache, the ledgers of sessions, and what killed processes left there. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { neutralizeLine } from "../render/neutralize.ts";
import { describeIndex } from "../store/index/describe-index.ts";
import type { IndexPlace } from "../store/index/open-index.ts";
import { sessionsFolder } from "../store/ledger-file.ts";
import type { StoreFile } from "../store/store-file.ts";
import type { Leftover } from "./find-leftovers.ts";
import { count, type Finding, type Section, shortPath, sizeText } from "./section.ts";

interface IndexRequest {
  /** Null when it is switched off or there is no cache folder. */
  readonly index: IndexPlace | null;
  readonly stores: readonly StoreFile[];
  readonly knownProjects: readonly string[];
}

export interface StateRequest extends IndexRequest {
  readonly cacheDir: string | null;
  readonly stateDir: string | null;
  readonly leftovers: readonly Leftover[];
  readonly home: string | null;
}

export function checkState(request: StateRequest): Omit<Section, "title"> {
  const index = describe(request);
  const cache = sizeOf(request.cacheDir);
  const sessions = sizeOf(request.stateDir === null ? null : sessionsFolder(request.stateDir));
  return {
    lines: [`${index.text}; cache ${sizeText(cache.bytes)}; ${count(sessions.files, "session")}, ${sizeText(sessions.bytes)}`],
    findings: [
      ...(index.damage === null ? [] : [damaged(index.damage)]),
      ...request.leftovers.map(({ kind, path }) => leftover(kind, shortPath(path, request.home))),
    ],
    facts: { index: index.facts, cache, sessions, leftovers: request.leftovers },
  };
}

function describe({ index, stores, knownProjects }: IndexRequest): { readonly text: string; readonly damage: string | null; readonly facts: unknown } {
  if (index === null) return { text: "off", damage: null, facts: null };
  const status = describeIndex({ place: index, stores, knownProjects });
  const damage = isDamaged(status.due) ? status.due : null;
  const state =
    status.state === "none"
      ? "none needed, the stores are read directly"
      : `${status.state === "due" ? "to be refreshed" : "fresh"}, ${sizeText(status.bytes)}`;
  return { text: damage === null ? state : "damaged", damage, facts: status };
}

export function isDamaged(due: string | null): boolean {
  return due?.includes("is damaged") ?? false;
}

function damaged(what: string): Finding {
  return {
    severity: "warning",
    code: "damaged-index",
    what: `the index: ${neutralizeLine(what)}`,
    remedy: "lore-inject index rebuild, or lore-inject doctor --fix",
  };
}

function leftover(kind: Leftover["kind"], path: string): Finding {
  const what = kind === "lock" ? `${path} is the lock of a process that is gone` : `${path} was left by a process that is gone`;
  return { severity: "note", code: "leftover", what, remedy: "lore-inject doctor --fix" };
}

/** Without what lies in folders below: there is none of ours. */
function sizeOf(folder: string | null): { readonly files: number; readonly bytes: number } {
  try {
    const sizes = readdirSync(folder ?? "").flatMap((name) => {
      const stat = statSync(join(folder ?? "", name), { throwIfNoEntry: false });
      return stat?.isFile() ? [stat.size] : [];
    });
    return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } catch {
    return { files: 0, bytes: 0 };
  }
}
