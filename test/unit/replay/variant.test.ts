import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { synonymsOf } from "../../../src/analyze/language.ts";
import { Refusal } from "../../../src/refusal.ts";
import { StoreShelf } from "../../../src/replay/store-shelf.ts";
import { CURRENT, parseVariant, VariantContexts } from "../../../src/replay/variant.ts";
import { makeTempDir, writeFile } from "../builders.ts";
import { ReplayHome } from "./make-home.ts";

describe("parseVariant", () => {
  it("knows the settings in force, pairs, and a file", () => {
    const file = writeFile(join(makeTempDir(), "other.yaml"), "# try\nbudget: { tokens: 900 }\n");
    expect(parseVariant("current")).toBe(CURRENT);
    expect([...parseVariant("max_wrong=0.2,languages=en,de,budget.tokens=500").settings]).toEqual([
      ["max_wrong", 0.2],
      ["languages", ["en", "de"]],
      ["budget.tokens", 500],
    ]);
    expect([...parseVariant(file).settings]).toEqual([["budget.tokens", 900]]);
  });

  it.each(["max_wrog=0.2", "max_wrong=much", "no-such-file.yaml"])("refuses %s", (text) => {
    expect(() => parseVariant(text)).toThrow(Refusal);
  });

  it("refuses a file with a wrong setting", () => {
    const file = writeFile(join(makeTempDir(), "wrong.yaml"), "budget: { tokens: -1 }\n");
    expect(() => parseVariant(file)).toThrow("must be a number");
  });
});

describe("VariantContexts", () => {
  it("lays a set of settings over those of a folder, and leaves out what is of today", () => {
    const home = new ReplayHome();
    const cwd = home.project("shop");
    writeFile(join(cwd, ".lore", "config.yaml"), "budget: { tokens: 700, max_items: 7 }\n");
    const variant = {
      name: "x",
      settings: new Map([["budget.tokens", 900]]),
      synonyms: new Map([
        ["deploy", ["shipment"]],
        ["hamper", ["cart"]],
      ]),
    };
    const { config, language, locations, usefulness } = new VariantContexts(variant, new StoreShelf(), home.open).of(cwd);
    expect([config.budget.tokens, config.budget.max_items, config.rules.enabled, locations.stateDir, usefulness()]).toEqual([900, 7, false, null, null]);
    expect(synonymsOf(language, "deploy")).toEqual(["shipment"]);
    expect(synonymsOf(language, "hamper")).toEqual(["cart"]);
    expect(synonymsOf(language, "k8s")).not.toEqual([]);
  });
});
