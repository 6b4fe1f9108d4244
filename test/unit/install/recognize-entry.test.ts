/** What counts as ours in a settings file, and what does not. */
import { describe, expect, it } from "vitest";
import { mentionsProgram, recognizeEntry } from "../../../src/install/recognize-entry.ts";

describe("recognizeEntry", () => {
  it.each([
    ["lore-inject", null, "inject", []],
    ["lore-inject capture-hook", null, "capture", []],
    ["/usr/local/bin/lore-inject --budget 500", null, "inject", ["--budget", "500"]],
    ["npx -y lore-inject@latest", null, "inject", []],
    ["npx --yes lore-inject capture-hook --debug", null, "capture", ["--debug"]],
    ["pnpm dlx lore-inject", null, "inject", []],
    ['node "/home/ada/my tools/bin/lore-inject.js"', null, "inject", []],
    ['node "$HOME"/lore-inject/bin/lore-inject.js', null, "inject", []],
    ["LORE_CONTEXT_DEBUG=1 lore-inject 2>>/tmp/log || true", null, "inject", []],
    ["cd ~/lore-inject && node bin/lore-inject.js", null, "inject", []],
    ['"C:\\Program Files\\nodejs\\node.exe" C:\\tools\\lore-inject\\bin\\lore-inject.js', null, "inject", []],
    ["lore-inject.cmd", null, "inject", []],
    ["/usr/bin/node", ["/x/bin/lore-inject.js"], "inject", []],
    ["/usr/bin/node", ["--no-rehash-snapshot", "/x/bin/lore-inject.js", "capture-hook"], "capture", []],
    ["/usr/bin/env", ["-u", "NODE_EXTRA_CA_CERTS", "/usr/bin/node", "/x/bin/lore-inject.js"], "inject", []],
    ["/home/ada/.bun/bin/bun", ["--cwd=/x", "/x/bin/lore-inject.js"], "inject", []],
    ["C:\\nodejs\\node.exe", ["D:\\a b\\bin\\lore-inject.js"], "inject", []],
    ["lore-inject status", null, "other", ["status"]],
  ] as const)("%s %j is ours, as %s", (command, args, role, extra) => {
    expect(recognizeEntry(command, args)).toMatchObject({ role, extra });
  });

  it.each([
    ["echo lore-inject", null],
    ["cat /x/lore-inject.js", null],
    ["cd ~/dev/lore-inject && npm test", null],
    ["/x/lore-inject/guard.sh", null],
    ["my-lore-inject", null],
    ["lore-inject-extra", null],
    ["guard.sh && lore-inject", null],
    ["lore-inject; lore-inject capture-hook", null],
    ["/bin/cat", ["/x/lore-inject.js"]],
    ["node", ["/x/lore-inject/other.js"]],
    ["", null],
  ] as const)("%s %j is not, or not alone", (command, args) => {
    expect(recognizeEntry(command, args)).toBeNull();
  });

  it("knows a line that starts us among other things", () => {
    expect(["guard.sh && lore-inject", "guard.sh | npx lore-inject"].map(mentionsProgram)).toEqual([true, true]);
    expect(["cd ~/dev/lore-inject && npm test", "echo lore-inject"].map(mentionsProgram)).toEqual([false, false]);
  });
});
