/**
 * Reads one event from stdin: bounded in size and in time, and without waiting for the end of
 * the stream once a whole JSON object has arrived.
 */

import { readSync } from "node:fs";
import { clock } from "../clock.ts";
import { openPoll } from "./poll-stdin.ts";

/** A prompt can hold a pasted log; the client itself stops far below this. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Nobody is writing: give up rather than hold the client's prompt. */
const MAX_WAIT_MS = 2000;
const CHUNK = 64 * 1024;
const CLOSING_BRACE = 0x7d;

export type StdinRead = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly reason: string };

export function readStdin(): StdinRead {
  const isBun = process.versions.bun !== undefined;
  const isReadable = isBun ? openPoll() : null;
  const blocks = isBun && isReadable === null;
  if (!isBun) makeNonBlocking();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let unchecked = false;
  const giveUpAt = clock() + MAX_WAIT_MS;
  for (;;) {
    const chunk = new Uint8Array(CHUNK);
    const count = isReadable?.() === false ? "again" : readSome(chunk);
    if (count === 0) break;
    if (count === "again") {
      // Nothing more for the moment: perhaps that was all, though the writer keeps the stream open.
      if (unchecked && isWholeJson(chunks)) break;
      unchecked = false;
      if (clock() > giveUpAt) return { ok: false, reason: `no complete event within ${MAX_WAIT_MS} ms` };
      sleep(1);
      continue;
    }
    size += count;
    if (size > MAX_BYTES) return { ok: false, reason: `input larger than ${MAX_BYTES} bytes` };
    chunks.push(chunk.subarray(0, count));
    unchecked = true;
    // The next read could wait for ever.
    if (blocks && isWholeJson(chunks)) break;
  }
  return { ok: true, bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks) };
}

/**
 * A blocking read of a silent socket cannot be interrupted, and loading node:net or the stream
 * of process.stdin to avoid it costs 13 to 18 % of Node's start; the binding beneath them costs
 * nothing. Where it is missing, the read blocks and the client's own time limit holds.
 */
function makeNonBlocking(): void {
  try {
    const binding = (process as unknown as { binding(name: string): PipeBinding }).binding("pipe_wrap");
    new binding.Pipe(binding.constants.SOCKET).open(0);
  } catch {
    // A regular file or a device: reads never wait.
  }
}

interface PipeBinding {
  readonly Pipe: new (type: number) => { open(fd: number): void };
  readonly constants: { readonly SOCKET: number };
}

function readSome(into: Uint8Array): number | "again" {
  try {
    return readSync(0, into, 0, into.length, null);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EAGAIN" || code === "EINTR") return "again";
    return 0; // EOF on Windows pipes, a closed descriptor, a directory: nothing more will come.
  }
}

function isWholeJson(chunks: readonly Uint8Array[]): boolean {
  const last = chunks[chunks.length - 1];
  if (!last) return false;
  let end = last.length - 1;
  while (end >= 0 && (last[end] ?? 0) <= 0x20) end--;
  if (last[end] !== CLOSING_BRACE) return false;
  try {
    JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

export function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
