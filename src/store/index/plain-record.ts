/** A plain line as the index sees it: its id, time, projects, and its texts by field, all as stretches of bytes. Off the hot path. */
import type { SourceName } from "../../types.ts";
import { latin1Text } from "../text-of.ts";
import { MAX_ITEMS, PlainLine } from "./plain-line.ts";
import { type Check, PLAIN_SOURCES, type PlainSource, useOf } from "./plain-sources.ts";

const COLON = 0x3a;

/** Items of the line by number. */
export interface Stretches {
  readonly items: Int32Array;
  count: number;
}

/** Of the keys of a source's rules. */
interface KeyNumbers extends Readonly<Record<"says" | "title" | "titleToo" | "tags" | "entities" | "projects" | "body" | "times", readonly number[]>> {
  readonly id: number;
}

export class PlainRecord {
  readonly line: PlainLine;
  readonly title: Stretches = stretches();
  readonly tags: Stretches = stretches();
  readonly entities: Stretches = stretches();
  readonly projects: Stretches = stretches();
  readonly body: Stretches = stretches();
  /** The item that is the id. */
  id = 0;
  at: number | null = null;
  private readonly days = new DayTable();
  private readonly numbers: KeyNumbers;
  private readonly checks: readonly (readonly [key: number, check: Check])[];
  private readonly isDropped: Check;

  /** Null where a source has no rules for plain lines. */
  static of(source: SourceName): PlainRecord | null {
    const rules = PLAIN_SOURCES[source];
    return rules === undefined ? null : new PlainRecord(rules, source);
  }

  private constructor(rules: PlainSource, source: SourceName) {
    const { says, title, titleToo = [], tags, entities, projects, body, times, checks } = rules;
    const checked = checks.map(([key]) => key);
    const keys = [...new Set(["id", says, title, titleToo, tags, entities, projects, body, times, checked].flat())];
    const number = (key: string): number => keys.indexOf(key);
    this.line = new PlainLine(
      keys,
      keys.map((key) => useOf(key, source)),
    );
    this.numbers = {
      id: number("id"),
      says: says.map(number),
      title: title.map(number),
      titleToo: titleToo.map(number),
      tags: tags.map(number),
      entities: entities.map(number),
      projects: projects.map(number),
      body: body.map(number),
      times: times.map(number),
    };
    this.checks = checks.map(([key, check]) => [number(key), check]);
    this.isDropped = rules.isDropped;
  }

  /** False when the line is for parseLine to read. */
  read(bytes: Buffer, start: number, end: number): boolean {
    const { line, numbers } = this;
    if (!line.read(bytes, start, end)) return false;
    const { id } = numbers;
    if (line.firsts[id] === line.lasts[id] || this.firstOf(numbers.says) < 0 || !this.passes() || this.isTitledTwice()) return false;
    this.id = line.firsts[id] as number;
    this.at = this.timeOf(numbers.times);
    this.sort();
    return true;
  }

  /** A title that begins with what would be put before it, and a colon, is left as it is. */
  private isTitledTwice(): boolean {
    const { line, numbers } = this;
    const title = line.firsts[this.firstOf(numbers.title)] as number;
    const start = line.starts[title] as number;
    for (const key of numbers.titleToo) {
      const too = line.firsts[key] as number;
      if (too === line.lasts[key]) continue;
      const [from, to] = [line.starts[too] as number, line.ends[too] as number];
      if (line.bytes[start + to - from] === COLON && line.bytes.compare(line.bytes, start, start + to - from, from, to) === 0) return true;
    }
    return false;
  }

  private passes(): boolean {
    const { line } = this;
    for (const [key, check] of this.checks) {
      const last = line.lasts[key] as number;
      for (let item = line.firsts[key] as number; item < last; item++) {
        if (!check(line.bytes, line.starts[item] as number, line.ends[item] as number)) return false;
      }
    }
    return true;
  }

  /** The first key of these that says something; -1 when none does. */
  private firstOf(keys: readonly number[]): number {
    for (const key of keys) if (this.line.firsts[key] !== this.line.lasts[key]) return key;
    return -1;
  }

  private sort(): void {
    const { title, tags, entities, projects, body, numbers } = this;
    title.count = tags.count = entities.count = projects.count = body.count = 0;
    const titleKey = this.firstOf(numbers.title);
    if (titleKey >= 0) {
      this.addItems(title, titleKey);
      for (const key of numbers.titleToo) this.addItems(title, key);
    }
    for (const key of numbers.body) if (key !== titleKey) this.addItems(body, key);
    for (const key of numbers.entities) this.addItems(entities, key);
    for (const key of numbers.projects) this.addItems(projects, key);
    for (const key of numbers.tags) this.addTags(key);
  }

  private addItems(target: Stretches, key: number): void {
    const last = this.line.lasts[key] as number;
    for (let item = this.line.firsts[key] as number; item < last; item++) target.items[target.count++] = item;
  }

  private addTags(key: number): void {
    const { line, tags } = this;
    const last = line.lasts[key] as number;
    for (let item = line.firsts[key] as number; item < last; item++) {
      if (!this.isDropped(line.bytes, line.starts[item] as number, line.ends[item] as number)) tags.items[tags.count++] = item;
    }
  }

  private timeOf(keys: readonly number[]): number | null {
    const { line } = this;
    for (const key of keys) {
      const item = line.firsts[key] as number;
      if (item === line.lasts[key]) continue;
      const at = this.days.timeAt(line.bytes, line.starts[item] as number, line.ends[item] as number);
      if (Number.isFinite(at)) return at;
    }
    return null;
  }
}

function stretches(): Stretches {
  return { items: new Int32Array(MAX_ITEMS), count: 0 };
}

/** 2026-02-28T23:59:59.999Z, with T at 10. */
const ISO_LENGTH = 24;
const SIGNS: readonly (readonly [at: number, sign: number])[] = [..."T::.Z"].map((sign, i) => [[10, 13, 16, 19, 23][i] as number, sign.charCodeAt(0)]);

/** What Date.parse gives: neighbours mostly are of one day, of which it is asked once. */
class DayTable {
  private day = -1;
  private dayAt = 0;

  timeAt(bytes: Buffer, start: number, end: number): number {
    const hours = digits(bytes, start + 11, 2);
    const minutes = digits(bytes, start + 14, 2);
    const seconds = digits(bytes, start + 17, 2);
    const millis = digits(bytes, start + 20, 3);
    const isUsual = end - start === ISO_LENGTH && hours <= 23 && minutes <= 59 && seconds <= 59 && millis <= 999 && hasSigns(bytes, start);
    const day = isUsual ? dayOf(bytes, start) : Number.NaN;
    if (Number.isNaN(day)) return Date.parse(latin1Text(bytes, start, end));
    if (day !== this.day) {
      this.day = day;
      this.dayAt = Date.parse(latin1Text(bytes, start, start + 10));
    }
    return this.dayAt + hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + millis;
  }
}

function hasSigns(bytes: Buffer, start: number): boolean {
  for (const [at, sign] of SIGNS) if (bytes[start + at] !== sign) return false;
  return true;
}

/** Year, month and day as one number; NaN for days that not every month has: what comes of these is V8's own affair. */
function dayOf(bytes: Buffer, start: number): number {
  const month = digits(bytes, start + 5, 2);
  const day = digits(bytes, start + 8, 2);
  if (bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d || !(month >= 1 && month <= 12 && day >= 1 && day <= 28)) return Number.NaN;
  return digits(bytes, start, 4) * 10_000 + month * 100 + day;
}

/** NaN for what are no digits. */
function digits(bytes: Buffer, start: number, count: number): number {
  let value = 0;
  for (let i = start; i < start + count; i++) {
    const digit = (bytes[i] as number) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
