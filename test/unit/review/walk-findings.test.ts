/** The keys of a review, typed by a test: each does what it says, once, and nothing happens without one. */
import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { Refusal } from "../../../src/refusal.ts";
import type { Finding } from "../../../src/review/finding.ts";
import { type KeyInput, openKeys } from "../../../src/review/key-reader.ts";
import { type Acts, walkFindings } from "../../../src/review/walk-findings.ts";
import { reviewed } from "./reviewed.ts";

/** A terminal of which every call is noted. */
class FakeTerminal extends EventEmitter implements KeyInput {
  readonly isTTY = true;
  readonly modes: boolean[] = [];
  setRawMode(isRaw: boolean): void {
    this.modes.push(isRaw);
  }
  setEncoding(): void {}
  resume(): void {}
  pause(): void {}
}

const record = (id: string) => reviewed({ fields: { id, decision: `Decision ${id}` } });
const finding = (...ids: readonly string[]): Finding => ({
  kind: ids.length > 1 ? "duplicates" : "stale",
  reason: ids.length > 1 ? "duplicate" : "gone",
  records: ids.map(record),
  why: "it is so",
  because: "src/a.ts is gone",
  detail: "",
});

async function walk(findings: readonly Finding[], typed: string, more: { readonly refuses?: boolean; readonly ends?: boolean } = {}) {
  const terminal = new FakeTerminal();
  const done: string[] = [];
  let shown = "";
  const note = (text: string): void => {
    if (more.refuses && done.push("refused") === 1) throw new Refusal("the store is locked", "try again");
    done.push(text);
  };
  const acts: Acts = {
    keep: ({ records }) => note(`keep ${records.map(({ id }) => id).join(" ")}`),
    edit: (id) => note(`edit ${id} (raw: ${terminal.modes.at(-1)})`),
    supersede: (id, text) => {
      note(`supersede ${id}: ${text}`);
      return "dec-new";
    },
    replace: (id, by) => note(`replace ${id} by ${by}`),
    retract: (id, reason) => note(`retract ${id}: ${reason}`),
  };
  const write = (text: string): void => {
    shown += text;
  };
  const listeners = process.listenerCount("SIGTERM");
  const keys = openKeys(terminal, write);
  const walked = walkFindings({ findings, keys, acts, write });
  terminal.emit("data", typed);
  if (more.ends) terminal.emit("end");
  const result = await walked;
  keys.close();
  expect(terminal.modes[0]).toBe(true);
  expect(terminal.modes.at(-1)).toBe(false);
  expect(terminal.listenerCount("data")).toBe(0);
  expect(process.listenerCount("SIGTERM")).toBe(listeners);
  return { done, shown, ...result };
}

describe("a key", () => {
  it.each([
    ["k keeps", "k", ["keep a"]],
    ["n goes on", "n", []],
    ["an unknown key asks again", "xyz?n", []],
    ["an arrow is no key", "\u001b[A\u001b[Bn", []],
    ["e edits, with the terminal as the editor wants it", "e", ["edit a (raw: false)"]],
    ["s asks for the new text", "sUse tabs\r", ["supersede a: Use tabs"]],
    ["s without a text does nothing", "s\rn", []],
    ["what was typed can be corrected", "sUse tabz\u007fs\r", ["supersede a: Use tabs"]],
    ["and cleared", "sfoo\u0015bar\r", ["supersede a: bar"]],
    ["r asks why", "rno longer so\r", ["retract a: no longer so"]],
    ["r takes the usual reason", "r\r", ["retract a: src/a.ts is gone"]],
    ["r can be taken back", "r\u001bn", []],
    ["upper case counts as well", "K", ["keep a"]],
  ])("%s", async (_name, typed, expected) => {
    const { done, isFinished } = await walk([finding("a")], typed);
    expect({ done, isFinished }).toEqual({ done: expected, isFinished: true });
  });

  it.each([
    ["s: the second stays", "s2", ["replace a by b", "replace c by b"]],
    ["s: none", "s0n", []],
    ["r: the third goes", "r3\r", ["retract c: src/a.ts is gone"]],
    ["e: the first", "e1", ["edit a (raw: false)"]],
  ])("of several, %s", async (_name, typed, expected) => {
    expect((await walk([finding("a", "b", "c")], typed)).done).toEqual(expected);
  });
});

describe("the end", () => {
  it.each([
    ["q", "kq", ["keep a"]],
    ["Ctrl-C", "k\u0003kk", ["keep a"]],
    ["Ctrl-D", "k\u0004", ["keep a"]],
    ["Ctrl-C while a reason is asked for", "kr\u0003", ["keep a"]],
    ["Ctrl-C while a text is typed", "ksUse ta\u0003\r", ["keep a"]],
  ])("%s ends it, and nothing more is done", async (_name, typed, expected) => {
    const { done, settled, isFinished } = await walk([finding("a"), finding("b"), finding("c")], typed);
    expect({ done, settled, isFinished }).toEqual({ done: expected, settled: 1, isFinished: false });
  });

  it("input that closes ends it, in the middle of a line too", async () => {
    expect(await walk([finding("a"), finding("b")], "k", { ends: true })).toMatchObject({ done: ["keep a"], isFinished: false });
    expect(await walk([finding("a")], "rbeca", { ends: true })).toMatchObject({ done: [], isFinished: false });
  });
});

it("shows how far it is, and passes over what was found about a record that changed meanwhile", async () => {
  const { shown, done } = await walk([finding("a", "b"), finding("b"), finding("c")], "s1k");
  expect(done).toEqual(["replace b by a", "keep c"]);
  expect(shown).toContain("1/3  Said more than once");
  expect(shown).not.toContain("2/3");
  expect(shown).toContain("3/3  Perhaps out of date");
});

it("what cannot be done is said, and asked again", async () => {
  const { shown, done } = await walk([finding("a")], "kk", { refuses: true });
  expect(shown).toContain("the store is locked (try again)");
  expect(done).toEqual(["refused", "refused", "keep a"]);
});

it("what stands in a document can only be kept", async () => {
  const [only] = finding("a").records;
  const { shown, done } = await walk([{ ...finding("a"), records: only === undefined ? [] : [{ ...only, document: "patterns.yaml" }] }], "esrk");
  expect(done).toEqual(["keep a"]);
  expect(shown).toContain("edit patterns.yaml");
});

it("records cannot speak to the terminal", async () => {
  const evil = reviewed({ fields: { id: "dec-\u001b[2J", decision: "a \u001b]0;owned\u0007 b" } });
  const { shown } = await walk([{ ...finding("a"), records: [evil], why: "x\u001b[31mred" }], "n");
  for (const control of ["\u001b", "\u0007"]) expect(shown).not.toContain(control);
});
