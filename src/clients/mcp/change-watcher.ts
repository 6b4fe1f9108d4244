/** Notices that stores or the activity spool changed: by fs.watch, and by looking twice a second where that cannot be had. */
import { type FSWatcher, watch as fsWatch, type Stats, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { clock } from "../../clock.ts";

export interface Watched {
  /** Null where nothing can be kept. */
  readonly spool: string | null;
  readonly stores: readonly string[];
}

/** What changed. */
export type Change = "activity" | "stores";

export interface WatcherOptions {
  /** What to look at, as it is now. */
  readonly find: () => Watched;
  readonly onChange: (changes: ReadonlySet<Change>) => void;
  readonly watch?: (folder: string, listener: (name: string | null) => void, onError: () => void) => Pick<FSWatcher, "close">;
  readonly pollMs?: number;
}

/** The first change is told at once; those that follow it so closely are one: a write is several events. */
const DEBOUNCE_MS = 3;
const POLL_MS = 500;
const STORE_FILE = /\.(?:jsonl|ndjson|json|ya?ml)$/;

export class ChangeWatcher {
  private readonly folders = new Map<string, Pick<FSWatcher, "close">>();
  private readonly changes = new Set<Change>();
  private watched: Watched = { spool: null, stores: [] };
  private seen = new Map<string, string>();
  private timer: NodeJS.Timeout | null = null;
  private poll: NodeJS.Timeout | null = null;
  private toldAt = 0;
  private isRunning = false;

  constructor(private readonly options: WatcherOptions) {}

  start(): void {
    this.stop();
    this.isRunning = true;
    this.look();
    this.compare(() => {});
  }

  stop(): void {
    this.isRunning = false;
    for (const watcher of this.folders.values()) watcher.close();
    this.folders.clear();
    this.seen.clear();
    for (const timer of [this.timer, this.poll]) if (timer !== null) clearTimeout(timer);
    this.timer = null;
    this.poll = null;
    this.changes.clear();
  }

  /** For whoever made the change: no need to wait until the system says so. */
  note(...changes: readonly Change[]): void {
    if (!this.isRunning || changes.length === 0) return;
    for (const change of changes) this.changes.add(change);
    if (this.timer !== null) return;
    const wait = this.toldAt + DEBOUNCE_MS - clock();
    // A timer takes a millisecond even for nothing.
    if (wait <= 0) return this.tell();
    this.timer = setTimeout(() => this.tell(), wait);
    this.timer.unref();
  }

  private tell(): void {
    this.timer = null;
    this.toldAt = clock();
    const changes = new Set(this.changes);
    this.changes.clear();
    // Before it is told: what changes from now on is another change. What else has changed by now goes with it, as the
    // system's word of it will be taken for old news.
    this.compare((change) => changes.add(change));
    this.options.onChange(changes);
    // A store may be new, or the first in its folder.
    if (changes.has("stores")) this.look();
  }

  /** Watches the folders of everything that there is, or will be. */
  private look(): void {
    if (!this.isRunning) return;
    this.watched = this.options.find();
    const wanted = new Set(filesOf(this.watched).map((file) => nearestFolder(dirname(file))));
    for (const [folder, watcher] of this.folders)
      if (!wanted.has(folder)) {
        watcher.close();
        this.folders.delete(folder);
      }
    for (const folder of wanted) if (!this.folders.has(folder)) this.watchFolder(folder);
  }

  private watchFolder(folder: string): void {
    const watch = this.options.watch ?? watchWith;
    const fallBack = (): void => {
      this.folders.get(folder)?.close();
      this.folders.delete(folder);
      this.startPolling();
    };
    try {
      this.folders.set(
        folder,
        watch(folder, (name) => this.hear(folder, name), fallBack),
      );
    } catch {
      fallBack();
    }
  }

  /** Locks and files written aside come and go in these folders too. */
  private hear(folder: string, name: string | null): void {
    const { spool, stores } = this.watched;
    // What was told already is heard of once more when the system comes to it.
    const isIn = (file: string): boolean => dirname(file) === folder && (name === null || basename(file) === name) && stampOf(file) !== this.seen.get(file);
    if (spool !== null && isIn(spool)) return this.note("activity");
    if (stores.some(isIn) || (this.isNewStore(folder, name) && stores.some((file) => dirname(file) === folder))) return this.note("stores");
    // A folder on the way to a file that was yet to be made, and may be there before we watch it.
    const way = join(folder, name ?? "") + (name === null ? "" : sep);
    if (filesOf(this.watched).some((file) => file.startsWith(way) && dirname(file) !== folder)) this.lookAgain();
  }

  /** One that matches a pattern of the settings is not known before it is there. */
  private isNewStore(folder: string, name: string | null): boolean {
    return name !== null && STORE_FILE.test(name) && !filesOf(this.watched).includes(join(folder, name));
  }

  private lookAgain(): void {
    this.look();
    const found = new Set<Change>();
    this.compare((change) => found.add(change));
    this.note(...found);
  }

  private startPolling(): void {
    if (!this.isRunning || this.poll !== null) return;
    this.poll = setInterval(() => this.lookAgain(), this.options.pollMs ?? POLL_MS);
    this.poll.unref();
  }

  /** By time and size, against what was seen before; what was never looked at is no change. */
  private compare(onChange: (change: Change) => void): void {
    for (const file of filesOf(this.watched)) {
      const before = this.seen.get(file);
      const now = stampOf(file);
      this.seen.set(file, now);
      if (before !== undefined && before !== now) onChange(file === this.watched.spool ? "activity" : "stores");
    }
  }
}

function filesOf({ spool, stores }: Watched): readonly string[] {
  return spool === null ? stores : [spool, ...stores];
}

function watchWith(folder: string, listener: (name: string | null) => void, onError: () => void): FSWatcher {
  const watcher = fsWatch(folder, { persistent: false }, (_event, name) => listener(name));
  watcher.on("error", onError);
  return watcher;
}

function stampOf(file: string): string {
  const stat = statOf(file);
  return stat === undefined ? "" : `${stat.mtimeMs}:${stat.size}:${stat.ino}`;
}

function nearestFolder(folder: string): string {
  for (let path = folder; ; path = dirname(path)) if (statOf(path)?.isDirectory() || dirname(path) === path) return path;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
