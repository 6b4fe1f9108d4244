/**
 * A session's file in the state folder: lines are appended by one write each, so that hooks that run at once never tear each
 * other's, and the order of the lines is the order in which things happened. Deleting it loses what was shown, nothing else.
 */
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { sep } from "node:path";
import { Ledger } from "../session/ledger.ts";
import type { LedgerLine } from "../session/ledger-line.ts";
import { makeFolder } from "./cache-file.ts";
import { hashText } from "./identity.ts";
import { utf8Text } from "./text-of.ts";

/** Of a longer file only the end is read: what was shown so long ago has been compacted away. */
const MAX_BYTES = 1024 * 1024;
/** A line beyond this is not written: appending it might not be one write. */
const MAX_LINE = 64 * 1024;
const MAX_NAME = 80;
const APPEND = constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
const NEWLINE = 0x0a;

export interface LedgerPlace {
  readonly stateDir: string;
  readonly sessionId: string;
  /** Nothing is written: somebody looks what would happen. */
  readonly isTrial?: boolean;
}

export class LedgerFile {
  readonly ledger = new Ledger();
  private size = 0;
  private isTorn = false;
  private fd: number | null = null;
  /** Why the last line was not written; null when it was. */
  fault: Error | null = null;

  /** Whatever is wrong with the file, the session goes on without memory. */
  constructor(private readonly place: LedgerPlace) {
    try {
      this.fd = openSync(pathOf(place), APPEND);
      this.readOn(this.fd);
    } catch {
      this.close();
    }
  }

  private readOn(fd: number): void {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error("not a regular file");
    const bytes = Buffer.allocUnsafe(Math.min(stat.size, MAX_BYTES));
    const from = stat.size - bytes.length;
    let done = 0;
    for (let count = 1; count > 0 && done < bytes.length; done += count) count = readSync(fd, bytes, done, bytes.length - done, from + done);
    if (done > 0) this.ledger.read(utf8Text(bytes, 0, done));
    // A line that is only half there may be another run's, to be read once more.
    this.isTorn = done > 0 && bytes[done - 1] !== NEWLINE;
    this.size = from + (this.isTorn ? bytes.lastIndexOf(NEWLINE, done - 1) + 1 : done);
  }

  isWritable(): boolean {
    if (this.place.isTrial) return true;
    try {
      this.fd ??= create(this.place);
      return true;
    } catch (error) {
      this.fault = error as Error;
      return false;
    }
  }

  /**
   * Adds a line to the file and to the ledger. What others added since this file was read is returned, for whoever has to
   * know that they were faster; null when there is nothing.
   */
  append(line: LedgerLine): Ledger | null {
    const text = `${JSON.stringify(line)}\n`;
    const bytes = Buffer.from(this.isTorn ? `\n${text}` : text);
    let others: Ledger | null = null;
    if (this.place.isTrial) return others;
    try {
      this.fd ??= create(this.place);
      if (bytes.length > MAX_LINE) throw new Error(`a line of ${bytes.length} bytes is too long`);
      if (writeSync(this.fd, bytes, 0, bytes.length) < bytes.length) throw new Error("the disk is full");
      const { size } = fstatSync(this.fd);
      if (size > this.size + bytes.length) others = this.readBetween(this.fd, size, text);
      this.size = size;
      this.isTorn = false;
    } catch (error) {
      // A read-only or full disk: nothing is remembered.
      this.fault = error as Error;
    }
    this.ledger.add(line);
    return others;
  }

  /** The lines before `own` that were not there when the file was read. */
  private readBetween(fd: number, size: number, own: string): Ledger | null {
    const bytes = Buffer.allocUnsafe(Math.min(size - this.size, MAX_BYTES));
    const count = readSync(fd, bytes, 0, bytes.length, this.size);
    const text = utf8Text(bytes, 0, count);
    const end = text.indexOf(own);
    if (end <= 0) return null;
    const others = new Ledger();
    others.read(text.slice(0, end));
    return others.lines === 0 ? null : others;
  }

  close(): void {
    if (this.fd !== null) closeSync(this.fd);
    this.fd = null;
  }
}

function create(place: LedgerPlace): number {
  makeFolder(sessionsFolder(place.stateDir));
  return openSync(pathOf(place), APPEND | constants.O_CREAT, 0o600);
}

function pathOf({ stateDir, sessionId }: LedgerPlace): string {
  return sessionsFolder(stateDir) + sep + ledgerName(sessionId);
}

export function sessionsFolder(stateDir: string): string {
  return `${stateDir + sep}sessions`;
}

/** Clients use UUIDs; anything else that could mean something to a file system is known by its hash. */
export function ledgerName(sessionId: string): string {
  return `${isPlainName(sessionId) ? sessionId : `x-${hashText(sessionId)}`}.jsonl`;
}

function isPlainName(id: string): boolean {
  if (id.length === 0 || id.length > MAX_NAME || id.startsWith("x-")) return false;
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i);
    const isFine = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 95;
    if (!isFine) return false;
  }
  return true;
}
