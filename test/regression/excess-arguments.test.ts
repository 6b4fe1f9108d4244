/** A prompt without quotation marks was cut to its first word, and nobody was told: `explain how do we retry` explained "how". */
import { expect, it } from "vitest";
import { makeHome, runHook } from "../e2e/run-hook.ts";

it("explain takes all the words", async () => {
  const { status, stdout } = await runHook({ home: makeHome(), args: ["explain", "postgres", "locking", "--json"] });
  expect(status).toBe(0);
  expect(JSON.parse(stdout).keywords.map(({ text }: { readonly text: string }) => text)).toEqual(["postgres", "locking"]);
});

it("show takes one id", async () => {
  const { status, stderr } = await runHook({ home: makeHome(), args: ["show", "dec-add74502", "dec-f92a8193"] });
  expect(status).toBe(1);
  expect(stderr).toContain("too many arguments");
});
