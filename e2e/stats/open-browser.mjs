/** A real browser: Chromium as the machine has it, driven by playwright-core from a folder that later runs use again. What cannot be had is said, never thrown. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { installPackage } from "../install-package.mjs";

const BROWSERS = [process.env.LORE_E2E_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const INSTALL_MS = 120_000;
/** Nothing of its own may ask the network: any request is the page's. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @returns {Promise<{ browser: import("playwright-core").Browser } | { fault: string }>} */
export async function openBrowser() {
  const executablePath = BROWSERS.find((path) => path && existsSync(path));
  if (executablePath === undefined) return { fault: "there is no Chromium; LORE_E2E_CHROMIUM may name one" };
  try {
    const { chromium } = loadPlaywright();
    return { browser: await chromium.launch({ executablePath, args: FLAGS }) };
  } catch (error) {
    return { fault: String(error.message).split("\n")[0] };
  }
}

function loadPlaywright() {
  const found = installPackage({
    name: "playwright",
    package: "playwright-core",
    version: "latest",
    folder: process.env.LORE_E2E_PLAYWRIGHT_DIR,
    limitMs: INSTALL_MS,
    find: (folder) => (existsSync(join(folder, "node_modules", "playwright-core")) ? { folder } : null),
  });
  if ("fault" in found) throw new Error(found.fault);
  return createRequire(join(found.folder, "package.json"))("playwright-core");
}
