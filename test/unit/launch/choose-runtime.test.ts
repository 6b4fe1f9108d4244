/** With what the hook is started: every setting against everything that may be found. */
import { describe, expect, it } from "vitest";
import type { Environment } from "../../../src/config/environment.ts";
import { chooseRuntime, type FoundRuntimes, type Launch, type RuntimeSetting } from "../../../src/launch/choose-runtime.ts";

const NODE = { path: "/opt/node/bin/node", version: "20.20.2" };
const BUN = { path: "/opt/bun/bun", version: "1.4.4", fault: null };
const BROKEN_BUN = { ...BUN, fault: "it answers nonsense" };
const FLAGS = [
  { flag: "--good", fault: null },
  { flag: "--bad", fault: "bad option" },
];

function choose(setting: RuntimeSetting, found: Partial<FoundRuntimes>, env: Environment = {}): Launch | null {
  return chooseRuntime({ setting, found: { node: NODE, flags: [], bun: null, ...found }, packageDir: "/pkg", script: "/pkg/bin/lore-inject.js", env });
}

describe("chooseRuntime", () => {
  it.each([
    ["auto", BUN, "bun", "bun 1.4.4 answers as it should"],
    ["auto", null, "node", "no bun is on the PATH"],
    ["auto", BROKEN_BUN, "node", "it answers nonsense"],
    ["bun", BUN, "bun", "runtime: bun"],
    ["bun", null, "node", "no bun is on the PATH"],
    ["bun", BROKEN_BUN, "node", "it answers nonsense"],
    ["node", BUN, "node", "runtime: node"],
    ["node", null, "node", "runtime: node"],
  ] as const)("%s with bun %j takes %s", (setting, bun, runtime, why) => {
    const launch = choose(setting, { bun });
    expect(launch?.runtime).toBe(runtime);
    expect(launch?.command).toBe(runtime === "bun" ? BUN.path : NODE.path);
    expect(launch?.why).toContain(why);
  });

  it("without Node a usable Bun serves every setting, and a broken one none", () => {
    for (const setting of ["auto", "node", "bun"] as const) {
      expect(choose(setting, { node: null, bun: BUN })?.runtime).toBe("bun");
      expect(choose(setting, { node: null, bun: BROKEN_BUN })).toBeNull();
    }
  });

  it("Node gets the accepted flags only, and Bun none", () => {
    expect(choose("node", { flags: FLAGS })).toMatchObject({ flags: ["--good"], args: ["/pkg/bin/lore-inject.js"] });
    expect(choose("bun", { bun: BUN, flags: FLAGS })?.flags).toEqual([]);
  });

  it("Bun starts in our own folder, as it runs what the folder it starts in tells it to", () => {
    expect(choose("bun", { bun: BUN, flags: FLAGS })?.args).toEqual(["--cwd=/pkg", "/pkg/bin/lore-inject.js"]);
  });

  it("names the variable that slows Node, and only where it does", () => {
    const env = { NODE_EXTRA_CA_CERTS: "/etc/ca.pem" };
    expect(choose("node", {}, env)?.unset).toEqual(["NODE_EXTRA_CA_CERTS"]);
    expect(choose("node", {}, { NODE_EXTRA_CA_CERTS: "" })?.unset).toEqual([]);
    expect(choose("node", { node: { ...NODE, version: "22.3.0" } }, env)?.unset).toEqual([]);
    expect(choose("bun", { bun: BUN }, env)?.unset).toEqual([]);
  });
});
