/** The hook's own way with paths gives what node:path gives. */
import * as nodePath from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runLean } from "./lean-module.ts";

type Path = Pick<typeof nodePath, "join" | "dirname" | "basename" | "resolve" | "isAbsolute" | "sep">;
const lean = runLean<Path>("lean-path", null);

/** Names, dots and slashes in every order. */
const part = fc.array(fc.constantFrom("a", "b.c", ".lore", "..", ".", "", "/", "ö", "d e"), { maxLength: 6 }).map((names) => names.join("/"));

it("whatever the path", () => {
  expect(lean.sep).toBe(nodePath.sep);
  fc.assert(
    fc.property(part, part, fc.boolean(), (first, second, isAbsolute) => {
      const path = isAbsolute ? `/${first}` : first;
      expect(lean.dirname(path)).toBe(nodePath.dirname(path));
      expect(lean.basename(path)).toBe(nodePath.basename(path));
      expect(lean.isAbsolute(path)).toBe(nodePath.isAbsolute(path));
      expect(lean.join(path, second)).toBe(nodePath.join(path, second));
      expect(lean.join(path, "c", second)).toBe(nodePath.join(path, "c", second));
      expect(lean.resolve(path)).toBe(nodePath.resolve(path));
      expect(lean.resolve(path, second)).toBe(nodePath.resolve(path, second));
    }),
    { numRuns: 2000 },
  );
});
