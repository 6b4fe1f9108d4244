/** The checks that need no client: this program, the stores, the settings, and how a report reads. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ConfigRequest, checkConfig, isConfigProblem } from "../../../src/doctor/check-config.ts";
import { checkLatency, type LatencyRequest } from "../../../src/doctor/check-latency.ts";
import { checkRuntime, type RuntimeRequest } from "../../../src/doctor/check-runtime.ts";
import { checkStores } from "../../../src/doctor/check-stores.ts";
import { renderFindings, renderSections } from "../../../src/doctor/render-report.ts";
import { examined, shortPath } from "../../../src/doctor/section.ts";
import type { Problem } from "../../../src/types.ts";
import { makeEntry } from "./entries.ts";

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-doctor-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const HOME = "/home/ann";

describe("runtime", () => {
  const check = (more: Partial<RuntimeRequest>) =>
    checkRuntime({
      ...{ version: "1.2.0", nodeVersion: "22.1.0", nodePath: "/usr/bin/node", packageDir: `${HOME}/lore`, platform: "linux x64" },
      ...{ env: {}, home: HOME, isRegisteredWith: false, ...more },
    });

  it("names versions and paths", () => {
    expect(check({})).toMatchObject({ findings: [], lines: ["lore-inject 1.2.0 in ~/lore", "Node 22.1.0, /usr/bin/node, on linux x64"] });
  });

  it("Node 18 is too old, 20 is not", () => {
    expect(check({ nodeVersion: "18.20.0" }).findings).toMatchObject([{ severity: "error", code: "old-node" }]);
    expect(check({ nodeVersion: "20.0.0" }).findings).toEqual([]);
  });

  it("certificates slow Node 20, not 22; what is registered with them can be mended", () => {
    const env = { NODE_EXTRA_CA_CERTS: "/certs.pem" };
    expect(check({ env, nodeVersion: "20.1.0" }).findings).toMatchObject([{ severity: "note", code: "slow-certificates" }]);
    expect(check({ env, nodeVersion: "20.1.0", isRegisteredWith: true }).findings).toMatchObject([{ severity: "warning" }]);
    expect(check({ env }).findings).toEqual([]);
  });
});

describe("stores", () => {
  const decision = (id: string) => JSON.stringify({ id, timestamp: "2026-01-01T00:00:00Z", decision: `Use ${id}`, rationale: "because" });
  const locate = ({ where, offset }: Problem): string => `${where}${offset === undefined ? "" : `@${offset}`}`;

  function check(text: string, problems: readonly Problem[] = []) {
    const path = join(dir, "decisions.jsonl");
    writeFileSync(path, text);
    const stores = [{ source: "journal", path, derived: false, shownAs: path }] as const;
    return checkStores({ dataRoot: { path: dir, foundBy: "LORE_DATA_DIR" }, stores, problems, locate, tick: () => false, home: dir });
  }

  it("counts lines and live records, and says why this folder", () => {
    const { lines, findings, sample } = check(`${decision("dec-1")}\n${decision("dec-2")}\n${decision("dec-2")}\n`);
    expect(lines).toEqual(["~ (LORE_DATA_DIR)", "1 store, 3 lines, 2 live: journal 2"]);
    expect([findings, sample?.title]).toEqual([[], expect.stringContaining("dec-")]);
  });

  it("bad lines of a file are one finding, at the first of them", () => {
    const text = `${decision("dec-1")}\n{bad\n[1]\n`;
    expect(check(text).findings).toEqual([
      {
        severity: "warning",
        code: "store-problem",
        what: `~/decisions.jsonl@${decision("dec-1").length + 1}: not one JSON object, and 1 more problem in this file`,
        remedy: "mend or delete that line; lore-inject sources lists all",
      },
    ]);
  });

  it("whatever the order in which they were met", () => {
    const problems = [90, 10, 50].map((offset) => ({ where: "/d/a.jsonl", offset, what: "not one JSON object" }));
    expect(check(`${decision("dec-1")}\n`, problems).findings.map(({ what }) => what)).toEqual([
      "/d/a.jsonl@10: not one JSON object, and 2 more problems in this file",
    ]);
  });

  it("nothing in it: a note with a first step", () => {
    expect(check("").findings).toMatchObject([{ severity: "note", code: "no-records", remedy: expect.stringContaining("lore-inject remember") }]);
  });

  it("no folder, and a repository's store that is not trusted", () => {
    const missing = { where: "/x", what: "no data folder there (default)" };
    const untrusted = { where: "/r/.lore/decisions.jsonl", what: "comes with the repository and is not trusted yet: 1 line not used" };
    expect(check("", [missing, untrusted]).findings).toMatchObject([
      { severity: "warning", code: "no-data-folder", remedy: expect.stringContaining("doctor --fix") },
      { severity: "note", code: "untrusted-store", remedy: "lore-inject trust --show, then lore-inject trust" },
    ]);
  });
});

describe("settings", () => {
  const check = (more: Partial<ConfigRequest>) => checkConfig({ layers: [], isEnabled: true, problems: [], env: {}, home: HOME, ...more });

  it("lists the layers that are there, later ones winning", () => {
    const layers = [
      { name: "shipped", path: "/p/config.yaml", exists: true },
      { name: "user", path: `${HOME}/.config/lore-inject/config.yaml`, exists: true },
      { name: "project", path: "/r/.lore/config.yaml", exists: false },
    ] as const;
    expect(check({ layers, env: { LORE_CONTEXT_BUDGET: "500" } }).lines).toEqual(["defaults < ~/.config/lore-inject/config.yaml < LORE_CONTEXT_BUDGET"]);
  });

  it("says what is wrong in them, what is missing, and what switches it off", () => {
    expect(check({ problems: [{ where: `${HOME}/c.yaml:2`, what: 'unknown key "x"', hint: 'did you mean "y"?' }] }).findings).toEqual([
      { severity: "warning", code: "config-problem", what: '~/c.yaml:2: unknown key "x"', remedy: 'did you mean "y"?' },
    ]);
    expect(check({ layers: [{ name: "shipped", path: "/p/config.yaml", exists: false }] }).findings).toMatchObject([{ code: "incomplete" }]);
    expect(check({ isEnabled: false }).findings).toMatchObject([{ severity: "warning", code: "switched-off", remedy: expect.stringContaining("config.yaml") }]);
    expect(check({ isEnabled: false, env: { LORE_CONTEXT_DISABLED: "1" } }).findings).toMatchObject([{ remedy: "unset LORE_CONTEXT_DISABLED" }]);
  });

  it.each([
    ["/h/.config/lore-inject/config.yaml:3", true],
    ["/r/.lore/project.yaml", true],
    ["LORE_CONTEXT_BUDGET", true],
    ["/d/journal/data/decisions.jsonl", false],
    ["/d/intent/data/goals/one.yaml", false],
    ["/d/lore", false],
  ])("a problem at %s is one of settings: %s", (where, expected) => {
    expect(isConfigProblem({ where, what: "" })).toBe(expected);
  });
});

describe("latency", () => {
  const run = (more: Partial<LatencyRequest>) => {
    const script = join(dir, "lore-inject.js");
    writeFileSync(script, "");
    const place = { env: { PATH: process.env.PATH }, projectDir: dir, node: process.execPath, script, prompt: "why?" };
    return checkLatency({ ...place, entries: [], rounds: 1, isSettled: () => true, ...more });
  };

  it("compares with an idle Node, by the registered command or our own", () => {
    expect(run({}).lines[0]).toMatch(/^this program, as nothing registered could be run, \d+ ms, node -e 0 \d+ ms: \d+\.\d\d times \(median of 1\)$/);
    const entry = makeEntry({ command: process.execPath, args: [join(dir, "lore-inject.js")] });
    expect(run({ entries: [entry] })).toMatchObject({ findings: [], facts: { registered: true }, lines: [expect.stringContaining("the registered command")] });
    expect(run({ rounds: 0 }).lines).toEqual(["not measured"]);
  });

  it("a slow hook is a warning, unless something was changed a moment ago", () => {
    const entry = makeEntry({ command: process.execPath, args: ["-e", "setTimeout(() => {}, 600)"] });
    expect(run({ entries: [entry] }).findings).toMatchObject([
      { severity: "warning", code: "slow", remedy: expect.stringContaining("lore-inject index refresh") },
    ]);
    const unsettled = run({ entries: [entry], isSettled: () => false });
    expect([unsettled.findings, unsettled.lines[0]]).toEqual([[], expect.stringContaining("had to be read anew")]);
  });
});

describe("the report", () => {
  it("a check that fails is a finding, and nothing else", () => {
    const { lines, findings } = examined("index", () => {
      throw new Error("odd \u001b[31mbytes");
    });
    expect(lines).toEqual(["could not be examined"]);
    expect(findings).toMatchObject([{ severity: "warning", code: "not-examined", what: "index could not be examined: odd bytes" }]);
  });

  it("sections are a table, findings come last with their remedies", () => {
    const sections = [{ title: "hooks", lines: ["user: a\n  context on b", "local: c"], findings: [], facts: null }];
    expect(renderSections(sections)).toEqual(["hooks      user: a", "             context on b", "           local: c"]);
    expect(renderFindings([])).toEqual(["", "nothing to mend"]);
    const findings = [
      { severity: "error", code: "a", what: "it is broken", remedy: "mend it" },
      { severity: "note", code: "b", what: "by the way", remedy: "if you like" },
    ] as const;
    expect(renderFindings(findings)).toEqual([
      "",
      "1 error, 1 note",
      "error     it is broken",
      "          → mend it",
      "note      by the way",
      "          → if you like",
    ]);
  });

  it.each([
    ["/home/ann/x", "~/x"],
    ["/home/ann", "~"],
    ["/home/anna/x", "/home/anna/x"],
    ["/x\u001b[2J/y", "/x/y"],
  ])("%j is shown as %s", (path, shown) => {
    expect(shortPath(path, HOME)).toBe(shown);
  });
});
