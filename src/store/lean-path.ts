/** Stands for node:path in the hook's bundles: paths without detours are joined and cut here, all others by Node, whose functions V8 would have to compile first. */
import type * as NodePath from "node:path";

const whole = (): typeof NodePath => require("node:path");
const isPosix = process.platform !== "win32";

export const sep = isPosix ? "/" : "\\";

const DETOURS = ["//", "/./", "/../"];
const DEAD_ENDS = ["/", "/.", "/.."];

/** No part of it is empty, `.` or `..`, and it does not end with a slash. */
function isPlain(path: string): boolean {
  if (!isPosix || path === "" || path.charCodeAt(0) === 46) return false;
  return !DETOURS.some((detour) => path.includes(detour)) && !DEAD_ENDS.some((end) => path.endsWith(end));
}

export function isAbsolute(path: string): boolean {
  return isPosix ? path.charCodeAt(0) === 47 : whole().isAbsolute(path);
}

export function dirname(path: string): string {
  const end = path.lastIndexOf("/");
  // Whoever walks up from a folder ends here.
  if (end === 0 && isPosix) return "/";
  if (end < 0 || !isPosix || path.includes("//") || path.endsWith("/")) return whole().dirname(path);
  return path.slice(0, end);
}

export function join(...parts: readonly string[]): string {
  const path = parts.filter((part) => part !== "").join("/");
  return isPlain(path) ? path : whole().join(...parts);
}

export function resolve(...parts: readonly string[]): string {
  const [path] = parts;
  return parts.length === 1 && path !== undefined && isAbsolute(path) && isPlain(path) ? path : whole().resolve(...parts);
}

export function basename(path: string): string {
  return isPosix && !path.endsWith("/") ? path.slice(path.lastIndexOf("/") + 1) : whole().basename(path);
}

export const relative: typeof NodePath.relative = (...args) => whole().relative(...args);
