/** The hook's own way to files does what node:fs does, errors included, with the bindings and without. */
import * as nodeFs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type * as TextOf from "../../../src/store/text-of.ts";
import { runLean } from "./lean-module.ts";

type Fs = Pick<typeof nodeFs, "openSync" | "closeSync" | "readSync" | "writeSync" | "statSync" | "fstatSync" | "existsSync" | "mkdirSync" | "constants">;

const dir = nodeFs.mkdtempSync(join(tmpdir(), "lore-lean-"));
afterAll(() => nodeFs.rmSync(dir, { recursive: true, force: true }));
const file = join(dir, "a file ö");
nodeFs.writeFileSync(file, "0123456789");

/** As bin/lore-inject.js lends them. */
function bindings(): unknown {
  const { binding } = process as unknown as { binding(name: string): { fs: unknown } };
  const { utf8Slice, latin1Slice } = Buffer.prototype as unknown as Record<string, unknown>;
  return { fs: binding("fs"), buffer: { ...binding("buffer"), utf8Slice, latin1Slice }, constants: binding("constants").fs };
}

describe.each([
  ["with the bindings", bindings()],
  ["without", null],
])("%s", (_name, lent) => {
  const fs = runLean<Fs>("lean-fs", lent);

  it("tells a file's identity to the last digit", () => {
    for (const path of [file, dir]) {
      const expected = nodeFs.statSync(path);
      const { size, mtimeMs, ctimeMs, ino, mode, uid, dev } = expected;
      for (const stat of [fs.statSync(path), fs.fstatSync(nodeFs.openSync(path, "r"))]) {
        expect(stat).toMatchObject({ size, mtimeMs, ctimeMs, ino, mode, uid, dev });
        expect([stat.isFile(), stat.isDirectory()]).toEqual([expected.isFile(), expected.isDirectory()]);
      }
    }
  });

  it("does not confuse two files", () => {
    const [first, second] = [fs.statSync(file), fs.statSync(dir)];
    expect(first.ino).not.toBe(second.ino);
  });

  it("reads a stretch, and what comes next", () => {
    const fd = fs.openSync(file, "r");
    const bytes = new Uint8Array(6);
    expect(fs.readSync(fd, bytes, 1, 4, 3)).toBe(4);
    expect(Buffer.from(bytes).toString()).toBe("\x003456\0");
    expect(fs.readSync(fd, bytes, 0, 2, null)).toBe(2);
    expect(fs.readSync(fd, bytes, 2, 4, null)).toBe(4);
    expect(Buffer.from(bytes).toString()).toBe("012345");
    expect(fs.readSync(fd, bytes, 0, 0, 0)).toBe(0);
    expect(fs.readSync(fd, bytes, 0, 6, 100)).toBe(0);
    fs.closeSync(fd);
  });

  it("appends", () => {
    const path = join(dir, `appended-${_name}`);
    for (const text of ["one\n", "two\n"]) {
      const fd = fs.openSync(path, fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_APPEND, 0o600);
      expect(fs.writeSync(fd, Buffer.from(`>${text}`), 1, text.length)).toBe(text.length);
      fs.closeSync(fd);
    }
    expect(nodeFs.readFileSync(path, "utf8")).toBe("one\ntwo\n");
    expect(nodeFs.statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each<[string, (fs: Fs) => unknown, string]>([
    ["a missing file", ({ openSync }) => openSync(join(dir, "missing"), "r"), "ENOENT"],
    ["a file that is to be there", ({ statSync }) => statSync(join(dir, "missing")), "ENOENT"],
    ["a folder that is there", ({ mkdirSync }) => mkdirSync(dir, { mode: 0o700 }), "EEXIST"],
    ["a folder below nothing", ({ mkdirSync }) => mkdirSync(join(dir, "x/y"), { mode: 0o700 }), "ENOENT"],
    ["a file as a folder", ({ statSync }) => statSync(join(file, "x"), { throwIfNoEntry: true }), "ENOTDIR"],
    ["a descriptor for reading", (each) => each.writeSync(each.openSync(file, "r"), Buffer.from("x"), 0, 1), "EBADF"],
    ["a NUL in a path", ({ openSync }) => openSync(`${file}\0.txt`, "r"), "ERR_INVALID_ARG_VALUE"],
    ["a NUL in a path that is asked for", ({ statSync }) => statSync(`${file}\0.txt`), "ERR_INVALID_ARG_VALUE"],
  ])("%s fails as it does in Node", (_what, attempt, code) => {
    for (const each of [fs, nodeFs]) expect(() => attempt(each)).toThrow(expect.objectContaining({ code }));
  });

  it("a read or write beyond its buffer fails", () => {
    const fd = fs.openSync(file, "r");
    expect(() => fs.readSync(fd, new Uint8Array(4), 2, 3, 0)).toThrow(RangeError);
    expect(() => fs.readSync(fd, new Uint8Array(4), -1, 3, 0)).toThrow(RangeError);
    expect(() => fs.readSync(fd, new Uint8Array(4), 0, 3, 0.5)).toThrow(RangeError);
    expect(() => fs.writeSync(1, new Uint8Array(4), 2, 3)).toThrow(RangeError);
    fs.closeSync(fd);
  });

  it("bytes become text, and are compared", () => {
    const { utf8Text, latin1Text, isSame } = runLean<typeof TextOf>("text-of", lent);
    const bytes = new Uint8Array(Buffer.from("<größe>"));
    expect(utf8Text(bytes, 1, bytes.length - 1)).toBe("größe");
    expect(latin1Text(bytes, 1, bytes.length - 1)).toBe("grÃ¶Ã\u009fe");
    expect([isSame(bytes, Uint8Array.from(bytes)), isSame(bytes, bytes.subarray(1)), isSame(bytes, Uint8Array.from(bytes).fill(0, 3, 4))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("what is not there, is not there", () => {
    expect(fs.statSync(join(dir, "missing"), { throwIfNoEntry: false })).toBe(undefined);
    expect([fs.existsSync(file), fs.existsSync(join(dir, "missing")), fs.existsSync(`${file}\0`)]).toEqual([true, false, false]);
  });
});
