/** Finding and trying runtimes: nothing that fails is fatal, and nothing relative is found. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findOnPath, tryBun, tryFlag } from "../../../src/launch/find-runtimes.ts";
import { measureStarts, median } from "../../../src/launch/measure-starts.ts";

let folder = "";
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-launch-")));
  mkdirSync(join(folder, "folder", "bun"), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe("findOnPath", () => {
  it("takes the first program, passing over folders, plain files and relative entries", () => {
    writeFileSync(join(folder, "bun"), "no program");
    const right = program("second/bun", "exit 0");
    const PATH = [".", "", "relative", join(folder, "absent"), join(folder, "folder"), folder, join(folder, "second")].join(delimiter);
    expect(findOnPath("bun", { PATH })).toBe(right);
  });

  it("finds nothing on an empty or missing PATH", () => {
    expect(findOnPath("bun", { PATH: "" })).toBeNull();
    expect(findOnPath("bun", {})).toBeNull();
  });
});

describe("tryFlag", () => {
  it("accepts what Node accepts in silence", () => {
    expect(tryFlag(process.execPath, "--no-deprecation")).toEqual({ flag: "--no-deprecation", fault: null });
  });

  it("names what Node says to an unknown flag", () => {
    expect(tryFlag(process.execPath, "--no-such-flag").fault).toContain("bad option");
  });

  it("a runtime that talks on stderr or cannot be started refuses every flag", () => {
    expect(tryFlag(program("talker", "echo deprecated >&2"), "--x").fault).toBe("deprecated");
    expect(tryFlag(join(folder, "absent"), "--x").fault).toContain("ENOENT");
  });
});

describe("tryBun", () => {
  const request = () => ({ node: null, env: { PATH: process.env.PATH }, packageDir: folder, script: join(folder, "hook.js") });

  it.each([
    ["an old one", "echo 1.0.36", "1.1 or newer"],
    ["one without a version", "exit 3", "1.1 or newer"],
    ["one that does not answer", 'if [ "$1" = --version ]; then echo 1.4.4; fi', "does not answer"],
    ["one that answers nonsense", "echo 1.4.4", "does not answer"],
  ])("refuses %s", (name, script, fault) => {
    expect(tryBun(program(`tried/${name}`, script), request()).fault).toContain(fault);
  });

  it("refuses one that is not there", () => {
    expect(tryBun(join(folder, "absent"), request()).fault).not.toBeNull();
  });
});

describe("measureStarts", () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
    [[], 0],
  ])("the median of %j is %d", (values, middle) => {
    expect(median(values)).toBe(middle);
  });

  it("gives each command's time, the first being the measure, even if one cannot be started", () => {
    const start = { command: process.execPath, args: ["-e", "0"], env: { PATH: process.env.PATH } };
    const measured = measureStarts(
      [
        { ...start, label: "a" },
        { ...start, label: "b", command: join(folder, "absent") },
      ],
      { rounds: 1, cwd: folder, input: "" },
    );
    expect(measured.map(({ label }) => label)).toEqual(["a", "b"]);
    expect(measured[0]?.ratio).toBe(1);
    expect(measured[0]?.ms).toBeGreaterThan(0);
  });
});
