/** Reading JSONL without an index: which lines are seen, which count as the last of their id, and what broken ones do. */
import { unlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVERYTHING, prefilter } from "../../../src/store/prefilter.ts";
import { scanStore } from "../../../src/store/scan-store.ts";
import { makeKeyword, makeTempDir, writeFile } from "../builders.ts";

/** What a line says, as id and title. */
type Said = readonly [id: string, title: string];

interface Seen {
  readonly values: readonly Said[];
  /** Those that are the last of their id, in the order of the file. */
  readonly last: readonly Said[];
  readonly rejected: readonly string[];
  readonly lines: number;
  readonly complete: boolean;
}

function scan(text: string | Uint8Array, { late = false, from = 0 } = {}): Seen {
  const path = writeFile(join(makeTempDir(), "store.jsonl"), text);
  const store = { source: "journal", path, derived: false, shownAs: path } as const;
  const { lines, complete, found, lastLines, rejected } = scanStore({ store, from, columns: null, prefilter: EVERYTHING, isLate: () => late });
  const inOrder = found.toSorted((a, b) => a.offset - b.offset);
  const say = ({ record }: (typeof found)[number]): Said => [record.id, record.title];
  const last = inOrder.filter(({ record, offset }) => lastLines.get(record.id) === offset);
  return { values: inOrder.map(say), last: last.map(say), rejected: rejected.map(({ reason }) => reason), lines, complete };
}

const A1 = '{"id":"dec-a","decision":"one"}';
const A2 = '{"id":"dec-a","decision":"two"}';
const B = '{"id":"dec-b","decision":"three"}';

describe("the last line of an id", () => {
  it.each([
    ["plain", `${A1}\n${B}\n${A2}\n`],
    ["without a final line break", `${A1}\n${B}\n${A2}`],
    ["CRLF", `${A1}\r\n${B}\r\n${A2}\r\n`],
    ["BOM", `\ufeff${A1}\n${B}\n${A2}\n`],
    ["blank lines", `\n${A1}\n\n  \n${B}\n${A2}\n\n`],
    ["id not first", `{"decision":"one","id":"dec-a"}\n${B}\n{"decision":"two","id":"dec-a"}\n`],
    ["spaces as Python writes them", `{"id": "dec-a", "decision": "one"}\n${B}\n{"id": "dec-a", "decision": "two"}\n`],
    ["a torn last line", `${A1}\n${B}\n${A2}\n{"id":"dec-a","decision":`],
    ["another record that names the id", `${A1}\n${A2}\n{"id":"dec-b","decision":"three","related":["dec-a"]}\n`],
  ])("wins: %s", (_name, text) => {
    const { last } = scan(text);
    expect(Object.fromEntries(last)).toEqual({ "dec-a": "two", "dec-b": "three" });
  });

  it("a strange id is compared as parsed, not as spelled", () => {
    expect(scan('{"id":"ä b","decision":"one"}\n{"id":"\\u00e4 b","decision":"two"}\n').last).toEqual([["ä b", "two"]]);
  });

  it("a store of over 3 MB is read whole, and across windows the last line wins", () => {
    const filler = "x".repeat(2000);
    const lines = Array.from({ length: 2000 }, (_, index) => JSON.stringify({ id: `dec-${index % 1500}`, decision: `n${index}`, filler }));
    const { values, last, complete, rejected } = scan(`${lines.join("\n")}\n`);
    expect(values.map(([, title]) => title)).toEqual(lines.map((_, index) => `n${index}`));
    expect(last.map(([, title]) => title)).toEqual(lines.map((_, index) => `n${index}`).slice(500));
    expect({ complete, rejected }).toEqual({ complete: true, rejected: [] });
  });
});

describe("broken input", () => {
  it.each([
    ["a torn last line", `${A1}\n{"id":"dec-b","deci`, 1],
    ["not an object", `${A1}\n[1]\n"text"\nnull\n7\n`, 4],
    ["two objects on a line", `${A1}\n${A2}${B}\n`, 1],
    ["a zero byte", `${A1}\n\0\0\0\n`, 1],
  ])("%s is rejected, the rest is read", (_name, text, count) => {
    const { values, rejected } = scan(text);
    expect(values).toEqual([["dec-a", "one"]]);
    expect(rejected.length).toBe(count);
  });

  it("an empty file has no lines and no problems", () => {
    expect(scan("")).toMatchObject({ values: [], rejected: [], lines: 0, complete: true });
  });

  const bigLine = (size: number): string => JSON.stringify({ id: "dec-big", decision: "big", text: "y".repeat(size) });

  it("a line of 3 MB is a record", () => {
    expect(scan(`${A1}\n${bigLine(3_000_000)}\n${B}\n`).values.length).toBe(3);
  });

  it("a last line over 4 MB without a line break is rejected", () => {
    const { values, rejected } = scan(`${A1}\n${bigLine(6_000_000)}`);
    expect(values.map(([id]) => id)).toEqual(["dec-a"]);
    expect(rejected.length).toBeGreaterThan(0);
  });

  it("a line over 4 MB in the middle is rejected, its neighbours are read", () => {
    const { values, rejected } = scan(`${A1}\n${bigLine(6_000_000)}\n${B}\n`);
    expect(values.map(([id]) => id)).toEqual(["dec-a", "dec-b"]);
    expect(rejected.length).toBeGreaterThan(0);
  });

  it("bytes that are no UTF-8 spoil their own characters only", () => {
    const { values } = scan(Buffer.concat([Buffer.from('{"id":"dec-l","decision":"caf'), Buffer.from([0xe9]), Buffer.from(`"}\n${A1}\n`)]));
    expect(values).toEqual([
      ["dec-l", "caf\ufffd"],
      ["dec-a", "one"],
    ]);
  });
});

it("text of any script arrives intact", () => {
  const text = "Größe naïve 数据库 데이터 😀 \u2028 \u0085";
  expect(scan(`${JSON.stringify({ id: "dec-u", decision: text })}\n`).values).toEqual([["dec-u", text]]);
});

it("when time is up, the newest part has been read and the result says so", () => {
  const lines = Array.from({ length: 3000 }, (_, n) => JSON.stringify({ id: `dec-${n}`, decision: `n${n}`, filler: "z".repeat(1000) }));
  const { values, complete } = scan(`${lines.join("\n")}\n`, { late: true });
  expect(complete).toBe(false);
  expect(values.length).toBeGreaterThan(100);
  expect(values.length).toBeLessThan(3000);
  expect(values.at(-1)?.[1]).toBe("n2999");
});

describe("a tail", () => {
  it("from the beginning of a line on, the rest is read and nothing before it", () => {
    const text = `${A1}\n${B}\n${A2}\n`;
    expect(scan(text, { from: A1.length + 1 })).toMatchObject({
      values: [
        ["dec-b", "three"],
        ["dec-a", "two"],
      ],
      lines: 2,
      complete: true,
    });
    expect(scan(text, { from: text.length })).toMatchObject({ values: [], lines: 0, complete: true });
  });

  it("of several windows has every line once, with its place in the file", () => {
    const lines = Array.from({ length: 2500 }, (_, index) =>
      JSON.stringify({ id: `dec-${index}`, decision: `n${index}`, filler: "x".repeat((index * 37) % 1500) }),
    );
    const skipped = 300;
    const from = Buffer.byteLength(lines.slice(0, skipped).join("\n")) + 1;
    expect(scan(`${lines.join("\n")}\n`, { from }).values.map(([, title]) => title)).toEqual(lines.map((_, index) => `n${index}`).slice(skipped));
  });
});

describe("lines that nobody asked for are passed over, and it makes no difference", () => {
  const ids = ["dec-1", "dec-2", "dec-3", "x y", "ä", "7"];
  const id = fc.constantFrom(...ids);
  const project = fc.constantFrom("shop", "Shop", "ledger", "a b", "ü", "shop\\u0070", "");
  const word = fc.constantFrom("zebra", "plain", 'a \\"project\\":\\"x\\" b', "\\u0069d", "—", '\\"id\\"', "project", "");
  /** As raw text: what is spelled strangely matters. */
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(id, project, word).map(([i, p, w]) => `{"id":"${i}","project":"${p}","decision":"${w}"}`) },
    { weight: 3, arbitrary: fc.tuple(id, word).map(([i, w]) => `{"id":"${i}","decision":"${w}"}`) },
    fc.tuple(id, id, word).map(([i, j, w]) => `{"id":"${i}","decision":"${w}","id":"${j}"}`),
    fc.tuple(id, id, word).map(([i, j, w]) => `{"id":"${i}","decision":"${w}","\\u0069d":"${j}"}`),
    fc.tuple(id, project, project).map(([i, p, q]) => `{"id":"${i}","project":"${p}","tags":["project","${q}"],"decision":"d"}`),
    fc.tuple(id, project, project).map(([i, p, q]) => `{"id":"${i}","projects":["${p}","${q}"],"decision":"d"}`),
    fc.tuple(id, project).map(([i, p]) => `{"id":"${i}","decision":"d","detail":{"id":"dec-9","project":"${p}"}}`),
    fc.tuple(id, word).map(([i, w]) => `{"id": "${i}", "decision": "${w}"}`),
    fc.tuple(id, word).map(([i, w]) => `{"id":"${i}","decision":"${w}"`),
    fc.constantFrom("", "  ", "{", '{"id":"', '{"id":"dec-1', '{"id":7,"decision":"d"}', '[{"id":"dec-1"}]', '{"id":""}', "null"),
  );
  const keywords = [makeKeyword("zebra")];
  const columns = new Map([["zebra", 0]]);

  it.each([true, false])("the last line of each id, the projects, what is found, how many lines there are (few lines: %s)", (isFew) => {
    const path = join(makeTempDir(), "store.jsonl");
    const store = { source: "journal", path, derived: false, shownAs: path } as const;
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        writeFile(path, lines.join("\n"));
        const [quick, thorough] = [false, true].map((each) => {
          const scan = scanStore({ store, from: 0, columns, prefilter: prefilter(keywords, isFew), thorough: each, isLate: () => false });
          const last = [...ids, "dec-9", "id"].map((each) => [each, scan.lastLines.get(each)]);
          return { last, projects: [...scan.projects].sort(), found: scan.found.map(({ offset }) => offset), lines: scan.lines };
        });
        expect(quick).toEqual(thorough);
      }),
      { numRuns: 600 },
    );
  });

  it("asked twice, and of several lines of one id, the last sound one counts", () => {
    const path = writeFile(join(makeTempDir(), "store.jsonl"), `${A1}\n${A2}\n{"id":"dec-a","decision":\n${B}\n`);
    const store = { source: "journal", path, derived: false, shownAs: path } as const;
    const { lastLines, rejected } = scanStore({ store, from: 0, columns, prefilter: prefilter(keywords, false), isLate: () => false });
    expect([lastLines.get("dec-a"), lastLines.get("dec-a"), lastLines.get("dec-c")]).toEqual([A1.length + 1, A1.length + 1, undefined]);
    // Nobody asked for it.
    expect(rejected).toEqual([]);
  });

  it("a line that is too long to be one hides no record, asked for or not", () => {
    const path = join(makeTempDir(), "store.jsonl");
    writeFile(path, `${A1}\n{"id":"dec-a","decision":"${"z".repeat(4_300_000)}"}\n${B}\n`);
    const store = { source: "journal", path, derived: false, shownAs: path } as const;
    const request = { store, from: 0, columns, prefilter: prefilter(keywords, false), isLate: () => false };
    expect([false, true].map((thorough) => scanStore({ ...request, thorough }).lastLines.get("dec-a"))).toEqual([0, 0]);
  });

  it("a file that is gone by then has no last line, and is no fault", () => {
    const path = writeFile(join(makeTempDir(), "store.jsonl"), `${A1}\n`);
    const store = { source: "journal", path, derived: false, shownAs: path } as const;
    const { lastLines } = scanStore({ store, from: 0, columns, prefilter: prefilter(keywords, false), isLate: () => false });
    unlinkSync(path);
    expect([lastLines.size, lastLines.get("dec-a")]).toEqual([1, undefined]);
  });
});
