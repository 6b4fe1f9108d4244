/**
 * Opens the page that `stats --html` writes in a real Chromium, in light and dark, narrow and wide, and fails when it complains,
 * asks for anything, can hardly be read, or when a title from the data has become part of it.
 * Usage: node e2e/stats/check-page.mjs [--out folder]   (screenshots go there; default: a new temp folder)
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { makeHome } from "./make-home.mjs";
import { measurePage } from "./measure-page.mjs";
import { openBrowser } from "./open-browser.mjs";
import { statsCommand } from "./stats-command.mjs";

const CONTRAST = 4.5;
const WIDTHS = [400, 1280];
const LEAST_TEXT = 8;
const { values } = parseArgs({ options: { out: { type: "string" } } });

const opened = await openBrowser();
if ("fault" in opened) {
  console.log(`not checked: ${opened.fault}`);
  process.exit(0);
}
const world = mkdtempSync(join(tmpdir(), "lore-inject-stats-"));
const out = values.out ?? mkdtempSync(join(tmpdir(), "lore-inject-page-"));
mkdirSync(out, { recursive: true });
const faults = [];
try {
  const pages = await writePages();
  for (const [name, path] of pages) {
    for (const scheme of ["light", "dark"]) for (const width of WIDTHS) faults.push(...(await check({ name, path, scheme, width })));
  }
} finally {
  await opened.browser.close();
  rmSync(world, { recursive: true, force: true });
}
console.log(`screenshots: ${out}`);
for (const fault of faults) console.error(`FAULT ${fault}`);
console.log(faults.length === 0 ? "the page is sound" : `${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);

/** Much data, one day of it, and none. */
async function writePages() {
  const { env } = makeHome(join(world, "home"));
  const stats = await statsCommand(join(world, "program"));
  const cwd = join(world, "home", "work");
  const pages = [
    ["month", { month: true }],
    ["week", {}],
    ["today", { today: true, project: "flow" }],
    ["long", { since: "45d" }],
  ].map(([name, flags]) => [name, write(name, flags, env)]);
  const none = { ...env, HOME: join(world, "none"), XDG_STATE_HOME: join(world, "none") };
  return [...pages, ["empty", write("empty", {}, none)]];

  function write(name, flags, environment) {
    const path = join(out, `${name}.html`);
    stats({ ...flags, html: path }, { env: environment, cwd });
    console.log(`${name}: ${(statSync(path).size / 1000).toFixed(1)} kB`);
    return path;
  }
}

async function check({ name, path, scheme, width }) {
  const where = `${name}, ${scheme}, ${width} px`;
  const found = [];
  const context = await opened.browser.newContext({ colorScheme: scheme, viewport: { width, height: 900 }, deviceScaleFactor: 1 });
  const page = await context.newPage();
  page.on("console", (message) => found.push(`${where}: the console says ${message.text()}`));
  page.on("pageerror", (error) => found.push(`${where}: ${error.message}`));
  page.on("dialog", (dialog) => {
    found.push(`${where}: a dialog opens`);
    dialog.dismiss();
  });
  const url = pathToFileURL(path).href;
  page.on("request", (request) => {
    if (request.url() !== url && request.url() !== "data:,") found.push(`${where}: asks for ${request.url()}`);
  });
  await page.goto(url);
  await page.screenshot({ path: join(out, `${name}-${scheme}-${width}.png`), fullPage: true });
  found.push(...judge(where, await page.evaluate(measurePage, CONTRAST), name === "empty"));
  // What is folded away must be as sound as what is not.
  await page.evaluate(() => {
    for (const each of document.querySelectorAll("details")) each.open = true;
  });
  found.push(...judge(`${where}, unfolded`, await page.evaluate(measurePage, CONTRAST), name === "empty"));
  if (name === "month") await page.screenshot({ path: join(out, `${name}-${scheme}-${width}-unfolded.png`), fullPage: true });
  await context.close();
  return found;
}

function judge(where, { texts, lowest, faint, overflow, smallest, plots, unnamed, cut, foreign, title }, isEmpty) {
  console.log(`${where}: ${texts} texts, contrast at least ${lowest.toFixed(2)}, smallest plot text ${smallest.toFixed(1)} px, ${plots} plots`);
  return [
    ...faint.slice(0, 5).map(({ text, ratio }) => `${where}: "${text}" has a contrast of ${ratio.toFixed(2)}`),
    ...(overflow > 0 ? [`${where}: ${overflow} px stick out to the side`] : []),
    ...(smallest < LEAST_TEXT ? [`${where}: text of ${smallest.toFixed(1)} px`] : []),
    ...(isEmpty || plots >= 5 ? [] : [`${where}: only ${plots} plots`]),
    ...(unnamed > 0 ? [`${where}: ${unnamed} plots without a name`] : []),
    ...cut.slice(0, 5).map((text) => `${where}: a plot cuts off "${text}"`),
    ...(foreign > 0 ? [`${where}: ${foreign} elements that the page never writes`] : []),
    ...(title.startsWith("lore-inject") ? [] : [`${where}: the title is "${title}"`]),
  ];
}
