/** `tune` on the built binary: suggestions from past sessions, and nothing where there is too little to go by. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Home, type HookRun, makeHome, runHook, write } from "./run-hook.ts";

const CART = {
  id: "dec-aaaaaaa1",
  timestamp: "2026-05-10T00:00:00Z",
  project: "storefront",
  decision: "Abandoned carts expire after ninety minutes",
  rationale: "The reservation sweeper releases stock of the Rotterdam depot",
};
const ASKED = ["how do hampers work?", "what about our hampers?", "why do we have hampers?"];
const SEARCHED = ["abandoned carts", "carts minutes", "carts expire"];

/** Each session asks in vain, searches with another word, and uses what it finds. */
function makeSessions(count: number): Home {
  const home = makeHome("none");
  write(join(home.data, "journal", "data", "decisions.jsonl"), `${JSON.stringify(CART)}\n`);
  for (let session = 0; session < count; session++) {
    const reply = [{ type: "text", text: "Abandoned carts expire after ninety minutes: the reservation sweeper releases stock of the Rotterdam depot." }];
    const search = [{ type: "tool_use", id: "t1", name: "mcp__lore-inject__search", input: { query: SEARCHED[session] } }];
    const turns = [
      ["user", ASKED[session]],
      ["assistant", search],
      ["assistant", reply],
    ] as const;
    const lines = turns.map(([type, content], number) => {
      const timestamp = new Date(Date.UTC(2026, 5, session + 1, 10, number)).toISOString();
      return `${JSON.stringify({ type, uuid: `s${session}-${number}`, sessionId: `s${session}`, cwd: home.storefront, timestamp, message: { role: type, content } })}\n`;
    });
    write(join(home.dir, ".claude", "projects", "storefront", `s${session}.jsonl`), lines.join(""));
  }
  return home;
}

function tune(home: Home, ...args: readonly string[]): Promise<HookRun> {
  return runHook({ home, args: ["tune", "--cwd", home.storefront, ...args], remembers: true });
}

describe("tune", () => {
  it("suggests a synonym, shows what it changes, and writes it when asked", async () => {
    const home = makeSessions(3);
    const shown = await tune(home);
    expect({ status: shown.status, stderr: shown.stderr }).toEqual({ status: 0, stderr: "" });
    expect(shown.stdout).toContain("hampers also finds carts");
    expect(shown.stdout).toMatch(/got something\s+0\.0 %\s+100\.0 %/);
    const file = join(home.config, "keyword-synonyms.yaml");
    expect(existsSync(file)).toBe(false);
    expect((await tune(home, "--apply")).stdout).toContain(`Written to ${file}`);
    expect(readFileSync(file, "utf8")).toMatch(/hampers: \[carts\] # tuned \d{4}-/);
    // It is in force now: there is nothing left to suggest.
    expect((await tune(home)).stdout).toContain("Nothing is suggested");
  });

  it("suggests nothing where it cannot know, and says so", async () => {
    const home = makeSessions(1);
    const { status, stdout } = await tune(home);
    expect(status).toBe(0);
    expect(stdout).toContain("Nothing is suggested");
    expect(stdout).toContain("Too little evidence yet");
    const refused = await tune(home, "--apply");
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("nothing was written");
  });

  it("is content without any past", async () => {
    const { status, stdout } = await tune(makeHome());
    expect(status).toBe(0);
    expect(stdout).toContain("Nothing is suggested");
  });
});
