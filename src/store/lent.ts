/**
 * Node's own bindings, which bin/lore-inject.js lends to the hook on the releases of Node where they were tried; null
 * everywhere else. V8 compiles what Node wraps around them anew in every process.
 */
import type { constants } from "node:fs";

interface Fault {
  errno?: number;
}

interface FileBinding {
  open(path: string, flags: number, mode: number): number;
  close(fd: number): void;
  read(fd: number, bytes: Uint8Array, offset: number, length: number, position: number): number;
  writeBuffer(fd: number, bytes: Uint8Array, offset: number, length: number, position: number | null, request: undefined, fault: Fault): number;
  stat(path: string, big: false, request: undefined, throwIfNoEntry: boolean): Float64Array | undefined;
  fstat(fd: number, big: false, request: undefined, shouldNotThrow: boolean): Float64Array;
  existsSync(path: string): boolean;
  mkdir(path: string, mode: number, recursive: boolean): void;
}

interface BufferBinding {
  compare(a: Uint8Array, b: Uint8Array): number;
  isAscii(bytes: Uint8Array): boolean;
  utf8Slice(this: Uint8Array, start: number, end: number): string;
  latin1Slice(this: Uint8Array, start: number, end: number): string;
}

export interface Lent {
  readonly fs: FileBinding;
  readonly buffer: BufferBinding;
  readonly constants: typeof constants;
}

declare const module: { readonly lent?: Lent | null } | undefined;

/** Of the module that the loader made; other bundles know no such thing, and ES modules none at all. */
export const lent: Lent | null = (typeof module === "undefined" ? null : module.lent) ?? null;
