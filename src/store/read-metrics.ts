/** Reads the metrics back, the oldest file first, a stretch at a time: there may be a hundred thousand lines. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { MetricLine } from "../metrics/metric-line.ts";
import { parseMetric } from "../metrics/parse-metric.ts";
import type { EpochMs } from "../types.ts";
import { metricsFile } from "./metrics-file.ts";
import { namesIn, rotatedAt } from "./rotate-metrics.ts";
import { utf8Text } from "./text-of.ts";

export interface ReadOptions {
  /** Lines before it are left out, and files that hold no later ones are not read. */
  readonly since?: EpochMs;
  /** Told of each line that makes no sense. */
  readonly onBroken?: () => void;
  readonly progress?: { readonly start: (what: string, bytes: number) => void; readonly advance: (bytes: number) => void };
}

interface OpenFile {
  readonly fd: number;
  readonly size: number;
  readonly identity: string;
}

/** Hooks that had the file open when it was renamed still append to it. */
const LATE_MS = 60_000;
const STRETCH = 1024 * 1024;
const NEWLINE = 0x0a;
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export function* readMetrics(stateDir: string, { since = 0, onBroken, progress }: ReadOptions = {}): Generator<MetricLine> {
  const files = openAll(stateDir, since);
  let done = 0;
  progress?.start(
    "reading the metrics",
    files.reduce((sum, { size }) => sum + size, 0),
  );
  try {
    for (const file of files) {
      for (const [text, bytes] of readTexts(file)) {
        for (const line of text.split("\n")) {
          const metric = line === "" ? null : parseMetric(line);
          if (metric !== null && metric.at >= since) yield metric;
          else if (metric === null && line !== "") onBroken?.();
        }
        done += bytes;
        progress?.advance(done);
      }
    }
  } finally {
    for (const { fd } of files) closeSync(fd);
  }
}

/** The one that is written to is opened first: should it be renamed meanwhile, it is met twice and read once, not never. */
function openAll(stateDir: string, since: EpochMs): readonly OpenFile[] {
  const current = openFile(metricsFile(stateDir));
  const rotated = namesIn(stateDir)
    .map((name) => ({ name, at: rotatedAt(name) }))
    .filter((file): file is { name: string; at: EpochMs } => file.at !== null && file.at + LATE_MS >= since)
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => openFile(join(stateDir, name)));
  const isOther = (file: OpenFile): boolean => {
    if (file.identity !== current?.identity) return true;
    closeSync(file.fd);
    return false;
  };
  return [...rotated.filter((file) => file !== null).filter(isOther), ...(current === null ? [] : [current])];
}

/** Null for what is gone or is no file. */
function openFile(path: string): OpenFile | null {
  let fd: number;
  try {
    fd = openSync(path, READ);
  } catch {
    return null;
  }
  const stat = fstatSync(fd);
  if (stat.isFile()) return { fd, size: stat.size, identity: `${stat.dev}:${stat.ino}` };
  closeSync(fd);
  return null;
}

/** Whole lines, as many as a stretch holds, and how many bytes they took. What is longer than a stretch is no line. */
function* readTexts({ fd, size }: OpenFile): Generator<readonly [text: string, bytes: number]> {
  const buffer = Buffer.allocUnsafe(Math.min(STRETCH, size));
  for (let at = 0; at < size; ) {
    const length = readSync(fd, buffer, 0, Math.min(buffer.length, size - at), at);
    if (length === 0) return;
    const last = buffer.lastIndexOf(NEWLINE, length - 1);
    const used = last < 0 ? length : last + 1;
    yield [utf8Text(buffer, 0, used), used];
    at += used;
  }
}
