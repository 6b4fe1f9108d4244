/** Segments that stay open between questions, for processes that stay. A file that was replaced or changed since is opened anew. */
import { sep } from "node:path";
import { readIdentity } from "../identity.ts";
import type { IndexPlace } from "./open-index.ts";
import { Segment } from "./segment.ts";

interface Kept {
  readonly stamp: string;
  readonly segment: Segment;
  /** The same for whoever asks; closing it closes nothing. */
  readonly lent: Segment;
}

/** Folders of several settings have an index each; nobody works in more at a time. */
const MOST = 24;

export class SegmentPool {
  private readonly kept = new Map<string, Kept>();

  /** The place, with its segments kept here. */
  keep(place: IndexPlace): IndexPlace {
    return { ...place, openSegment: (name) => this.open(place, name) };
  }

  close(): void {
    for (const path of this.kept.keys()) this.drop(path);
  }

  private open({ cacheDir, version }: IndexPlace, name: string): Segment | null {
    const path = cacheDir + sep + name;
    // Before it is opened: a change in between shows the next time.
    const { stamp } = readIdentity(path, 0);
    const known = this.kept.get(path);
    if (known?.stamp === stamp) {
      // The one that was used last goes last: those of the question at hand must not be closed for each other.
      this.kept.delete(path);
      this.kept.set(path, known);
      return known.lent;
    }
    this.drop(path);
    const segment = Segment.open(cacheDir, name, version);
    if (segment === null) return null;
    const lent = Object.create(segment, { close: { value: () => {} } }) as Segment;
    for (const oldest of this.kept.keys()) if (this.kept.size >= MOST) this.drop(oldest);
    this.kept.set(path, { stamp, segment, lent });
    return lent;
  }

  private drop(path: string): void {
    this.kept.get(path)?.segment.close();
    this.kept.delete(path);
  }
}
