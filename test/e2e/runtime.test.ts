/** `lore-inject runtime`: what would start the hook here. A stand-in plays Bun, so that the outcome does not depend on the machine. */
import { chmodSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { configure, contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, type Home, makeHome, promptEvent, ROOT, runHook, write } from "./run-hook.ts";

const SCRIPT = join(ROOT, "bin", "lore-inject.js");
/** Certainly no bun. */
const PATH = join(ROOT, "no-such-folder");

interface Shown {
  readonly setting: string;
  readonly launch: {
    readonly runtime: string;
    readonly command: string;
    readonly args: readonly string[];
    readonly flags: readonly string[];
    readonly unset: readonly string[];
    readonly why: string;
  };
  readonly flags: readonly { readonly flag: string; readonly fault: string | null }[];
  readonly bun: { readonly path: string; readonly version: string; readonly fault: string | null } | null;
  readonly measured: readonly { readonly label: string; readonly ms: number; readonly ratio: number }[];
}

async function shown(home: Home, { args = [], env = {} }: { args?: readonly string[]; env?: Readonly<Record<string, string>> } = {}): Promise<Shown> {
  const run = await runHook({ home, args: ["runtime", "--json", "--rounds", "1", ...args], env: { PATH, ...env } });
  expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(run.stdout) as Shown;
}

/** A program named bun, before everything else on the PATH. */
function standIn(home: Home, body: string): { readonly path: string; readonly env: Readonly<Record<string, string>> } {
  const path = write(join(home.dir, "tools", "bun"), `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return { path, env: { PATH: `${dirname(path)}${delimiter}${PATH}` } };
}
/** Answers as Bun would, by Node: --cwd is Bun's own. */
const GOOD = `if [ "$1" = --version ]; then echo 1.4.4; else shift; exec '${process.execPath}' "$@"; fi`;

it("without Bun: Node by its absolute path, with the flags it accepted", async () => {
  const { setting, launch, flags, bun, measured } = await shown(makeHome());
  expect({ setting, bun }).toEqual({ setting: "auto", bun: null });
  const accepted = flags.filter(({ fault }) => fault === null).map(({ flag }) => flag);
  expect(launch).toMatchObject({ runtime: "node", command: process.execPath, args: [SCRIPT], flags: accepted, unset: [] });
  expect(measured.map(({ label }) => label).slice(0, 2)).toEqual(["node -e 0", "hook by node"]);
});

it("the command it names answers as the hook does", async () => {
  const home = makeHome();
  const { launch } = await shown(home);
  const run = await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT), runtime: [launch.command, ...launch.flags] });
  expect(contextOf(run)).toContain(DEPLOY_RECORD);
});

it("with a Bun that answers: Bun, unless the settings say node", async () => {
  const home = makeHome();
  const { path, env } = standIn(home, GOOD);
  const found = await shown(home, { env });
  expect(found.bun).toEqual({ path, version: "1.4.4", fault: null });
  expect(found.launch).toMatchObject({ runtime: "bun", command: path, args: [`--cwd=${ROOT}`, SCRIPT] });
  expect(found.measured.map(({ label }) => label)).toContain("hook by bun");
  expect((await shown(home, { env, args: ["--set", "runtime=node"] })).launch.runtime).toBe("node");
  configure(home, "runtime: node\n");
  expect((await shown(home, { env })).launch).toMatchObject({ runtime: "node", why: "runtime: node" });
});

it.each([
  ["too old", "echo 1.0.3", "1.1 or newer"],
  ["answering something else", `${GOOD}; echo more`.replace("exec ", ""), "does not answer"],
  ["failing", 'if [ "$1" = --version ]; then echo 1.4.4; else exit 1; fi', "does not answer"],
])("with a Bun that is %s: Node, and why", async (_name, body, why) => {
  const home = makeHome();
  const { launch, bun } = await shown(home, { env: standIn(home, body).env, args: ["--set", "runtime=bun"] });
  expect(launch.runtime).toBe("node");
  expect(launch.why).toContain(why);
  expect(bun?.fault).toContain(why);
});

it("says that NODE_EXTRA_CA_CERTS slows the start, and measures it", async () => {
  const home = makeHome();
  const env = { NODE_EXTRA_CA_CERTS: write(join(home.dir, "ca.pem"), ""), PATH };
  const run = await runHook({ home, args: ["runtime", "--rounds", "1"], env });
  expect(run.status).toBe(0);
  // Later versions of Node do not mind.
  expect(run.stdout.includes("env -u NODE_EXTRA_CA_CERTS")).toBe(process.versions.node.startsWith("20."));
  expect(run.stdout).toContain("with NODE_EXTRA_CA_CERTS");
});

it("prints the command, the reason and the times for a person", async () => {
  const { status, stdout } = await runHook({ home: makeHome(), args: ["runtime", "--rounds", "2"], env: { PATH } });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^command {4}\/.*lore-inject\.js\nwhy {8}runtime: auto, and no bun is on the PATH\nnode {7}\//);
  expect(stdout).toMatch(/median of 2 interleaved rounds.*\nnode -e 0 .* ms {2}1\.00\nhook by node .* ms {2}\d+\.\d\d\n/);
});

it.each([
  [["--set", "runtime=deno"], "must be one of auto, node, bun"],
  [["--rounds", "many"], "not a number from 0 to 1000"],
])("%j is refused with the way out", async (args, message) => {
  const { status, stderr } = await runHook({ home: makeHome(), args: ["runtime", ...args], env: { PATH } });
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});
