/** Lore's stores behind the memory hooks: handoffs as sessions, everything else of the project as observations. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { createContextInjectionHook } from "../../../src/factories/context-injection-hook.ts";
import { openMemory } from "../../../src/factories/open-memory.ts";
import { makeTempDir, REPO_ROOT, writeFile } from "../builders.ts";

function makeHome(): {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly write: (path: string, lines: readonly object[]) => void;
} {
  const home = makeTempDir();
  const root = join(home, "dev", "shop");
  writeFile(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  writeFile(join(home, ".config", "lore-inject", "config.yaml"), "deadline_ms: 5000\nindex:\n  enabled: false\n");
  const write = (path: string, lines: readonly object[]): void =>
    void writeFile(join(home, "lore", path), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  write("transfer/data/handoffs.jsonl", [
    { id: "hand-1000001", timestamp: "2026-11-01T10:00:00Z", message: "Began the token rotation", project: "shop" },
    {
      id: "hand-1000002",
      timestamp: "2026-11-10T10:00:00Z",
      message: "Token rotation is half done",
      next_steps: ["rotate keys"],
      project: "shop",
      tags: ["auth"],
    },
    { id: "hand-1000003", timestamp: "2026-11-11T10:00:00Z", message: "Other work", project: "other" },
  ]);
  write("journal/data/decisions.jsonl", [
    { id: "dec-1000001", timestamp: "2026-11-02T10:00:00Z", decision: "Sessions live in Redis", tags: ["shop"] },
    { id: "dec-1000002", timestamp: "2026-11-03T10:00:00Z", decision: "Not ours", tags: [], project: "other" },
  ]);
  write("failures/data/failures.jsonl", [
    { id: "fail-1000001", timestamp: "2026-11-05T10:00:00Z", error_type: "Timeout", error_message: "gateway timed out", project: "shop" },
  ]);
  return { root, env: { HOME: home, LORE_DATA_DIR: join(home, "lore") }, write };
}

function open({ root, env }: ReturnType<typeof makeHome>, below = ""): ReturnType<typeof openMemory> {
  return openMemory({ cwd: join(root, below), env, shippedDir: REPO_ROOT });
}

it("knows the project's sessions and observations, the newest first, and nobody else's", () => {
  const { observations, sessions, summaries, projectPath } = open(makeHome());
  expect(sessions.getRecent(projectPath, 5).map(({ id }) => id)).toEqual(["hand-1000002", "hand-1000001"]);
  expect(sessions.getRecent(projectPath, 1)).toMatchObject([{ projectPath, summaryId: "hand-1000002", startedAt: "2026-11-10T10:00:00.000Z" }]);
  expect(summaries.getBySessionId("hand-1000002")).toMatchObject({ summary: "Token rotation is half done\nNext: rotate keys", concepts: ["auth"] });
  expect(summaries.getBySessionId("hand-1000003")).toBeNull();
  expect(observations.getIndex(projectPath, 10)).toMatchObject([
    { id: "fail-1000001", type: "failure", title: "Timeout: gateway timed out" },
    { id: "dec-1000001", type: "decision", title: "Sessions live in Redis", createdAt: "2026-11-02T10:00:00.000Z" },
  ]);
  expect(observations.getIndex(projectPath, 1)).toHaveLength(1);
  expect(observations.getIndex(projectPath, -1)).toEqual([]);
});

it("speaks for the repository, wherever in it it was opened", () => {
  const home = makeHome();
  writeFile(join(home.root, "src", "deep", "a.ts"), "");
  expect(open(home, "src/deep").projectPath).toBe(open(home).projectPath);
});

it("sees what was written since", async () => {
  const home = makeHome();
  const { observations, projectPath } = open(home);
  expect(observations.getIndex(projectPath, 10)).toHaveLength(2);
  home.write("failures/data/failures.jsonl", []);
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(observations.getIndex(projectPath, 10)).toHaveLength(1);
});

it("feeds the hook as it is", async () => {
  const { observations, sessions, summaries, projectPath } = open(makeHome());
  const config = { contextInjectionEnabled: true, maxContextTokens: 1000, maxIndexEntries: 10, searchTool: "lore_search" };
  const output = { system: ["You are a coding agent"] };
  await createContextInjectionHook(config, observations, sessions, summaries, projectPath)({ sessionID: "s" }, output);
  expect(output.system[1]).toContain("Token rotation is half done");
  expect(output.system[1]).toMatch(/<entry id="dec-1000001" type="decision" tokens="\d+">Sessions live in Redis<\/entry>/);
});

it("without any store there is nothing, and nothing fails", () => {
  const home = makeTempDir();
  const { observations, sessions, projectPath } = openMemory({ cwd: home, env: { HOME: home }, shippedDir: REPO_ROOT });
  expect(observations.getIndex(projectPath, 10)).toEqual([]);
  expect(sessions.getRecent(projectPath, 10)).toEqual([]);
});
