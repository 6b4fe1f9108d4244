/** What may have happened to a store since a segment was made of it. */
import { appendFileSync, closeSync, openSync, readFileSync, renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readIdentity } from "../../../../src/store/identity.ts";
import { type Coverage, SAMPLE_BYTES } from "../../../../src/store/index/format.ts";
import { assess } from "../../../../src/store/index/freshness.ts";
import { makeTempDir, writeFile } from "../../builders.ts";
import { age, open, refresh, storeAt } from "../index-builders.ts";

function line(number: number): string {
  return `${JSON.stringify({ id: `dec-${10_000_000 + number}`, decision: `kafka number ${number}` })}\n`;
}

const LONG = Array.from({ length: 200 }, (_, number) => line(number)).join("");

function cover(text: string): { readonly path: string; readonly coverage: Coverage; readonly now: () => string } {
  const folder = makeTempDir();
  const path = age(writeFile(join(folder, "decisions.jsonl"), text));
  refresh(folder, [storeAt(path)]);
  const { segments } = open(folder, [storeAt(path)]);
  for (const { segment } of segments) segment.close();
  return { path, coverage: segments[0]?.segment.footer.coverage[0] as Coverage, now: () => readIdentity(path, Date.now()).stamp };
}

function overwrite(path: string, at: number, text: string): void {
  const fd = openSync(path, "r+");
  writeSync(fd, text, at);
  closeSync(fd);
}

type Case = readonly [name: string, change: (path: string) => void, expected: ReturnType<typeof assess>];

function both(...changes: readonly ((path: string) => void)[]): (path: string) => void {
  return (path) => {
    for (const change of changes) change(path);
  };
}

const append = (text: string) => (path: string) => appendFileSync(path, text);
const cut = (size: number) => (path: string) => truncateSync(path, size);
const rewrite = (text: string) => (path: string) => writeFileSync(path, text);
const edit = (at: number) => (path: string) => overwrite(path, at, "redis");
function swapFor(text: string): (path: string) => void {
  return (path) => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  };
}

const CASES: readonly Case[] = [
  ["nothing", () => {}, "same"],
  ["a line appended", append(line(999)), "grown"],
  ["half a line appended", append('{"id":'), "grown"],
  ["touched", age, "changed"],
  ["cut short by one byte", cut(LONG.length - 1), "changed"],
  ["emptied", cut(0), "changed"],
  ["cut short, then grown beyond what it was", both(cut(500), append(LONG)), "changed"],
  ["rewritten with the same size", rewrite(LONG.replaceAll("kafka", "redis")), "changed"],
  ["edited in the middle", edit(LONG.length / 2), "changed"],
  ["the same text in another file put in its place", swapFor(LONG), "changed"],
  ["a longer file put in its place", swapFor(LONG + line(1)), "changed"],
  ["gone", (path) => rmSync(path), "changed"],
  ["grown, and edited near its beginning", both(append(line(1)), edit(SAMPLE_BYTES - 5)), "changed"],
  ["grown, and edited near its end", both(append(line(1)), edit(LONG.length - SAMPLE_BYTES + 5)), "changed"],
];

describe("assess", () => {
  it.each(CASES)("%s", (_name, change, expected) => {
    const { path, coverage, now } = cover(LONG);
    change(path);
    expect(assess(coverage, now())).toBe(expected);
  });

  it("edited, its size and time put back: the time of the change itself tells", () => {
    const { path, coverage, now } = cover(LONG);
    const { atime, mtime } = statSync(path);
    overwrite(path, LONG.length / 2, "redis");
    utimesSync(path, atime, mtime);
    expect(assess(coverage, now())).toBe("changed");
  });

  it("a stamp that was too young to be trusted is not: both ends are compared", () => {
    const { path, coverage, now } = cover(LONG);
    const young = { ...coverage, settled: false };
    expect(assess(young, now())).toBe("grown");
    expect(assess({ ...young, tail: young.tail ^ 1 }, now())).toBe("changed");
    expect(readFileSync(path, "utf8")).toBe(LONG);
  });

  it("a torn last line is not covered, and may end otherwise", () => {
    const { path, coverage, now } = cover(`${LONG}{"id":"dec-1","deci`);
    expect(coverage.to).toBe(LONG.length);
    expect(assess(coverage, now())).toBe("same");
    appendFileSync(path, 'sion":"x"}\n');
    expect(assess(coverage, now())).toBe("grown");
    truncateSync(path, LONG.length);
    expect(assess(coverage, now())).toBe("grown");
    truncateSync(path, LONG.length - 1);
    expect(assess(coverage, now())).toBe("changed");
  });

  // Accepted: looking at every byte would cost what the index saves. A line that is shown is compared with what was indexed, and the next refresh sees it.
  it("known limit: an edit far from both ends together with an appended line looks like an appended line, until the index is refreshed", () => {
    const folder = makeTempDir();
    const path = age(writeFile(join(folder, "decisions.jsonl"), LONG));
    const stores = [storeAt(path)];
    refresh(folder, stores);
    overwrite(path, LONG.indexOf("kafka number 100"), "redis");
    appendFileSync(path, line(999));
    age(path);
    expect(open(folder, stores).due).toBeNull();
    expect(refresh(folder, stores)?.map(({ kind, reason }) => [kind, reason])).toEqual([["base", `${path} was edited`]]);
  });
});
