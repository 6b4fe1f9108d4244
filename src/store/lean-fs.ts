/**
 * Stands for node:fs in the hook's bundles: the same calls, without what Node wraps around them. V8 compiles Node's wrappers
 * anew in every process, some fifty functions for a prompt, which was a tenth of the hook's cost. Where no binding
 * is lent, and for all that a prompt does not need, it is node:fs itself.
 */
import type * as NodeFs from "node:fs";
import { lent } from "./lent.ts";

const whole = (): typeof NodeFs => require("node:fs");

export const constants: typeof NodeFs.constants = lent?.constants ?? whole().constants;

/** What the C library would take for the end of the path. */
function checked(path: string): string {
  if (!path.includes("\0")) return path;
  throw Object.assign(new Error("a path cannot hold a NUL"), { code: "ERR_INVALID_ARG_VALUE" });
}

/** Whole and within the buffer: the binding ends the process for any other number. */
function checkStretch(bytes: Uint8Array, offset: number, length: number): void {
  const isWhole = (offset | 0) === offset && (length | 0) === length;
  if (!isWhole || offset < 0 || length < 0 || offset + length > bytes.byteLength) throw new RangeError("a stretch beyond its buffer");
}

class LeanStats {
  readonly dev: number;
  readonly mode: number;
  readonly uid: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;

  /** Of an array that the next call overwrites. */
  constructor(values: Float64Array) {
    this.dev = values[0] as number;
    this.mode = values[1] as number;
    this.uid = values[3] as number;
    this.ino = values[7] as number;
    this.size = values[8] as number;
    this.mtimeMs = (values[12] as number) * 1000 + (values[13] as number) / 1e6;
    this.ctimeMs = (values[14] as number) * 1000 + (values[15] as number) / 1e6;
  }

  isFile(): boolean {
    return (this.mode & 0o170000) === 0o100000;
  }

  isDirectory(): boolean {
    return (this.mode & 0o170000) === 0o040000;
  }
}

export function openSync(path: string, flags: string | number, mode = 0o666): number {
  if (lent === null || (typeof flags === "string" && flags !== "r")) return whole().openSync(path, flags, mode);
  return lent.fs.open(checked(path), typeof flags === "string" ? 0 : flags, mode);
}

export function closeSync(fd: number): void {
  if (lent === null) whole().closeSync(fd);
  else lent.fs.close(fd);
}

export function readSync(fd: number, bytes: Uint8Array, offset: number, length: number, position: number | null): number {
  if (lent === null) return whole().readSync(fd, bytes, offset, length, position);
  checkStretch(bytes, offset, length);
  if (position !== null && !Number.isSafeInteger(position)) throw new RangeError("a read from nowhere");
  return length === 0 ? 0 : lent.fs.read(fd, bytes, offset, length, position ?? -1);
}

export function writeSync(fd: number, bytes: Uint8Array, offset = 0, length = bytes.byteLength - offset): number {
  if (lent === null) return whole().writeSync(fd, bytes, offset, length);
  checkStretch(bytes, offset, length);
  const fault: { errno?: number } = {};
  const count = lent.fs.writeBuffer(fd, bytes, offset, length, null, undefined, fault);
  // What was not written may be tried again, and Node finds the words for an error.
  return fault.errno === undefined ? count : whole().writeSync(fd, bytes, offset, length);
}

export function statSync(path: string, options?: { readonly throwIfNoEntry?: boolean }): NodeFs.Stats | undefined {
  if (lent === null) return whole().statSync(path, options);
  const values = lent.fs.stat(checked(path), false, undefined, options?.throwIfNoEntry !== false);
  // All that the hook asks of one.
  return values && (new LeanStats(values) as unknown as NodeFs.Stats);
}

export function fstatSync(fd: number): NodeFs.Stats {
  if (lent === null) return whole().fstatSync(fd);
  return new LeanStats(lent.fs.fstat(fd, false, undefined, false)) as unknown as NodeFs.Stats;
}

export function existsSync(path: string): boolean {
  return lent === null ? whole().existsSync(path) : !path.includes("\0") && lent.fs.existsSync(path);
}

export function mkdirSync(path: string, options: { readonly mode: number; readonly recursive?: boolean }): void {
  if (lent === null || options.recursive) whole().mkdirSync(path, options);
  else lent.fs.mkdir(checked(path), options.mode, false);
}

// What only other events and refreshes need.
export const accessSync: typeof NodeFs.accessSync = (...args) => whole().accessSync(...args);
export const readFileSync = ((...args: Parameters<typeof NodeFs.readFileSync>) => whole().readFileSync(...args)) as typeof NodeFs.readFileSync;
export const ftruncateSync: typeof NodeFs.ftruncateSync = (...args) => whole().ftruncateSync(...args);
export const lstatSync = ((...args: Parameters<typeof NodeFs.lstatSync>) => whole().lstatSync(...args)) as typeof NodeFs.lstatSync;
export const readdirSync = ((...args: Parameters<typeof NodeFs.readdirSync>) => whole().readdirSync(...args)) as typeof NodeFs.readdirSync;
export const realpathSync = ((...args: Parameters<typeof NodeFs.realpathSync>) => whole().realpathSync(...args)) as typeof NodeFs.realpathSync;
export const renameSync: typeof NodeFs.renameSync = (...args) => whole().renameSync(...args);
export const unlinkSync: typeof NodeFs.unlinkSync = (...args) => whole().unlinkSync(...args);
export const writeFileSync: typeof NodeFs.writeFileSync = (...args) => whole().writeFileSync(...args);
