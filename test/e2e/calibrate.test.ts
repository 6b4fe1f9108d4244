/** `calibrate` on the built binary, with the demo's stores, and what `doctor` says of it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configure, type Home, type HookRun, makeHome, runHook, walk } from "./run-hook.ts";

function calibrate(home: Home, ...args: readonly string[]): Promise<HookRun> {
  return runHook({ home, args: ["calibrate", "--cwd", home.storefront, ...args], remembers: true });
}

const STATE = join(".local", "state", "lore-inject", "calibration.json");

describe("calibrate", () => {
  it("shows what it would choose, and writes nothing", async () => {
    const home = makeHome();
    const before = readFileSync(join(home.config, "config.yaml"), "utf8");
    const { status, stdout, stderr } = await calibrate(home);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/wrong injections +\d+\.\d % \(\d+ of \d+\)/);
    expect(stdout).toContain("Nothing was written");
    expect(readFileSync(join(home.config, "config.yaml"), "utf8")).toBe(before);
    expect(walk(home.dir).filter((path) => path.endsWith("calibration.json"))).toEqual([]);
  });

  it("writes it to the person's settings, comments kept, and keeps its word on prompts that it did not choose by", async () => {
    const home = makeHome();
    configure(home, "# quiet, please\nmax_wrong: 0.2\n");
    const { status, stdout } = await calibrate(home, "--apply", "--json");
    expect(status).toBe(0);
    const { after, choice } = JSON.parse(stdout);
    expect(choice.isMet).toBe(true);
    expect(after.wrong.count / after.wrong.of).toBeLessThanOrEqual(0.05);
    const text = readFileSync(join(home.config, "config.yaml"), "utf8");
    expect(text).toContain("# quiet, please");
    expect(text).toMatch(new RegExp(`max_wrong: ${choice.threshold.maxWrong} # calibrated \\d{4}-\\d\\d-\\d\\d: `));
    expect(existsSync(join(home.dir, STATE))).toBe(true);
    expect((await runHook({ home, args: ["sources", "--json"] })).status).toBe(0);
  });

  it.each([
    ["a rate that is none", ["--rate", "5"], "is not a share"],
    ["a rate that so few prompts cannot show", ["--rate", "0.005", "--apply"], "nothing was written"],
    ["both at once", ["--apply", "--dry-run"], "exclude each other"],
  ])("refuses %s", async (_name, args, words) => {
    const home = makeHome();
    const { status, stderr } = await calibrate(home, ...args);
    expect(status).toBe(1);
    expect(stderr).toContain(words);
    expect(existsSync(join(home.dir, STATE))).toBe(false);
  });

  it("refuses where there are no records", async () => {
    const { status, stderr } = await calibrate(makeHome("none"));
    expect(status).toBe(1);
    expect(stderr).toContain("no records");
  });
});
