/** Paths that clients name: what is below the root is given as records name it; everything else is refused. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodeVariable, pathBelowRoot, pathFromRoot } from "../../../../src/clients/mcp/path-inside.ts";
import { Refusal } from "../../../../src/refusal.ts";
import { makeTempDir, writeFile } from "../../builders.ts";

function makeRoot(): string {
  const root = join(makeTempDir(), "project");
  writeFile(join(root, "src", "auth", "service.ts"), "");
  writeFile(join(root, "..", "secret", "key.txt"), "");
  return root;
}

describe("pathFromRoot", () => {
  it.each([
    ["src/auth/service.ts", "src/auth/service.ts"],
    ["./src/auth/service.ts", "src/auth/service.ts"],
    ["src/auth/../auth/service.ts", "src/auth/service.ts"],
    ["src/not/yet/there.ts", "src/not/yet/there.ts"],
    ["..src/odd.ts", "..src/odd.ts"],
  ])("%s is %s", (path, expected) => {
    expect(pathFromRoot(path, makeRoot())).toBe(expected);
  });

  it.each(["../secret/key.txt", "src/../../secret/key.txt", "..", ".", "/etc/passwd", "\\\\host\\share", "C:\\x", "c:/x", "", "a\0b", `${"x/".repeat(600)}y`])(
    "%j is refused",
    (path) => {
      expect(() => pathFromRoot(path, makeRoot())).toThrow(Refusal);
    },
  );

  it("refuses links that lead out, whether or not there is something behind them", () => {
    const root = makeRoot();
    symlinkSync(join(root, "..", "secret"), join(root, "out"));
    symlinkSync(join(root, "..", "nowhere"), join(root, "dangling"));
    symlinkSync("circle", join(root, "circle"));
    symlinkSync(join(root, "src"), join(root, "inside"));
    for (const path of ["out/key.txt", "out/new.txt", "out", "dangling", "dangling/x", "circle", "circle/x"])
      expect(() => pathFromRoot(path, root), path).toThrow("leads out of the project");
    expect(pathFromRoot("inside/auth/service.ts", root)).toBe("inside/auth/service.ts");
  });
});

describe("pathBelowRoot", () => {
  it("knows files by their whole path, also when the root is named through a link", () => {
    const root = makeRoot();
    const link = join(root, "..", "link");
    symlinkSync(root, link);
    expect(pathBelowRoot(join(root, "src", "auth", "service.ts"), root)).toBe("src/auth/service.ts");
    expect(pathBelowRoot(join(root, "src", "auth", "service.ts"), link)).toBe("src/auth/service.ts");
    expect(pathBelowRoot("src/a.ts", root)).toBe("src/a.ts");
  });

  it("knows nothing of files elsewhere", () => {
    const root = makeRoot();
    mkdirSync(`${root}-other`);
    for (const path of ["/etc/passwd", `${root}-other/a.ts`, join(root, "..", "secret", "key.txt"), root, "../x"])
      expect(pathBelowRoot(path, root), path).toBeNull();
  });
});

describe("decodeVariable", () => {
  it("decodes once, and says what is wrong with the rest", () => {
    expect(decodeVariable("src/%5Bid%5D/page%20one.tsx")).toBe("src/[id]/page one.tsx");
    expect(decodeVariable("%252e%252e")).toBe("%2e%2e");
    expect(() => decodeVariable("100%")).toThrow(Refusal);
  });
});
