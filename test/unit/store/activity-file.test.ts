import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { activityFile, appendActivity, readActivity } from "../../../src/store/activity-file.ts";

const folders: string[] = [];
function makePlace() {
  const stateDir = mkdtempSync(join(tmpdir(), "lore-activity-"));
  folders.push(stateDir);
  return { stateDir, root: "/code/shop" };
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const edit = (path: string, at = 1) => ({ at, type: "file_edit" as const, path });

describe("the activity spool", () => {
  test("what is appended is read, in its order, and belongs to nobody else", () => {
    const place = makePlace();
    appendActivity(place, { ...edit("src/a.ts"), symbols: ["login"] });
    appendActivity(place, { at: 2, type: "file_close", path: "src/a.ts" });
    expect(readActivity(place)).toEqual([
      { at: 1, type: "file_edit", path: "src/a.ts", symbols: ["login"] },
      { at: 2, type: "file_close", path: "src/a.ts" },
    ]);
    expect(readActivity({ ...place, root: "/code/other" })).toEqual([]);
    expect(statSync(activityFile(place)).mode & 0o777).toBe(0o600);
  });

  test("no spool, torn and foreign lines: the rest is read", () => {
    const place = makePlace();
    expect(readActivity(place)).toEqual([]);
    appendActivity(place, edit("a.ts"));
    appendFileSync(activityFile(place), '{"at":2,"type":"file_e\n[]\nnull\n{"at":"x","type":"file_open","path":"b"}\n{"at":3,"type":"rm","path":"b"}\n');
    appendActivity(place, edit("c.ts", 4));
    expect(readActivity(place).map(({ path }) => path)).toEqual(["a.ts", "c.ts"]);
  });

  test("of a long spool the end is read, and it does not grow for ever", () => {
    const place = makePlace();
    for (let at = 0; at < 2000; at++) appendActivity(place, edit(`src/file-${at}.ts`, at));
    const read = readActivity(place);
    expect(read.at(-1)?.at).toBe(1999);
    expect(read.length).toBeLessThan(1000);
    appendFileSync(activityFile(place), "x".repeat(1024 * 1024));
    appendActivity(place, edit("after.ts"));
    expect(statSync(activityFile(place)).size).toBeLessThan(200);
    expect(readActivity(place)).toEqual([edit("after.ts")]);
  });

  test("a link in its place is not written through, and a line that is too long is refused", () => {
    const place = makePlace();
    const elsewhere = join(place.stateDir, "elsewhere");
    writeFileSync(elsewhere, "");
    mkdirSync(dirname(activityFile(place)), { recursive: true });
    symlinkSync(elsewhere, activityFile(place));
    expect(() => appendActivity(place, edit("a.ts"))).toThrow();
    expect(readFileSync(elsewhere, "utf8")).toBe("");
    expect(readActivity(place)).toEqual([]);
    expect(() => appendActivity(makePlace(), edit("a".repeat(5000)))).toThrow(RangeError);
  });

  test("four writers at once tear no line", async () => {
    const place = makePlace();
    appendActivity(place, edit("first.ts"));
    const file = activityFile(place);
    const script = `const fs=require("node:fs");const fd=fs.openSync(${JSON.stringify(file)},fs.constants.O_WRONLY|fs.constants.O_APPEND);
      for(let i=0;i<2000;i++)fs.writeSync(fd,JSON.stringify({at:i,type:"file_open",path:process.argv[1]+"/"+"x".repeat(i%60)})+"\\n");`;
    await Promise.all(["a", "b", "c", "d"].map((name) => new Promise((resolve) => spawn(process.execPath, ["-e", script, name]).once("close", resolve))));
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(8001);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });
});
