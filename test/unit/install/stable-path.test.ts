/** Paths that are still there tomorrow: version managers, package managers, both flavours of paths. */
import { posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { type Lead, lastingNames, lastingPackage, type PathFlavour, stableNode, willVanish } from "../../../src/install/stable-path.ts";

const alone = (path: string): Lead => ({ path, realPath: path });

function choose(node: string | Lead, leads: readonly Lead[] = [], flavour: PathFlavour = posix): string {
  return stableNode({ node: typeof node === "string" ? alone(node) : node, leads, flavour }).path;
}

describe("stableNode", () => {
  it.each([
    ["/home/ada/.nvm/versions/node/v22.1.0/bin/node", posix],
    ["/home/ada/.local/share/fnm/node-versions/v22.1.0/installation/bin/node", posix],
    ["/home/ada/.volta/tools/image/node/22.1.0/bin/node", posix],
    ["/home/ada/.asdf/installs/nodejs/22.1.0/bin/node", posix],
    ["/home/ada/.local/share/mise/installs/node/22.1.0/bin/node", posix],
    ["/home/ada/.nodenv/versions/22.1.0/bin/node", posix],
    ["C:\\Users\\Ada Love\\AppData\\Local\\Volta\\tools\\image\\node\\22.1.0\\node.exe", win32],
    ["C:\\Users\\Ada\\AppData\\Roaming\\fnm\\node-versions\\v22.1.0\\installation\\node.exe", win32],
  ])("%s: that version, not a shim that chooses by folder", (path, flavour) => {
    const shim = flavour.join(flavour.dirname(path), "..", "shims", "node");
    const chosen = stableNode({ node: alone(path), leads: [{ path: shim, realPath: shim }], flavour });
    expect(chosen).toMatchObject({ path });
  });

  it.each([
    ["/run/user/1000/fnm_multishells/4711_1700000000/bin/node", "/home/ada/.local/share/fnm/node-versions/v22.1.0/installation/bin/node", posix],
    [
      "C:\\Users\\Ada\\AppData\\Local\\fnm_multishells\\4711_17\\node.exe",
      "C:\\Users\\Ada\\AppData\\Roaming\\fnm\\node-versions\\v22.1.0\\installation\\node.exe",
      win32,
    ],
  ])("%s goes with its shell: what it leads to stays", (path, realPath, flavour) => {
    expect(choose({ path, realPath }, [], flavour)).toBe(realPath);
  });

  const CELLAR = "/opt/homebrew/Cellar/node/22.1.0/bin/node";

  it("Homebrew's Cellar goes with an upgrade: the name below opt stays", () => {
    const leads = lastingNames(CELLAR, posix).map((path) => ({ path, realPath: CELLAR }));
    expect(stableNode({ node: alone(CELLAR), leads, flavour: posix })).toMatchObject({ path: "/opt/homebrew/opt/node/bin/node" });
    expect(lastingNames("/home/linuxbrew/.linuxbrew/Cellar/node@22/22.1.0_1/bin/node", posix)[0]).toBe("/home/linuxbrew/.linuxbrew/opt/node@22/bin/node");
  });

  it("takes no name that leads to another Node", () => {
    const other = { path: "/opt/homebrew/opt/node/bin/node", realPath: "/opt/homebrew/Cellar/node/24.0.0/bin/node" };
    const same = { path: "/usr/local/bin/node", realPath: CELLAR };
    expect(choose(CELLAR, [other, same])).toBe(same.path);
    expect(stableNode({ node: alone(CELLAR), leads: [other], flavour: posix })).toMatchObject({ path: CELLAR });
  });

  it("scoop, snap and nix have lasting names as well", () => {
    const scoop = "C:\\Users\\Ada Love\\scoop\\apps\\nodejs\\22.1.0\\node.exe";
    expect(lastingNames(scoop, win32)).toEqual(["C:\\Users\\Ada Love\\scoop\\apps\\nodejs\\current\\node.exe"]);
    const leads = [{ path: "C:\\Users\\Ada Love\\scoop\\apps\\nodejs\\current\\node.exe", realPath: scoop.toUpperCase() }];
    expect(choose(scoop, leads, win32)).toBe(leads[0]?.path);
    expect(lastingNames("/snap/node/9876/bin/node", posix)).toEqual(["/snap/node/current/bin/node"]);
    const nix = "/nix/store/abc-nodejs-22.1.0/bin/node";
    expect(choose(nix, [{ path: "/home/ada/.nix-profile/bin/node", realPath: nix }])).toBe("/home/ada/.nix-profile/bin/node");
  });

  it.each([
    ["/usr/bin/node", posix],
    ["/usr/local/bin/node", posix],
    ["C:\\Program Files\\nodejs\\node.exe", win32],
    ["D:\\tools\\node.exe", win32],
  ])("%s stays as it is", (path, flavour) => {
    expect(stableNode({ node: alone(path), leads: [], flavour })).toMatchObject({ path });
  });

  it("a relative name on the PATH means another program in each folder", () => {
    expect(choose(CELLAR, [{ path: "bin/node", realPath: CELLAR }])).toBe(CELLAR);
  });
});

describe("the package", () => {
  it("pnpm's folder of one version is left for the name beside it", () => {
    expect(lastingPackage("/home/ada/.local/share/pnpm/global/5/.pnpm/lore-inject@0.1.0/node_modules/lore-inject", posix)).toBe(
      "/home/ada/.local/share/pnpm/global/5/node_modules/lore-inject",
    );
    expect(lastingPackage("C:\\p q\\node_modules\\.pnpm\\lore-inject@1.0.0\\node_modules\\lore-inject", win32)).toBe("C:\\p q\\node_modules\\lore-inject");
    expect(lastingPackage("/usr/lib/node_modules/lore-inject", posix)).toBeNull();
  });

  it.each([
    ["/home/ada/.npm/_npx/0123abcd/node_modules/lore-inject", "/tmp", posix, true],
    ["C:\\Users\\Ada\\AppData\\Local\\npm-cache\\_npx\\01\\node_modules\\lore-inject", "C:\\Temp", win32, true],
    ["/home/ada/.cache/pnpm/dlx/abc/node_modules/lore-inject", "/tmp", posix, true],
    ["/tmp/try/lore-inject", "/tmp", posix, true],
    ["C:\\Temp\\lore-inject", "C:\\Temp", win32, true],
    ["D:\\Temp\\lore-inject", "C:\\Temp", win32, false],
    ["/tmpfiles/lore-inject", "/tmp", posix, false],
    ["/home/ada/dev/lore-inject", "/tmp", posix, false],
    ["/usr/lib/node_modules/lore-inject", "/tmp", posix, false],
  ])("%s with temporary files in %s", (folder, temporary, flavour, vanishes) => {
    expect(willVanish(folder, temporary, flavour) !== null).toBe(vanishes);
  });
});
