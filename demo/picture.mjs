/** Runs the built hook on the sample store and draws what it prints as a terminal, into demo/picture.svg. Usage: node demo/picture.mjs */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const WIDTH = 104;
const hook = fileURLToPath(new URL("../bin/lore-inject.js", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "lore-picture-"));
const project = join(home, "dev", "storefront");
mkdirSync(project, { recursive: true });
cpSync(fileURLToPath(new URL("store", import.meta.url)), join(home, "store"), { recursive: true });
const env = { PATH: process.env.PATH, HOME: home, LORE_DATA_DIR: join(home, "store"), LORE_CONTEXT_NOW: "2026-11-16" };

try {
  const question = "customers who click pay again are charged twice: which idempotency key do we send to PayBridge?";
  const aside = "Add a dark mode toggle to the header";
  const lines = [
    ...typed(question),
    ...shown(contextFor(question), 9),
    { text: "" },
    ...typed(aside),
    { text: "(nothing: no record is about it)", look: "dim" },
    { text: "" },
    { text: `$ lore-inject explain "${aside}"`, look: "command" },
    ...reasonsFor(aside),
  ];
  writeFileSync(new URL("picture.svg", import.meta.url), draw(lines));
} finally {
  rmSync(home, { recursive: true, force: true });
}

function typed(prompt) {
  return [{ text: `> ${prompt}`, look: "prompt" }];
}

function contextFor(prompt) {
  const input = JSON.stringify({ session_id: "picture", cwd: project, hook_event_name: "UserPromptSubmit", prompt });
  const { stdout } = spawnSync(process.execPath, [hook], { input, env, encoding: "utf8" });
  return JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

/** The first lines, wrapped as a terminal would, and how many more there are. */
function shown(context, most) {
  const wrapped = context.split("\n").flatMap(wrap);
  const head = wrapped.slice(0, most).map((text) => ({ text, look: text.startsWith("[") ? "title" : text.startsWith("---") ? "dim" : "text" }));
  return [...head, { text: `… ${wrapped.length - most} more lines`, look: "dim" }];
}

function wrap(line) {
  const indent = /^ */.exec(line)[0];
  const pieces = [];
  let rest = line;
  while (rest.length > WIDTH) {
    const at = rest.lastIndexOf(" ", WIDTH);
    pieces.push(rest.slice(0, at));
    rest = `${indent}${rest.slice(at + 1)}`;
  }
  return [...pieces, rest];
}

function reasonsFor(prompt) {
  const { stdout } = spawnSync(process.execPath, [hook, "explain", prompt, "--cwd", project], { env, encoding: "utf8" });
  const lines = stdout.split("\n");
  const from = lines.findIndex((line) => line.startsWith("confidence"));
  const to = lines.findIndex((line) => line.startsWith("result"));
  return lines.slice(from, to + 1).map((text) => ({ text: text.slice(0, WIDTH), look: "text" }));
}

function draw(lines) {
  const [size, leading, margin] = [13, 19, 18];
  const width = Math.round(WIDTH * size * 0.605) + 2 * margin;
  const height = lines.length * leading + 2 * margin + 14;
  const rows = lines.map(({ text, look = "text" }, index) => {
    const y = margin + 30 + index * leading;
    return text === "" ? "" : `<text x="${margin}" y="${y}" class="${look}" xml:space="preserve">${escapeXml(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="What the agent sees beside a prompt, and why it sees nothing beside another">
<style>
  rect { fill: #16181d }
  text { font: ${size}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #c9ced6 }
  .prompt { fill: #ffffff; font-weight: 600 }
  .title { fill: #7fd1b9 }
  .dim { fill: #7b828e }
  .command { fill: #8fb8ff }
</style>
<rect width="${width}" height="${height}" rx="8"/>
<circle cx="22" cy="16" r="5" fill="#ff5f57"/><circle cx="40" cy="16" r="5" fill="#febc2e"/><circle cx="58" cy="16" r="5" fill="#28c840"/>
${rows.filter((row) => row !== "").join("\n")}
</svg>
`;
}

function escapeXml(text) {
  return text.replace(/[&<>]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[letter]);
}
