/** Rewriting a store as a whole: nothing of what others wrote is lost, whatever it is and whenever it came. */
import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { appendLine } from "../../../../src/store/writer/append-line.ts";
import { rewriteStore, type StoreLine } from "../../../../src/store/writer/rewrite-store.ts";

const folder = mkdtempSync(join(tmpdir(), "lore-rewrite-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function makeStore(content: string | Buffer): { readonly dir: string; readonly file: string } {
  const dir = join(folder, String(count++));
  mkdirSync(dir);
  const file = join(dir, "decisions.jsonl");
  writeFileSync(file, content, { mode: 0o600 });
  return { dir, file };
}

const without =
  (id: string) =>
  (lines: readonly StoreLine[]): readonly StoreLine[] =>
    lines.filter((line) => line.id !== id);

const [A, B, C] = ['{"id":"dec-a"}', '{"id":"dec-b"}', '{"id":"dec-c"}'];

it("keeps what is chosen, in its order, and says what it did", () => {
  const { dir, file } = makeStore(`${A}\n${B}\n${A}\n`);
  expect(rewriteStore(file, without("dec-a"))).toEqual({ linesBefore: 3, linesAfter: 1, bytesBefore: 45, bytesAfter: 15 });
  expect(readFileSync(file, "utf8")).toBe(`${B}\n`);
  expect(readdirSync(dir)).toEqual(["decisions.jsonl"]);
});

it("changes nothing, not even the file's inode, when nothing is chosen", () => {
  const { dir, file } = makeStore(`${A}\n`);
  const before = statSync(file);
  expect(rewriteStore(file, () => null)).toBeNull();
  expect(statSync(file)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  expect(readdirSync(dir)).toEqual(["decisions.jsonl"]);
});

it.each([0o600, 0o640, 0o644, 0o664, 0o666])("keeps the mode %o", (mode) => {
  const { file } = makeStore(`${A}\n${B}\n`);
  chmodSync(file, mode);
  rewriteStore(file, without("dec-a"));
  expect(statSync(file).mode & 0o777).toBe(mode);
});

it("of a killed process, the unfinished file is removed and the store is whole", () => {
  const { dir, file } = makeStore(`${A}\n${B}\n`);
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  writeFileSync(`${file}.${dead}.tmp`, '{"id":"dec-');
  mkdirSync(`${file}.lock`);
  writeFileSync(join(`${file}.lock`, `${dead}@${encodeURIComponent(hostname())}`), "");
  rewriteStore(file, without("dec-a"));
  expect(readFileSync(file, "utf8")).toBe(`${B}\n`);
  expect(readdirSync(dir)).toEqual(["decisions.jsonl"]);
});

it("the unfinished file of a living process, and of another store, stays", () => {
  const { dir, file } = makeStore(`${A}\n${B}\n`);
  const others = [`decisions.jsonl.${process.ppid}.tmp`, "other.jsonl.999999999.tmp"];
  for (const name of others) writeFileSync(join(dir, name), "");
  rewriteStore(file, without("dec-a"));
  expect(readdirSync(dir).sort()).toEqual(["decisions.jsonl", ...others].sort());
});

// In a container a killed process's id is soon another's: removeLeftovers takes the leftover for that of a living process (us), then "wx" fails with EEXIST.
it("a leftover under our own process id does not stop us", () => {
  const { file } = makeStore(`${A}\n${B}\n`);
  writeFileSync(`${file}.${process.pid}.tmp`, "half");
  rewriteStore(file, without("dec-a"));
  expect(readFileSync(file, "utf8")).toBe(`${B}\n`);
});

it("a lock under our own process id, of one that had it before us, does not stop us", () => {
  const { dir, file } = makeStore(`${A}\n${B}\n`);
  mkdirSync(`${file}.lock`);
  writeFileSync(join(`${file}.lock`, `${process.pid}@${encodeURIComponent(hostname())}`), "");
  rewriteStore(file, without("dec-a"));
  expect(readdirSync(dir)).toEqual(["decisions.jsonl"]);
});

it("an error while choosing leaves the store, no lock and no unfinished file", () => {
  const { dir, file } = makeStore(`${A}\n`);
  const choose = (): never => {
    throw new Error("no choice");
  };
  expect(() => rewriteStore(file, choose)).toThrow("no choice");
  expect(readFileSync(file, "utf8")).toBe(`${A}\n`);
  expect(readdirSync(dir)).toEqual(["decisions.jsonl"]);
});

it("when its lock is taken away meanwhile, nothing is changed", () => {
  const { dir, file } = makeStore(`${A}\n${B}\n`);
  const choose = (lines: readonly StoreLine[]): readonly StoreLine[] => {
    renameSync(join(`${file}.lock`, `${process.pid}@${encodeURIComponent(hostname())}`), join(`${file}.lock`, "7@elsewhere"));
    return without("dec-a")(lines);
  };
  expect(() => rewriteStore(file, choose)).toThrow(/lock was taken away: nothing was changed/);
  expect(readFileSync(file, "utf8")).toBe(`${A}\n${B}\n`);
  // The lock is the other's now.
  expect(readdirSync(dir).sort()).toEqual(["decisions.jsonl", "decisions.jsonl.lock"]);
});

it.each([
  ["a whole line", `${C}\n`],
  ["several", `${C}\n${C}\n`],
  ["a torn one", '{"id":"dec-'],
])("%s that a writer without a lock appends while we choose is not lost", (_what, appended) => {
  const { file } = makeStore(`${A}\n${B}\n`);
  const result = rewriteStore(file, (lines) => {
    appendFileSync(file, appended);
    return without("dec-a")(lines);
  });
  expect(readFileSync(file, "utf8")).toBe(`${B}\n${appended}`);
  expect(result?.bytesAfter).toBe(statSync(file).size);
});

it("a line whose second half comes while we choose is whole afterwards", () => {
  const { file } = makeStore(`${A}\n${B}\n{"id":`);
  rewriteStore(file, (lines) => {
    appendFileSync(file, '"dec-c"}\n');
    return without("dec-a")(lines);
  });
  expect(readFileSync(file, "utf8")).toBe(`${B}\n${C}\n`);
});

it("what is no record stays byte for byte: invalid UTF-8, NUL, CRLF, blank lines, a BOM", () => {
  const odd = Buffer.concat([
    Buffer.from([0xff, 0xfe, 0x80, 0x0a]),
    Buffer.from('{"id":"dec-x","text":"'),
    Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80]),
    Buffer.from('"}\n\n\u0000\u0000\n \r\n{"no":"id"}\r\n[1]\nnull\n\uFEFF{"id":"dec-y"}\n'),
  ]);
  const { file } = makeStore(Buffer.concat([Buffer.from(`${A}\n`), odd, Buffer.from(`${A}\n`)]));
  rewriteStore(file, without("dec-a"));
  expect(readFileSync(file).equals(odd)).toBe(true);
});

it("a torn last line is kept, and the next append starts a new line", () => {
  const { file } = makeStore(`${A}\n${B}\n{"id":"dec-torn","decis`);
  rewriteStore(file, without("dec-a"));
  expect(readFileSync(file, "utf8")).toBe(`${B}\n{"id":"dec-torn","decis`);
  appendLine(file, { id: "dec-c" }, { fsync: true });
  expect(readFileSync(file, "utf8")).toBe(`${B}\n{"id":"dec-torn","decis\n${C}\n`);
});

it("an empty store and one of a single torn line are left alone", () => {
  for (const content of ["", "{"]) {
    const { file } = makeStore(content);
    rewriteStore(file, (lines) => {
      expect(lines).toEqual([]);
      return lines;
    });
    expect(readFileSync(file, "utf8")).toBe(content);
  }
});

it("throws when there is no store, and leaves no lock", () => {
  const file = join(folder, "missing.jsonl");
  expect(() => rewriteStore(file, without("dec-a"))).toThrow(/ENOENT/);
  expect(existsSync(`${file}.lock`)).toBe(false);
});
