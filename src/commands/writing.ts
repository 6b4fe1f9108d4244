/** What every command that writes has in common: the store, where it is written from, what it must not repeat, what it says afterwards. */
import { clock } from "../clock.ts";
import { inject } from "../inject.ts";
import type { Context } from "../open-context.ts";
import { cleanFields, cleanText } from "../privacy/clean.ts";
import { readGitHead } from "../project/read-git-head.ts";
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import type { Scored } from "../types.ts";
import { composeRecord, type Said } from "../write/compose-record.ts";
import { makeId } from "../write/make-id.ts";
import { RecordStore, type Version } from "../write/record-store.ts";
import { type Origin, SOURCE_OF, type StoredFields, type Writable } from "../write/writable.ts";
import { CommandError, type CommonOptions, makeProgress, openForCommand, print, printJson, readText } from "./runtime.ts";

export interface WriteOptions extends CommonOptions {
  readonly project?: string;
  readonly session?: string;
  readonly tags?: readonly string[];
  readonly force?: boolean;
  /** Into the repository's own store. */
  readonly shared?: boolean;
  readonly json?: boolean;
}

const progress = makeProgress("going through the stores");

export function openWriter(options: CommonOptions): { readonly context: Context; readonly store: RecordStore } {
  const context = openForCommand(options);
  return { context, store: new RecordStore(context, () => void progress.tick()) };
}

/** The text of a command: its words, or standard input for `-`. */
export function textFrom(words: readonly string[]): string {
  const text = cleanText(readText(words.join(" "))).trim();
  if (text === "") throw new CommandError("there is nothing to write", "give the text, or - to read it from standard input");
  return text;
}

/** Writes one record and says its id. */
export function write(kind: Writable, said: Said, options: WriteOptions): void {
  const { context, store } = openWriter(options);
  const id = makeId(kind, context.now);
  const fields = cleanFields(composeRecord(kind, id, { ...said, tags: options.tags }, originOf(context, options))) as StoredFields;
  const similar = options.force ? [] : findSimilar(kind, said.text, context);
  const [like] = similar.filter(({ isSame }) => isSame);
  if (like !== undefined) throw new CommandError(`like ${like.id} (${like.title})`, `lore-inject edit ${like.id}, or --force to write it all the same`);
  const file = attempt(() => store.add(kind, fields, options.shared));
  if (options.json) return printJson({ id, kind, file, fields, related: similar.map((each) => each.id) });
  print([id]);
  for (const each of similar)
    process.stderr.write(`still active on this subject: ${each.id} ${each.title} (lore-inject supersede ${each.id} "…" if this replaces it)\n`);
}

export function originOf(context: Context, { project, session }: WriteOptions): Origin {
  const { gitTop } = context.workspace;
  const head = gitTop === null ? { branch: null, commit: null } : readGitHead(gitTop);
  return {
    project: project ?? context.project.name,
    sessionId: session ?? process.env.LORE_SESSION_ID ?? null,
    branch: head.branch,
    commit: head.commit?.slice(0, 12) ?? null,
    now: new Date(context.now),
  };
}

interface Similar {
  readonly id: string;
  readonly title: string;
  /** So much alike that it is the same thing said twice. */
  readonly isSame: boolean;
}

/** Words in common that make two texts one. */
const SAME = 0.7;
const SHOWN = 3;

/** Records of the same kind that say the same; for a decision also those that the new one may contradict. */
function findSimilar(kind: Writable, text: string, context: Context): readonly Similar[] {
  if (kind === "handoff" || kind === "goal") return [];
  const event = { name: "UserPromptSubmit", prompt: text, cwd: context.workspace.cwd, sessionId: null, agent: null, transcript: "" } as const;
  const { trace } = inject(event, context, { startedAt: clock(), explain: true, allSources: true });
  const ofKind = trace.scored.filter(
    ({ record, rejected }) => record.source === SOURCE_OF[kind] && record.kind === kind && rejected?.by !== "a later line of this id",
  );
  return ofKind
    .map((scored) => ({
      ...describe(scored),
      isSame: overlap(text, scored.record.title) >= SAME,
      isNear: scored.rejected === null && scored.affinity === "own",
    }))
    .filter(({ isSame, isNear }) => isSame || (kind === "decision" && isNear))
    .slice(0, SHOWN);
}

function describe({ record }: Scored): Pick<Similar, "id" | "title"> {
  return { id: neutralizeLine(record.id), title: shorten(neutralizeLine(record.title), 80) };
}

function overlap(a: string, b: string): number {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  const both = [...first].filter((word) => second.has(word)).length;
  const either = first.size + second.size - both;
  return either === 0 ? 0 : both / either;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);
}

/** The last line of an id, for commands that change it. */
export function latest(id: string, store: RecordStore): Version {
  const version = attempt(() => store.versionsOf(id)).at(-1);
  if (version === undefined)
    throw new CommandError(`no record ${id} in a JSONL store`, "lore-inject list shows what there is; YAML documents are edited in their files");
  return version;
}

/** What the disk says becomes what the person reads. */
export function attempt<T>(work: () => T, hint = "nothing was changed"): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError((error as Error).message, hint);
  } finally {
    progress.done();
  }
}

export function now(context: Context): string {
  return `${new Date(context.now).toISOString().slice(0, 19)}Z`;
}
