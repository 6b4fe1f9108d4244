/** How many lines the stores have: how far they have grown, without parsing them. */
import { readFileSync } from "node:fs";
import type { StoreFile } from "../store/store-file.ts";

const NEWLINE = 0x0a;
/** A derived file has a header and a footer. */
const AROUND = 2;

/** What cannot be read has none. */
export function countLines(stores: readonly StoreFile[]): number {
  return stores.reduce((sum, { inline, path, derived }) => sum + (inline ? inline.length : Math.max(0, linesIn(path) - (derived ? AROUND : 0))), 0);
}

function linesIn(path: string): number {
  try {
    const bytes = readFileSync(path);
    let lines = bytes.length > 0 && bytes.at(-1) !== NEWLINE ? 1 : 0;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
    return lines;
  } catch {
    return 0;
  }
}
