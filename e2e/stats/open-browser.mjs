/** A real browser: Chromium as the machine has it, driven by playwright-core from a folder that later runs use again. What cannot be had is said, never thrown. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

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
  const folder = process.env.LORE_E2E_PLAYWRIGHT_DIR ?? join(tmpdir(), `lore-inject-playwright-${userInfo().username}`);
  const require = createRequire(join(folder, "package.json"));
  if (!existsSync(join(folder, "node_modules", "playwright-core"))) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    const isWindows = process.platform === "win32";
    const args = ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "playwright-core"];
    execFileSync(isWindows ? "npm.cmd" : "npm", args, { cwd: folder, shell: isWindows, timeout: INSTALL_MS, stdio: ["ignore", "ignore", "pipe"] });
  }
  return require("playwright-core");
}
