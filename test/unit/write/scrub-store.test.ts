/** The files themselves: what is found in which line, what stays, and what is left to a person. */
import { appendFileSync, chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { ScrubPlace } from "../../../src/write/scrub-places.ts";
import { inspectPlaces, scrubPlaces } from "../../../src/write/scrub-store.ts";

const folder = mkdtempSync(join(tmpdir(), "lore-scrub-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TOKEN = `gh${"p_"}${"a1B2c3D4".repeat(5)}`;
const MARK = "[redacted: github-token]";
const quiet = (): void => {};
let made = 0;

function place(form: ScrubPlace["form"], content: string | Buffer, mode = 0o600): ScrubPlace {
  const file = join(mkdtempSync(join(folder, "p-")), `s${made++}.${form === "lines" ? "jsonl" : form}`);
  writeFileSync(file, content);
  chmodSync(file, mode);
  const then = new Date(Date.now() - 60_000);
  utimesSync(file, then, then);
  return { file, form };
}

function scrub(each: ScrubPlace): string {
  expect(scrubPlaces([each], quiet)).toEqual({ changed: [each.file], problems: [] });
  expect(inspectPlaces([each], quiet)).toEqual({ secrets: [], problems: [] });
  expect(readdirSync(join(each.file, ".."))).toHaveLength(1);
  return readFileSync(each.file, "utf8");
}

it("every line of a store: older versions, broken ones, and the last without its end", () => {
  const content = `{"id":"a","x":"${TOKEN}"}\n\n{"id": "b"}\nbroken ${TOKEN}\n{"id":"a","x":1}\n{"id":"c","x":"${TOKEN}`;
  const each = place("lines", content, 0o640);
  expect(inspectPlaces([each], quiet)).toEqual({
    problems: [],
    secrets: [
      { file: each.file, line: 1, id: "a", kind: "github-token", masked: `gh${"p_"}…(44)` },
      { file: each.file, line: 4, id: null, kind: "github-token", masked: `gh${"p_"}…(44)` },
      { file: each.file, line: 6, id: null, kind: "github-token", masked: `gh${"p_"}…(44)` },
    ],
  });
  expect(scrub(each)).toBe(`${content.replaceAll(TOKEN, MARK)}\n`);
  expect(statSync(each.file).mode & 0o777).toBe(0o640);
});

it("a last line that somebody may still be writing stays, and is told", () => {
  const each = place("lines", `{"id":"a","x":"${TOKEN}"}\n`);
  appendFileSync(each.file, `{"id":"b","x":"${TOKEN} an`);
  scrubPlaces([each], quiet);
  expect(readFileSync(each.file, "utf8")).toBe(`{"id":"a","x":"${MARK}"}\n{"id":"b","x":"${TOKEN} an`);
  expect(inspectPlaces([each], quiet).secrets).toMatchObject([{ line: 2 }]);
});

it("a clean file is not touched", () => {
  const each = place("lines", '{"id":"a"}\nnonsense');
  const before = statSync(each.file);
  expect(scrubPlaces([{ ...each }, place("yaml", "a: 1\n"), place("json", "{ }")], quiet).changed).toEqual([]);
  expect(statSync(each.file).ino).toBe(before.ino);
});

it("lines longer than a piece of the file keep their numbers", () => {
  const long = "x y ".repeat(400_000);
  const each = place("lines", `{"id":"a","t":"${long}"}\n{"id":"b","t":"${long}${TOKEN}"}\n{"id":"c"}\n{"id":"d","t":"${TOKEN}"}\n`);
  expect(inspectPlaces([each], quiet).secrets.map(({ line, id }) => [line, id])).toEqual([
    [2, "b"],
    [4, "d"],
  ]);
});

it("documents keep their mode, and are told by line", () => {
  const yaml = place("yaml", `a: 1\nb:\n  - x\n  - ${TOKEN}\n`, 0o664);
  expect(inspectPlaces([yaml], quiet).secrets).toMatchObject([{ line: 4, id: null }]);
  expect(scrub(yaml)).toBe(`a: 1\nb:\n  - x\n  - "${MARK}"\n`);
  expect(statSync(yaml.file).mode & 0o777).toBe(0o664);
  expect(scrub(place("json", `{\n "a": 1.0,\n "b": "${TOKEN}"\n}\n`))).toBe(`{\n "a": 1.0,\n "b": "${MARK}"\n}\n`);
});

it("a broken document is left to a person, and does not stop the others", () => {
  const broken = [place("json", `{"a": "${TOKEN}",`), place("yaml", `a: [${TOKEN}\nb: {`), place("yaml", Buffer.from([...Buffer.from(`a: ${TOKEN} `), 0xff]))];
  const lines = place("lines", `{"id":"a","x":"${TOKEN}"}\n`);
  const missing: ScrubPlace = { file: join(folder, "missing.jsonl"), form: "lines" };
  const inspected = inspectPlaces([missing, ...broken, lines], quiet);
  expect(inspected.secrets).toHaveLength(4);
  expect(inspected.problems.map(({ where }) => where)).toEqual([missing.file, ...broken.map(({ file }) => file)]);
  expect(inspected.problems.at(-1)).toMatchObject({ hint: "edit it by hand" });
  const before = broken.map(({ file }) => readFileSync(file));
  expect(scrubPlaces([missing, ...broken, lines], quiet)).toMatchObject({ changed: [lines.file], problems: [{ where: missing.file }] });
  expect(broken.map(({ file }) => readFileSync(file))).toEqual(before);
});
