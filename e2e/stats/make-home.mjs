/**
 * A home as months of work leave it: a few thousand lines of metrics, feedback that fits them, and a store whose titles try to
 * break out of the page. The same for the same seed.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const DAY_MS = 86_400_000;
const HOSTILE = [
  "<script>document.title='broken out'</script>",
  '"><img src=x onerror="document.title=1">',
  "</title></svg></style><script>alert(1)</script>",
  "' onmouseover='alert(1)' x='",
  "<!-- --><iframe src=https://example.invalid></iframe>",
  "javascript:alert(1) &lt;b&gt; \u202Egnp.exe \u0007 \u001b[31mred",
  "</script><style>@import url(https://example.invalid/x.css)</style>",
  "A title that goes on and on ".repeat(12),
  "Überlänge_ohne_ein_einziges_Leerzeichen_".repeat(6),
];
const TITLES = [
  "Use JSONL for storage",
  "Retry uploads with a growing pause",
  "Never call process.exit in a library",
  "deploy.sh fails when DEPLOY_ENV is unset",
  "日本語の題名",
];
const SOURCES = ["journal", "patterns", "failures", "transfer", "inbox", "registry"];
const PROJECTS = ["flow", "flow", "flow", "api-gateway", "<b>bold</b>", null];
const REASONS = ["no record is good enough", "the prompt names no subject", "the session has seen all of it", "no record holds any of it"];

/** @returns {{ env: Record<string, string>, hostile: readonly string[] }} */
export function makeHome(folder, { lines = 4000, days = 45, now = Date.now(), seed = 7 } = {}) {
  const random = makeRandom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const records = [...HOSTILE, ...TITLES, ...TITLES.map((title) => `${title}, again`)].map((title, i) => ({ id: `dec-${String(i).padStart(8, "0")}`, title }));
  const keyOf = (i) => (i < records.length ? `journal:${records[i].id}` : `${SOURCES[i % SOURCES.length]}:rec-${i}`);
  const metrics = [];
  const feedback = [];
  for (let i = 0; i < lines; i++) {
    const spread = now - (1 - i / lines) * days * DAY_MS - random() * DAY_MS * 0.3;
    // Some of today, however young the day is.
    const at = Math.floor(i % 20 === 0 ? now - random() * (now - new Date(now).setHours(0, 0, 0, 0)) : spread);
    const session = `s-${Math.floor(i / 14)}`;
    const isPrompt = random() < 0.7;
    const isWarm = random() < 0.15;
    const isSilent = random() < 0.4;
    const isHeld = !isSilent && i > lines * 0.3 && random() < 0.06;
    const keys = isSilent ? [] : [...new Set(Array.from({ length: 1 + Math.floor(random() * 4) }, () => keyOf(Math.floor(random() ** 2 * 60))))];
    const shown = keys.map((key) => [key, pick(["full", "short", "line"]), 30 + Math.floor(random() * 160), Math.round(random() * 1000) / 1000]);
    const ms = isWarm ? 0.4 + random() * 6 : 14 + random() ** 6 * 260 + random() * 12;
    metrics.push({
      v: 1,
      at,
      event: isPrompt ? "UserPromptSubmit" : pick(["PreToolUse", "PostToolUse", "SessionStart"]),
      session,
      project: PROJECTS[Math.floor(i / 14) % PROJECTS.length],
      shown,
      tokens: shown.reduce((sum, [, , tokens]) => sum + tokens, 0),
      budget: 2000,
      ms: Math.round(ms * 100) / 100,
      steps: { analyze: 1.2, "look up": round(ms * 0.2), find: round(ms * 0.1), read: round(ms * 0.3), select: 0.4 },
      ...(isSilent ? { silent: pick(REASONS) } : {}),
      ...(random() < 0.1 ? { suppressed: [keyOf(Math.floor(random() * 60))] } : {}),
      ...(isHeld ? { withheld: [`patterns:held-${i}`] } : {}),
      ...(isWarm ? { warm: true } : {}),
    });
    for (const key of keys) {
      const chance = key.endsWith("3") || key.endsWith("7") ? 0.25 : 0.85;
      if (random() < 0.7) feedback.push({ at, key, session, by: "session", verdict: random() < chance ? "used" : random() < 0.9 ? "ignored" : "contradicted" });
    }
    if (isHeld) feedback.push({ at, key: `patterns:held-${i}`, session, by: "session", withheld: true, verdict: random() < 0.35 ? "used" : "ignored" });
  }
  const state = join(folder, "state", "lore-inject");
  const store = join(folder, "lore", "journal", "data");
  for (const path of [state, store, join(folder, "work")]) mkdirSync(path, { recursive: true });
  const jsonl = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join("");
  writeFileSync(join(state, "metrics.jsonl"), `${jsonl(metrics)}this line is no metric\n`);
  writeFileSync(join(state, "feedback.jsonl"), jsonl(feedback));
  const decision = ({ id, title }) => ({ id, timestamp: new Date(now - DAY_MS).toISOString(), decision: title, rationale: "because", status: "active" });
  writeFileSync(join(store, "decisions.jsonl"), jsonl(records.map(decision)));
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_STATE_HOME: join(folder, "state"),
    XDG_CACHE_HOME: join(folder, "cache"),
    XDG_CONFIG_HOME: join(folder, "config"),
    LORE_DATA_DIR: join(folder, "lore"),
  };
  return { env, hostile: HOSTILE };
}

function round(value) {
  return Math.round(value * 100) / 100;
}

/** Small and good enough: a linear congruence. */
function makeRandom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
