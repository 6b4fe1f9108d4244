import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { markWarm, warmFolder } from "../../../src/store/warm-marker.ts";

const SCRIPT = join(import.meta.dirname, "..", "..", "..", "bin", "unless-warm.sh");
const folders: string[] = [];
function makeState(): string {
  const folder = mkdtempSync(join(tmpdir(), "lore-warm-"));
  folders.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** What the client does: starts the script with the event on stdin. */
function runHook(stateDir: string): string {
  return spawnSync("/bin/sh", [SCRIPT, warmFolder(stateDir), "cat"], { input: "the event" }).stdout.toString();
}

function deadPid(): number {
  return spawnSync(process.execPath, ["-e", "0"]).pid;
}

describe.skipIf(process.platform === "win32")("a server that answers prompts", () => {
  test("leaves its mark under its client, and takes it away again", () => {
    const stateDir = makeState();
    const unmark = markWarm(stateDir, { client: 4711, server: process.pid });
    expect(readFileSync(join(warmFolder(stateDir), "4711"), "utf8")).toBe(`${process.pid}\n`);
    unmark();
    expect(readdirSync(warmFolder(stateDir))).toEqual([]);
  });

  test("does not take away the mark of the server that came after it", () => {
    const stateDir = makeState();
    const unmark = markWarm(stateDir, { client: 4711, server: process.pid });
    markWarm(stateDir, { client: 4711, server: process.ppid });
    unmark();
    expect(readFileSync(join(warmFolder(stateDir), "4711"), "utf8")).toBe(`${process.ppid}\n`);
  });

  test("what killed servers left is cleared away, and a folder that cannot be made is no fault", () => {
    const stateDir = makeState();
    markWarm(stateDir, { client: 1, server: deadPid() });
    markWarm(stateDir, { client: 2, server: process.pid });
    expect(readdirSync(warmFolder(stateDir))).toEqual(["2"]);
    writeFileSync(join(stateDir, "file"), "");
    expect(() => markWarm(join(stateDir, "file"), {})()).not.toThrow();
  });

  test("the hook is started without a server, and without one that lives", () => {
    const stateDir = makeState();
    expect(runHook(stateDir)).toBe("the event");
    markWarm(stateDir, { client: process.pid, server: process.pid });
    writeFileSync(join(warmFolder(stateDir), String(process.pid)), `${deadPid()}\n`);
    expect(runHook(stateDir)).toBe("the event");
    writeFileSync(join(warmFolder(stateDir), String(process.pid)), "nonsense\n");
    expect(runHook(stateDir)).toBe("the event");
  });

  test("the hook is not started where a child of the same client answers", () => {
    const stateDir = makeState();
    const server = spawn(process.execPath, ["-e", "setTimeout(() => {}, 20000)"], { stdio: "ignore" });
    try {
      markWarm(stateDir, { client: process.pid, server: server.pid ?? 0 });
      expect(runHook(stateDir)).toBe("");
    } finally {
      server.kill();
    }
  });

  test.skipIf(!existsSync("/proc/self/stat"))("a number that was given to another process does not count", () => {
    const stateDir = makeState();
    markWarm(stateDir, { client: process.pid, server: process.pid });
    expect(runHook(stateDir)).toBe("the event");
  });
});
