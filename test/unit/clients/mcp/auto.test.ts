/** The automatic context is what the engine says of the recent files, told in the order in which they count. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Place } from "../../../../src/clients/mcp/place.ts";
import { autoContext, type Engine, NOTHING } from "../../../../src/clients/mcp/resources/auto.ts";
import { Core } from "../../../../src/core.ts";
import { appendActivity } from "../../../../src/store/activity-file.ts";
import { makeTempDir, REPO_ROOT, writeFile } from "../../builders.ts";

function makeScene(say = "## Context"): { readonly place: Place; readonly told: unknown[]; readonly read: () => Promise<string | null> } {
  const home = makeTempDir();
  const root = join(home, "dev", "shop");
  writeFile(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  const env = { HOME: home, LORE_DATA_DIR: join(home, "lore") };
  const place = new Place(new Core({ shippedDir: REPO_ROOT, env }), root, env);
  const told: unknown[] = [];
  const resource = autoContext(({ now }) => {
    const engine: Engine = {
      processActivity: async ({ type, filePath, changedSymbols }) => void told.push([type, filePath, changedSymbols.join(), now()]),
      processMessage: async (text) => void told.push(text),
      getCurrentContext: async () => say,
    };
    return engine;
  });
  return { place, told, read: async () => resource.read(place, "") };
}

describe("lore://context/auto", () => {
  it("tells the engine each file once, the most telling last, at the time at which it happened", async () => {
    const { place, told, read } = makeScene();
    const spool = place.spool();
    const now = Date.now();
    if (spool === null) throw new Error("no spool");
    const happened = [
      ["file_edit", "src/a.ts", 5000],
      ["file_open", "src/b.ts", 4000],
      ["file_edit", "src/c.ts", 3000],
      ["file_close", "src/b.ts", 2000],
      ["file_open", "src/d.ts", 1000],
    ] as const;
    for (const [type, path, ago] of happened) appendActivity(spool, { at: now - ago, type, path, symbols: ["login"] });
    expect(await read()).toBe("## Context");
    expect(told).toEqual([
      ["file_open", "src/d.ts", "login", now - 1000],
      ["file_edit", "src/a.ts", "login", now - 5000],
      ["file_edit", "src/c.ts", "login", now - 3000],
    ]);
  });

  it("tells what was asked last, before the files", async () => {
    const { place, told, read } = makeScene();
    place.noteAsked("why webhooks?");
    await read();
    expect(told).toEqual(["why webhooks?"]);
  });

  it("says so in a line when there is nothing", async () => {
    expect(await makeScene("  \n").read()).toBe(NOTHING);
  });
});
