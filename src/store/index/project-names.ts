/** The names of projects that lines give in fields of their own. Off the hot path. */
import { hashBytes } from "../identity.ts";
import type { JsonObject } from "../parse-line.ts";
import { namedProjects } from "../record-text.ts";
import { latin1Text } from "../text-of.ts";
import { HashSet } from "./hash-set.ts";
import type { PlainRecord } from "./plain-record.ts";

/** Beyond so many, further project names no longer turn a tag into one. */
const MAX_PROJECTS = 4096;

export class ProjectNames {
  /** In lower case. */
  readonly all = new Set<string>();
  /** Names repeat from line to line: those that were met as bytes. */
  private readonly met = new HashSet();
  private last: unknown = undefined;

  constructor(private readonly salt: number) {}

  addOf(value: JsonObject): void {
    if (value.project === this.last && value.projects === undefined) return;
    this.last = value.project;
    this.add(value);
  }

  addOfPlain({ line, projects }: PlainRecord): void {
    if (this.all.size >= MAX_PROJECTS) return;
    for (let i = 0; i < projects.count; i++) {
      const item = projects.items[i] as number;
      const start = line.starts[item] as number;
      const end = line.ends[item] as number;
      const [high, low] = hashBytes(line.bytes, start, end, this.salt);
      if (this.met.add(high, low)) this.add({ project: latin1Text(line.bytes, start, end) });
    }
  }

  private add(value: JsonObject): void {
    for (const name of namedProjects(value)) if (this.all.size < MAX_PROJECTS) this.all.add(name);
  }
}
