import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Edit, editConfigFile, editYaml } from "../../../src/calibrate/edit-config.ts";
import { parseConfig } from "../../../src/config/parse-config.ts";
import { Refusal } from "../../../src/refusal.ts";
import { makeTempDir, writeFile } from "../builders.ts";

const MAX_WRONG: Edit = { path: ["max_wrong"], value: 0.02, comment: "calibrated 2026-11-16: 1.0 %" };
const SCORE: Edit = { path: ["threshold", "score"], value: 0.2, comment: "calibrated 2026-11-16: 1.0 %" };

const OWN = `# my settings
# of last spring

budget:
  tokens: 1500   # enough for me

# quiet, please
max_wrong: 0.04
threshold: { relative: 0.4 }
`;

describe("editYaml", () => {
  it("keeps every comment and every other setting", () => {
    const text = editYaml(OWN, [MAX_WRONG, SCORE], "config.yaml");
    for (const comment of ["# my settings", "# of last spring", "# enough for me", "# quiet, please"]) expect(text).toContain(comment);
    const { settings, problems } = parseConfig(text, "config.yaml", "user");
    expect(problems).toEqual([]);
    expect([...settings]).toEqual([
      ["budget.tokens", 1500],
      ["max_wrong", 0.02],
      ["threshold.relative", 0.4],
      ["threshold.score", 0.2],
    ]);
    expect(text).toContain("max_wrong: 0.02 # calibrated 2026-11-16: 1.0 %");
  });

  it("puts its comment in the place of the last one, and not in the place of the person's", () => {
    const once = editYaml("max_wrong: 0.04 # because\n", [MAX_WRONG], "config.yaml");
    const twice = editYaml(once, [{ ...MAX_WRONG, comment: "calibrated 2026-12-01: 2.0 %" }], "config.yaml");
    expect(twice).toContain("# because");
    expect(twice).toContain("calibrated 2026-12-01");
    expect(twice).not.toContain("2026-11-16");
    const plain = editYaml(editYaml("max_wrong: 0.04\n", [MAX_WRONG], "f"), [{ ...MAX_WRONG, comment: "calibrated 2026-12-01: 2.0 %" }], "f");
    expect(plain).toBe("max_wrong: 0.02 # calibrated 2026-12-01: 2.0 %\n");
  });

  it("keeps the comment of a group without content, and the ends of lines", () => {
    expect(editYaml("threshold: # my group\n", [SCORE], "f")).toContain("# my group");
    const text = editYaml("# mine\r\nmax_wrong: 0.04\r\n", [MAX_WRONG, SCORE], "f");
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(parseConfig(text, "f", "user").settings.get("max_wrong")).toBe(0.02);
  });

  it.each([
    ["nothing", null],
    ["an empty file", ""],
    ["comments alone", "# nothing set yet\n"],
    ["a group without content", "threshold:\n"],
  ])("begins with %s", (_name, before) => {
    const text = editYaml(before, [MAX_WRONG, SCORE], "config.yaml");
    const { settings, problems } = parseConfig(text, "config.yaml", "user");
    expect(problems).toEqual([]);
    expect([settings.get("max_wrong"), settings.get("threshold.score")]).toEqual([0.02, 0.2]);
    if (before?.startsWith("#")) expect(text).toContain("# nothing set yet");
  });

  it.each([
    ["broken YAML", "max_wrong: [\n"],
    ["a list", "- a\n- b\n"],
    ["a value in the place of a group", "threshold: 3\n"],
  ])("refuses %s", (_name, before) => {
    expect(() => editYaml(before, [MAX_WRONG, SCORE], "config.yaml")).toThrow(Refusal);
  });
});

describe("editConfigFile", () => {
  it("makes the file and its folder, and leaves nothing beside it", () => {
    const folder = join(makeTempDir(), "config", "lore-inject");
    editConfigFile(join(folder, "config.yaml"), [MAX_WRONG]);
    expect(readFileSync(join(folder, "config.yaml"), "utf8")).toContain("max_wrong: 0.02");
    expect(readdirSync(folder)).toEqual(["config.yaml"]);
  });

  it("leaves a file alone that it cannot read as settings", () => {
    const file = writeFile(join(makeTempDir(), "config.yaml"), "max_wrong: [\n");
    expect(() => editConfigFile(file, [MAX_WRONG])).toThrow(Refusal);
    expect(readFileSync(file, "utf8")).toBe("max_wrong: [\n");
  });
});
