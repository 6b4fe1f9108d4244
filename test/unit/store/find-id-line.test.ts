/** The line that speaks for an id, found without parsing every line. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { findIdLine } from "../../../src/store/find-id-line.ts";
import type { StoreFile } from "../../../src/store/store-file.ts";
import { makeTempDir, writeFile } from "../builders.ts";

function makeStore(lines: readonly string[], name = "decisions.jsonl"): StoreFile {
  const path = join(makeTempDir(), name);
  writeFile(path, lines.join("\n"));
  return { source: "journal", path, derived: false, shownAs: path, project: null };
}

const line = (id: string, decision: string): string => JSON.stringify({ id, decision });

it("the last line of an id counts, and one that only names it does not", () => {
  const store = makeStore([
    line("dec-1", "first"),
    line("dec-1", "second"),
    JSON.stringify({ id: "dec-2", related: ["dec-1"] }),
    '{"id": "dec-3", "decision": "spaced"}',
  ]);
  expect(findIdLine("dec-1", [store])).toEqual({ id: "dec-1", decision: "second" });
  expect(findIdLine("dec-2", [store])).toMatchObject({ related: ["dec-1"] });
  expect(findIdLine("dec-3", [store])).toMatchObject({ decision: "spaced" });
  expect(findIdLine("dec", [store])).toBeNull();
  expect(findIdLine("", [store])).toBeNull();
});

it("finds it in every part of a long file, and passes broken lines over", () => {
  const filler = "x".repeat(900);
  const lines = Array.from({ length: 4000 }, (_, n) => (n % 7 === 3 ? `{"id":"dec-${n}", broken` : line(`dec-${n}`, `${filler}${n}`)));
  const store = makeStore(lines);
  for (let n = 0; n < 4000; n += 97) {
    const found = findIdLine(`dec-${n}`, [store]);
    if (n % 7 === 3) expect(found).toBeNull();
    else expect(found).toEqual({ id: `dec-${n}`, decision: `${filler}${n}` });
  }
});

it("the later store speaks; one that cannot be read is passed over", () => {
  const [a, b] = [makeStore([line("dec-1", "a")]), makeStore([line("dec-1", "b")])];
  const missing = { ...a, path: `${a.path}.gone` };
  expect(findIdLine("dec-1", [a, b])).toMatchObject({ decision: "b" });
  expect(findIdLine("dec-1", [b, a, missing])).toMatchObject({ decision: "a" });
});
