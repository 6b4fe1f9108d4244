/** The YAML parser, told to be silent, keeps its errors to itself: a broken document was half read and nobody was told. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeHome, runHook } from "../e2e/run-hook.ts";

it("is a problem with file and line", async () => {
  const home = makeHome("copy");
  const file = join(home.data, "patterns/data/patterns.yaml");
  appendFileSync(file, "\n  - broken: [\n");
  const { stdout } = await runHook({ home, args: ["sources", "--json"] });
  const problems: readonly { readonly where: string }[] = JSON.parse(stdout).problems;
  expect(problems.map(({ where }) => where)).toEqual([expect.stringMatching(/patterns\.yaml:\d+$/)]);
});
