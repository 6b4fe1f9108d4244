/** A share of what would be shown is kept back, to compare with: the same for a whole session, never what the person asks for, and not before 50 sessions. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeUsefulness } from "../../src/store/usefulness-file.ts";
import { configure, contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, type Home, makeHome, promptEvent, runHook } from "./run-hook.ts";

const KEY = `failures:${DEPLOY_RECORD}`;
const SESSIONS = Array.from({ length: 24 }, (_, at) => `a0000000-0000-4000-8000-0000000000${10 + at}`);

function makeJudged(sessions: number, holdout: number): Home {
  const home = makeHome("copy");
  configure(home, `usefulness: { holdout: ${holdout} }\n`);
  writeUsefulness(home.cache, [], sessions);
  return home;
}

const say = async (home: Home, session: string, prompt = DEPLOY_PROMPT): Promise<string> =>
  contextOf(await runHook({ home, stdin: promptEvent(home, prompt, { session_id: session }), remembers: true }));

const stateOf = (home: Home, ...path: readonly string[]): string => readFileSync(join(home.dir, ".local", "state", "lore-inject", ...path), "utf8");

it("about the stated share, noted in the session's file and in the metrics", async () => {
  const home = makeJudged(50, 0.5);
  const heldBack: string[] = [];
  for (const session of SESSIONS) {
    const text = await say(home, session);
    const line = JSON.parse(stateOf(home, "sessions", `${session}.jsonl`).split("\n")[0] ?? "{}") as { readonly withheld?: readonly string[] };
    expect(line.withheld?.includes(KEY) ?? false).toBe(!text.includes(DEPLOY_RECORD));
    if (!text.includes(DEPLOY_RECORD)) heldBack.push(session);
  }
  // Of 24 by chance half: fewer than 4 or more than 20 would be one in two thousand.
  expect(heldBack.length).toBeGreaterThan(3);
  expect(heldBack.length).toBeLessThan(21);
  const metrics = stateOf(home, "metrics.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly session: string; readonly withheld?: readonly string[] });
  expect(metrics.filter(({ withheld }) => withheld?.includes(KEY)).map(({ session }) => session)).toEqual(heldBack);
  const [first = ""] = heldBack;
  expect(await say(home, first, `${DEPLOY_PROMPT}, again`), "the same for the whole session").not.toContain(DEPLOY_RECORD);
  expect(await say(home, first, `show me ${DEPLOY_RECORD}`), "what is asked for is shown").toContain(DEPLOY_RECORD);
});

it.each([
  [49, 0.5],
  [50, 0],
])("nothing after %i sessions at a share of %f", async (sessions, holdout) => {
  const home = makeJudged(sessions, holdout);
  for (const session of SESSIONS.slice(0, 8)) expect(await say(home, session)).toContain(DEPLOY_RECORD);
});
