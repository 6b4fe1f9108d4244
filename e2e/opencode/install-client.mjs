/** The real OpenCode from the registry, and what starts it. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installPackage, isVersion } from "../install-package.mjs";

const VERSION = process.env.LORE_E2E_OPENCODE_VERSION ?? "1.18.33";
const INSTALL_MS = 180_000;
const START_MS = 30_000;

/** @returns {{ command: string, version: string } | { fault: string }} */
export function installClient() {
  const folder = process.env.LORE_E2E_OPENCODE_DIR;
  return installPackage({ name: "opencode", package: "opencode-ai", version: VERSION, folder, limitMs: INSTALL_MS, find: findCommand });
}

/** The binary lies in a package of its own for each platform; npm brings those that fit, for newer and for older processors. */
function findCommand(folder) {
  const modules = join(folder, "node_modules");
  if (!existsSync(modules)) return null;
  const found = readdirSync(modules)
    .filter((name) => name.startsWith("opencode-") && name !== "opencode-ai")
    .sort()
    .flatMap((name) => ["opencode", "opencode.exe"].map((file) => join(modules, name, "bin", file)));
  const command = found.find((path) => existsSync(path) && isVersion(path, VERSION, { limitMs: START_MS }));
  return command === undefined ? null : { command, version: VERSION };
}
