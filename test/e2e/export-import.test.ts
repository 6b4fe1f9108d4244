/** What one machine exports, another imports: the same records, with their ids and all that they say. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Home, makeHome, runHook } from "./run-hook.ts";

async function succeed(home: Home, ...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runHook({ home, args: [...args, "--cwd", home.storefront] });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

type Line = Readonly<Record<string, unknown>>;

async function exportOf(home: Home): Promise<ReadonlyMap<string, Line>> {
  const lines = (await succeed(home, "export", "--all")).trimEnd().split("\n");
  return new Map(lines.map((line) => JSON.parse(line) as Line).map((line) => [`${String(line.source)}:${String(line.id)}`, line]));
}

it("round trip", async () => {
  const [from, to] = [makeHome(), makeHome("none")];
  const file = join(from.dir, "all.jsonl");
  await succeed(from, "export", "--all", "--output", file);
  expect(await succeed(to, "import", "export", file)).toMatch(/wrote \d+ records, 0 there already/);
  expect(await succeed(to, "import", "export", file)).toMatch(/wrote 0 records, \d+ there already/);
  const [before, after] = [await exportOf(from), await exportOf(to)];
  const carried = [...before.keys()].filter((key) => !/^(?:registry|concepts):/.test(key));
  expect(carried.length).toBeGreaterThan(30);
  // The one session of the demo that left no handoff.
  expect(carried.filter((key) => !after.has(key))).toEqual(["transfer:session-20261113-080150-4ea95fb3"]);
  for (const key of carried.filter((each) => /^(?:journal|failures|inbox):/.test(each))) {
    const { tags: tagsBefore, ...stored } = before.get(key) as Line;
    const fields = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null && JSON.stringify(value) !== "[]" && value !== ""));
    const { tags: tagsAfter, ...fieldsAfter } = after.get(key) as Line;
    expect(fieldsAfter, key).toMatchObject(fields);
    expect(tagsAfter ?? [], key).toEqual(expect.arrayContaining((tagsBefore ?? []) as unknown[]));
  }
});
