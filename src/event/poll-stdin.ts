/**
 * For Bun alone, which lacks the binding that makes stdin non-blocking: asks the system's own poll(2)
 * whether a read would wait. Costs 0.6 ms of Bun's start; Node never comes here.
 */
interface Ffi {
  dlopen(library: string, symbols: object): { readonly symbols: { poll(descriptors: number, count: number, timeout: number): number } };
  ptr(view: Int32Array): number;
}

const STDIN = 0;
const POLLIN = 1;

/** Null where there is no poll (Windows) or no foreign function interface: then reads block. */
export function openPoll(): (() => boolean) | null {
  try {
    const ffi = require("bun:ffi") as Ffi;
    const { poll } = loadFirst(ffi, librariesOf(process.platform)).symbols;
    // struct pollfd: int fd, short events, short revents; little-endian on every machine Bun runs on.
    const descriptor = Int32Array.of(STDIN, POLLIN);
    return () => poll(ffi.ptr(descriptor), 1, 0) !== 0;
  } catch {
    return null;
  }
}

function librariesOf(platform: NodeJS.Platform): readonly string[] {
  if (platform === "darwin") return ["libSystem.dylib"];
  return platform === "linux" ? ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`] : [];
}

function loadFirst(ffi: Ffi, libraries: readonly string[]): ReturnType<Ffi["dlopen"]> {
  const [library, ...others] = libraries;
  if (library === undefined) throw new Error("no C library is known here");
  try {
    return ffi.dlopen(library, { poll: { args: ["ptr", "u64", "i32"], returns: "i32" } });
  } catch {
    return loadFirst(ffi, others);
  }
}
