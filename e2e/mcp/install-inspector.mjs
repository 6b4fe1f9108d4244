/** The official inspector from the registry, and what starts it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { installPackage } from "../install-package.mjs";

const PACKAGE = "@modelcontextprotocol/inspector";
const VERSION = process.env.LORE_E2E_INSPECTOR_VERSION ?? "2.12.0";
const INSTALL_MS = 240_000;

/** @returns {{ command: string, version: string } | { fault: string }} */
export function installInspector() {
  const folder = process.env.LORE_E2E_INSPECTOR_DIR;
  return installPackage({ name: "inspector", package: PACKAGE, version: VERSION, folder, limitMs: INSTALL_MS, find: findCommand });
}

function findCommand(folder) {
  const home = join(folder, "node_modules", ...PACKAGE.split("/"));
  if (!existsSync(join(home, "package.json"))) return null;
  const { bin, version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const file = typeof bin === "string" ? bin : Object.values(bin ?? {})[0];
  return file === undefined ? null : { command: join(home, file), version };
}
