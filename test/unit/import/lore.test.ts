/** A data folder of lore: what is stored there is stored here, with its ids and its lifecycle. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lore } from "../../../src/import/lore/lore.ts";
import { makeTempDir, writeFile } from "../builders.ts";
import { readAll } from "./reading.ts";

const DECISION = {
  id: "dec-5741815d",
  timestamp: "2026-02-10T03:48:04Z",
  decision: "Use JSONL",
  rationale: "append-only",
  tags: ["flow", "storage"],
  outcome: "successful",
};

const PATTERNS = `patterns:
  - id: "pat-000001-seed"
    name: "Safe arithmetic"
    solution: "Use $((x + 1))"
    confidence: 0.9
    created_at: "2026-02-09T12:00:00Z"
  - id: "pat-2"
    name: "[DEPRECATED] Risky"
    confidence: 0
  - just a text
anti_patterns:
  - id: "anti-1"
    name: "Silent failure"
    risk: "nobody notices"
`;

const SESSION = {
  id: "session-20260210-1",
  started_at: "2026-02-10T03:45:47Z",
  handoff: { message: "Search is half done", next_steps: ["rank by date"], created_at: "2026-02-10T05:00:00Z" },
  git_state: { branch: "search" },
  context: { environment: { pwd: "/home/ann/dev/flow/src" } },
};

function store(): string {
  const root = makeTempDir();
  const lines = [JSON.stringify(DECISION), '{"id":"dec-torn","decis', JSON.stringify({ ...DECISION, id: "dec-2", status: "active" })];
  const later = JSON.stringify({ ...DECISION, id: "dec-2", status: "superseded", superseded_by: "dec-5741815d" });
  writeFile(join(root, "journal/data/decisions.jsonl"), `${lines.join("\n")}\n${later}`);
  writeFile(
    join(root, "inbox/data/observations.jsonl"),
    '{"id":"obs-1","content":"Vector search is slow","status":"raw"}\n{"id":"obs-2","content":"Old","status":"discarded"}\n',
  );
  writeFile(join(root, "failures/data/failures.jsonl"), '{"error_type":"Timeout","error_message":"no id here"}\n{"id":"fail-2"}\n');
  writeFile(join(root, "patterns/data/patterns.yaml"), PATTERNS);
  writeFile(join(root, "patterns/data/flags.jsonl"), '{"pattern_id":"pat-2","type":"harmful"}\n');
  writeFile(
    join(root, "intent/data/goals/goal-1.yaml"),
    "id: goal-1\nname: Faster search\nstatus: active\nprojects: [flow]\nsuccess_criteria: [below 10 ms]\n",
  );
  writeFile(join(root, "intent/data/goals/goal-2.yaml"), "id: goal-2\nname: Done long ago\nstatus: completed\n");
  writeFile(join(root, "transfer/data/sessions/session-20260210-1.json"), JSON.stringify(SESSION));
  writeFile(join(root, "transfer/data/sessions/session-20260210-1.compressed.json"), JSON.stringify({ ...SESSION, summary: "shorter" }));
  writeFile(
    join(root, "transfer/data/sessions/empty.json"),
    JSON.stringify({ id: "session-2", handoff: { message: "Auto-captured before context compression" } }),
  );
  return root;
}

describe("lore", () => {
  it("keeps ids, every field and the lifecycle; the last line of an id counts", async () => {
    const { records } = await readAll(lore, store());
    expect(records.map(({ kind, id, isRetired }) => [kind, id, isRetired ?? false])).toEqual([
      ["decision", "dec-5741815d", false],
      ["decision", "dec-2", true],
      ["failure", undefined, false],
      ["observation", "obs-1", false],
      ["observation", "obs-2", true],
      ["pattern", "pat-000001-seed", false],
      ["pattern", "pat-2", true],
      ["anti-pattern", "anti-1", false],
      ["goal", "goal-1", false],
      ["goal", "goal-2", true],
      ["handoff", "session-20260210-1", false],
    ]);
    expect(records[0]).toMatchObject({
      said: { text: "Use JSONL", tags: ["flow", "storage"] },
      fields: { rationale: "append-only", outcome: "successful" },
      isOfNoProject: true,
    });
    expect(records[1]?.fields).toMatchObject({ status: "superseded", superseded_by: "dec-5741815d" });
    expect(records.at(-1)).toMatchObject({
      project: "flow",
      at: Date.parse("2026-02-10T05:00:00Z"),
      said: { text: "Search is half done" },
      fields: { next_steps: ["rank by date"], branch: "search" },
    });
  });

  it("names what is torn or no record, and counts what says nothing", async () => {
    const root = store();
    const { problems, skipped } = await readAll(lore, root);
    expect(problems.map(({ where }) => where)).toEqual([
      join(root, "journal/data/decisions.jsonl:2"),
      `${join(root, "patterns/data/patterns.yaml")}#patterns[2]`,
    ]);
    expect([...skipped].sort()).toEqual(["says nothing", "session without a handoff"]);
  });

  it("goes on with the rest when a YAML file is broken, and says in which line", async () => {
    const root = store();
    const file = writeFile(join(root, "patterns/data/patterns.yaml"), "patterns:\n  - name: a\n   bad: [\n");
    const goal = writeFile(join(root, "intent/data/goals/goal-1.yaml"), "&a [*a, *a]");
    const { records, problems } = await readAll(lore, root);
    expect(records.some(({ kind }) => kind === "pattern")).toBe(false);
    expect(records.some(({ kind }) => kind === "handoff")).toBe(true);
    expect(problems.map(({ where }) => where)).toContainEqual(expect.stringMatching(new RegExp(`^${file.replaceAll("\\", "\\\\")}:\\d+$`)));
    expect(problems.map(({ where }) => where)).toContain(goal);
  });

  it("knows such a folder", () => {
    const root = store();
    expect(lore.recognizes(root)).toBe(true);
    expect(lore.recognizes(join(root, "journal"))).toBe(false);
    writeFile(join(root, "home/.local/share/lore/journal/data/decisions.jsonl"), "");
    expect(lore.usualPlaces({ home: join(root, "home"), root })).toEqual([join(root, "home/.local/share/lore")]);
  });
});
