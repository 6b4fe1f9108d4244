/** The real client from the registry, and what starts it. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installPackage, isVersion } from "../install-package.mjs";

const VERSION = process.env.LORE_E2E_CLIENT_VERSION ?? "2.1.197";
const INSTALL_MS = 120_000;
const START_MS = 20_000;

/** @returns {{ command: string, version: string } | { fault: string }} */
export function installClient() {
  const folder = process.env.LORE_E2E_CLIENT_DIR;
  return installPackage({ name: "client", package: "@anthropic-ai/claude-code", version: VERSION, folder, limitMs: INSTALL_MS, find: findCommand });
}

/** The binary lies in a package of its own for each platform; npm brings those that fit. */
function findCommand(folder) {
  const scope = join(folder, "node_modules", "@anthropic-ai");
  if (!existsSync(scope)) return null;
  const found = readdirSync(scope)
    .filter((name) => name.startsWith("claude-code-"))
    .flatMap((name) => ["claude", "claude.exe"].map((file) => join(scope, name, file)));
  const starts = (path) => isVersion(path, VERSION, { limitMs: START_MS, env: { DISABLE_AUTOUPDATER: "1" } });
  const command = found.find((path) => existsSync(path) && starts(path));
  return command === undefined ? null : { command, version: VERSION };
}
