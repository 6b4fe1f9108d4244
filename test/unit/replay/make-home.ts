/** A temporary home with stores and transcripts, for tests that replay. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { type FoundTranscript, findTranscripts } from "../../../src/replay/find-transcripts.ts";
import type { OpenOptions } from "../../../src/replay/variant.ts";
import { makeFolder, makeTempDir, REPO_ROOT, writeFile } from "../builders.ts";

/** What a line of a store may say. */
type Fields = Readonly<Record<string, unknown>>;

export interface Said {
  readonly at: string | number;
  /** A prompt, a reply, a summary, a file that was read. */
  readonly user?: string;
  readonly assistant?: string;
  readonly summary?: string;
  readonly reads?: string;
  readonly runs?: string;
}

export class ReplayHome {
  readonly folder = makeTempDir();
  readonly store = join(this.folder, "store");
  readonly env = { HOME: this.folder, LORE_DATA_DIR: this.store };
  readonly open: OpenOptions = { env: this.env, shippedDir: REPO_ROOT, version: "test", loadStopwords: () => ({}) };

  /** With the records of the demonstration, or with none. */
  constructor(isDemo = false) {
    makeFolder(this.store);
    if (isDemo) cpSync(join(REPO_ROOT, "demo", "store"), this.store, { recursive: true });
  }

  project(name: string): string {
    return makeFolder(join(this.folder, "dev", name));
  }

  writeLines(path: string, lines: readonly Fields[]): string {
    return writeFile(join(this.store, path), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  writeTranscript(session: string, cwd: string, said: readonly Said[]): string {
    const lines = said.flatMap((each, number) => linesOf(each, { session, cwd, number }));
    return writeFile(join(this.folder, "transcripts", `${session}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  transcripts(): readonly FoundTranscript[] {
    const report = ({ where, what }: { readonly where: string; readonly what: string }): never => {
      throw new Error(`${where}: ${what}`);
    };
    return findTranscripts({ places: [join(this.folder, "transcripts")], since: null, limit: 1000, report });
  }
}

function linesOf(said: Said, { session, cwd, number }: { readonly session: string; readonly cwd: string; readonly number: number }): readonly Fields[] {
  const { at, user, assistant, summary, reads, runs } = said;
  const base = { uuid: `${session}-${number}`, sessionId: session, cwd, timestamp: new Date(at).toISOString() };
  if (user !== undefined) return [{ ...base, type: "user", message: { role: "user", content: user } }];
  if (summary !== undefined) return [{ ...base, type: "user", isCompactSummary: true, message: { role: "user", content: summary } }];
  const tool = reads === undefined ? { name: "Bash", input: { command: runs } } : { name: "Read", input: { file_path: join(cwd, reads) } };
  const block = assistant === undefined ? { type: "tool_use", id: `tool-${number}`, ...tool } : { type: "text", text: assistant };
  return [{ ...base, type: "assistant", message: { role: "assistant", content: [block] } }];
}
