/** Adding one line: whole or not at all, whatever is there already. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { appendLine, appendLines, MAX_LINE } from "../../../../src/store/writer/append-line.ts";

const folder = mkdtempSync(join(tmpdir(), "lore-append-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function newFile(): string {
  const dir = join(folder, String(count++));
  mkdirSync(dir);
  return join(dir, "s.jsonl");
}

const add = (file: string, record: object, fsync = false): void => appendLine(file, record, { fsync });

it("makes the store for its owner alone, and leaves no lock", () => {
  const dir = join(folder, "a", "b");
  add(join(dir, "s.jsonl"), { id: "x" }, true);
  expect(readFileSync(join(dir, "s.jsonl"), "utf8")).toBe('{"id":"x"}\n');
  expect(statSync(join(dir, "s.jsonl")).mode & 0o777).toBe(0o600);
  for (const each of [dir, join(folder, "a")]) expect(statSync(each).mode & 0o777).toBe(0o700);
  expect(readdirSync(dir)).toEqual(["s.jsonl"]);
});

it("line breaks of a text are no line breaks of the store", () => {
  const file = newFile();
  add(file, { id: "x", text: "a\nb\r\nc\u2028d" });
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(2);
});

it("behind a torn line it starts a new one; invalid bytes before it stay", () => {
  const file = newFile();
  const torn = Buffer.from([0x7b, 0xff, 0x80]);
  writeFileSync(file, torn);
  add(file, { id: "x" });
  expect(readFileSync(file).equals(Buffer.concat([torn, Buffer.from('\n{"id":"x"}\n')]))).toBe(true);
});

it("a record of exactly the greatest length is written, one byte more is refused and nothing made", () => {
  const overhead = JSON.stringify({ id: "x", text: "" }).length;
  const file = newFile();
  expect(() => add(file, { id: "x", text: "a".repeat(MAX_LINE - overhead + 1) })).toThrow(/has 262145 bytes, at most 262144 are kept: shorten it/);
  expect(() => add(file, { id: "x", text: "é".repeat(MAX_LINE / 2) })).toThrow(/at most/);
  expect(existsSync(file)).toBe(false);
  add(file, { id: "x", text: "a".repeat(MAX_LINE - overhead) });
  expect(statSync(file).size).toBe(MAX_LINE + 1);
});

it("a folder and a link in the place of the store are refused, and no lock is left", () => {
  const file = newFile();
  mkdirSync(file);
  expect(() => add(file, { id: "x" })).toThrow(/EISDIR/);
  const link = newFile();
  symlinkSync(file, link);
  expect(() => add(link, { id: "x" })).toThrow();
  expect(existsSync(`${file}.lock`) || existsSync(`${link}.lock`)).toBe(false);
});

it.skipIf(process.platform === "win32")("a pipe in the place of the store is refused at once", () => {
  const file = newFile();
  expect(spawnSync("mkfifo", [file]).status).toBe(0);
  expect(() => add(file, { id: "x" })).toThrow(/is not a regular file/);
});

it("many lines are one write: all of them behind a torn line, or none", () => {
  const file = join(folder, "many", "decisions.jsonl");
  mkdirSync(join(folder, "many"));
  writeFileSync(file, '{"id":"torn"');
  appendLines(file, [{ id: "a" }, { id: "b" }], { fsync: true });
  expect(readFileSync(file, "utf8")).toBe('{"id":"torn"\n{"id":"a"}\n{"id":"b"}\n');
  expect(() => appendLines(file, [{ id: "c" }, { id: "x".repeat(300_000) }], { fsync: false })).toThrow("at most");
  appendLines(file, [], { fsync: false });
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(4);
});
