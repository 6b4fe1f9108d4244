/** Reading JSONL: which lines are seen, which count as the last of their id, and what broken ones do. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type JsonObject, scanJsonl } from "../../../src/store/scan-jsonl.ts";
import { makeTempDir, writeFile } from "../builders.ts";

interface Seen {
  readonly values: readonly JsonObject[];
  /** The values that are the last of their id, in the order of the file. */
  readonly last: readonly JsonObject[];
  readonly rejected: readonly string[];
  readonly lines: number;
  readonly complete: boolean;
}

function scan(text: string | Uint8Array, late = false): Seen {
  const path = writeFile(join(makeTempDir(), "store.jsonl"), text);
  const visited: (readonly [JsonObject, number])[] = [];
  const rejected: string[] = [];
  const { lines, complete, isLast } = scanJsonl({
    path,
    pattern: null,
    visit: (value, _line, offset) => visited.push([value, offset]),
    reject: (_offset, reason) => rejected.push(reason),
    isLate: () => late,
  });
  visited.sort((a, b) => a[1] - b[1]);
  const last = visited.filter(([value, offset]) => isLast(String(value.id), offset)).map(([value]) => value);
  return { values: visited.map(([value]) => value), last, rejected, lines, complete };
}

const A1 = '{"id":"dec-a","n":1}';
const A2 = '{"id":"dec-a","n":2}';
const B = '{"id":"dec-b","n":3}';

describe("the last line of an id", () => {
  it.each([
    ["plain", `${A1}\n${B}\n${A2}\n`],
    ["without a final line break", `${A1}\n${B}\n${A2}`],
    ["CRLF", `${A1}\r\n${B}\r\n${A2}\r\n`],
    ["BOM", `\ufeff${A1}\n${B}\n${A2}\n`],
    ["blank lines", `\n${A1}\n\n  \n${B}\n${A2}\n\n`],
    ["id not first", `{"n":1,"id":"dec-a"}\n${B}\n{"n":2,"id":"dec-a"}\n`],
    ["spaces as Python writes them", `{"id": "dec-a", "n": 1}\n${B}\n{"id": "dec-a", "n": 2}\n`],
    ["a torn last line", `${A1}\n${B}\n${A2}\n{"id":"dec-a","n":`],
    ["another record that names the id", `${A1}\n${A2}\n{"id":"dec-b","n":3,"related":["dec-a"]}\n`],
  ])("wins: %s", (_name, text) => {
    const { last } = scan(text);
    expect(Object.fromEntries(last.map(({ id, n }) => [id, n]))).toEqual({ "dec-a": 2, "dec-b": 3 });
  });

  it("a strange id is compared as parsed, not as spelled", () => {
    expect(scan('{"id":"ä b","n":1}\n{"id":"\\u00e4 b","n":2}\n').last).toEqual([{ id: "ä b", n: 2 }]);
  });

  it("a store of over 3 MB is read whole, and across windows the last line wins", () => {
    const filler = "x".repeat(2000);
    const lines = Array.from({ length: 2000 }, (_, index) => JSON.stringify({ id: `dec-${index % 1500}`, n: index, filler }));
    const { values, last, complete, rejected } = scan(`${lines.join("\n")}\n`);
    expect(values.map(({ n }) => n)).toEqual(lines.map((_, index) => index));
    expect(last.map(({ n }) => n)).toEqual(lines.map((_, index) => index).slice(500));
    expect({ complete, rejected }).toEqual({ complete: true, rejected: [] });
  });
});

describe("broken input", () => {
  it.each([
    ["a torn last line", `${A1}\n{"id":"dec-b","n`, 1],
    ["not an object", `${A1}\n[1]\n"text"\nnull\n7\n`, 4],
    ["two objects on a line", `${A1}\n${A2}${B}\n`, 1],
    ["a zero byte", `${A1}\n\0\0\0\n`, 1],
  ])("%s is rejected, the rest is read", (_name, text, count) => {
    const { values, rejected } = scan(text);
    expect(values).toEqual([{ id: "dec-a", n: 1 }]);
    expect(rejected.length).toBe(count);
  });

  it("an empty file has no lines and no problems", () => {
    expect(scan("")).toMatchObject({ values: [], rejected: [], lines: 0, complete: true });
  });

  const bigLine = (size: number): string => JSON.stringify({ id: "dec-big", text: "y".repeat(size) });

  it("a line of 3 MB is a record", () => {
    expect(scan(`${A1}\n${bigLine(3_000_000)}\n${B}\n`).values.length).toBe(3);
  });

  it("a last line over 4 MB without a line break is rejected", () => {
    const { values, rejected } = scan(`${A1}\n${bigLine(6_000_000)}`);
    expect(values.map(({ id }) => id)).toEqual(["dec-a"]);
    expect(rejected.length).toBeGreaterThan(0);
  });

  it("a line over 4 MB in the middle is rejected, its neighbours are read", () => {
    const { values, rejected } = scan(`${A1}\n${bigLine(6_000_000)}\n${B}\n`);
    expect(values.map(({ id }) => id)).toEqual(["dec-a", "dec-b"]);
    expect(rejected.length).toBeGreaterThan(0);
  });

  it("bytes that are no UTF-8 spoil their own characters only", () => {
    const { values } = scan(Buffer.concat([Buffer.from('{"id":"dec-l","text":"caf'), Buffer.from([0xe9]), Buffer.from(`"}\n${A1}\n`)]));
    expect(values[0]?.text).toBe("caf\ufffd");
    expect(values[1]).toEqual({ id: "dec-a", n: 1 });
  });
});

it("text of any script arrives intact", () => {
  const text = "Größe naïve 数据库 데이터 😀 \u2028 \u0085";
  expect(scan(`${JSON.stringify({ id: "dec-u", text })}\n`).values).toEqual([{ id: "dec-u", text }]);
});

it("when time is up, the newest part has been read and the result says so", () => {
  const lines = Array.from({ length: 3000 }, (_, n) => JSON.stringify({ id: `dec-${n}`, n, filler: "z".repeat(1000) }));
  const { values, complete } = scan(`${lines.join("\n")}\n`, true);
  expect(complete).toBe(false);
  expect(values.length).toBeGreaterThan(100);
  expect(values.length).toBeLessThan(3000);
  expect(values.at(-1)?.n).toBe(2999);
});
