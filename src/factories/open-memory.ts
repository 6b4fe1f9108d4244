/** Lore's stores as the repositories of the memory hooks: handoffs are the summaries of sessions, all other records observations. */

import { estimateTokens } from "../budget/estimate-tokens.ts";
import { Core } from "../core.ts";
import { StoreQuestions } from "../engine/ask-stores.ts";
import { renderRecord } from "../render/render-record.ts";
import type { LoreRecord, SourceName } from "../types.ts";
import type { Memory, ObservationIndex, Session, SessionSummary } from "./memory-types.ts";

export interface MemoryPlace {
  /** Default: the process's own folder. */
  readonly cwd?: string;
  /** Default: the process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The package's own folder. Default: the one above the bundle's. */
  readonly shippedDir?: string;
}

/** What an agent may want to look up; the registry and raw handoffs are told elsewhere. */
const OBSERVATIONS: readonly SourceName[] = ["patterns", "journal", "failures", "inbox", "goals", "concepts", "evidence"];
/** No index is longer. */
const MAX_ENTRIES = 500;

export function openMemory({ cwd = process.cwd(), env, shippedDir }: MemoryPlace = {}): Memory {
  const core = new Core({ ...(env === undefined ? {} : { env }), ...(shippedDir === undefined ? {} : { shippedDir }), client: "opencode" });
  const folders = new Map<string, Folder>();
  const folderOf = (path: string): Folder => {
    const folder = folders.get(path) ?? new Folder(new StoreQuestions(core, path));
    folders.set(path, folder);
    return folder;
  };
  const { gitTop, cwd: own } = core.open(cwd).workspace;
  const projectPath = gitTop ?? own;
  return {
    observations: { getIndex: (path, limit) => folderOf(path).index(limit) },
    sessions: { getRecent: (path, limit) => folderOf(path).sessions(path, limit) },
    summaries: { getBySessionId: (id) => [...folders.values()].map((folder) => folder.summary(id)).find((summary) => summary !== null) ?? null },
    projectPath,
  };
}

/** One project's records, read again when a store has changed. */
class Folder {
  constructor(private readonly stores: StoreQuestions) {}

  index(limit: number): readonly ObservationIndex[] {
    const factor = this.stores.open().config.budget.token_factor;
    return this.stores
      .once("memory index", () =>
        this.stores
          .own(OBSERVATIONS)
          .slice(0, MAX_ENTRIES)
          .map((record) => toEntry(record, factor)),
      )
      .slice(0, limitOf(limit));
  }

  sessions(projectPath: string, limit: number): readonly Session[] {
    return this.handoffs()
      .slice(0, limitOf(limit))
      .map(({ id, at }) => ({
        id,
        projectPath,
        summaryId: id,
        ...(at === null ? {} : { startedAt: new Date(at).toISOString(), endedAt: new Date(at).toISOString() }),
      }));
  }

  summary(id: string): SessionSummary | null {
    const handoff = this.handoffs().find((record) => record.id === id);
    return handoff === undefined ? null : toSummary(handoff);
  }

  private handoffs(): readonly LoreRecord[] {
    return this.stores.once("memory handoffs", () => this.stores.own(["transfer"]).slice(0, MAX_ENTRIES));
  }
}

function toEntry(record: LoreRecord, factor: number): ObservationIndex {
  return {
    id: record.id,
    // Which session wrote a record is not among what is read of it.
    sessionId: "",
    type: record.kind,
    title: record.title,
    tokenCount: estimateTokens(renderRecord(record, "full", 0), factor),
    ...(record.at === null ? {} : { createdAt: new Date(record.at).toISOString() }),
  };
}

function toSummary({ id, title, body, tags }: LoreRecord): SessionSummary {
  const lines = body.map(([label, text]) => (label === "" || label === "Summary" ? text : `${label}: ${text}`));
  return { id, sessionId: id, summary: [title, ...lines].join("\n"), keyDecisions: [], concepts: tags };
}

function limitOf(limit: number): number {
  return Number.isFinite(limit) ? Math.min(MAX_ENTRIES, Math.max(0, Math.floor(limit))) : MAX_ENTRIES;
}
