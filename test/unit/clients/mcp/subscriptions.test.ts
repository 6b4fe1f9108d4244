/** Who wants to hear of what, from both eras of the protocol; watching begins with the first and ends with the last. */
import { describe, expect, it } from "vitest";
import { Subscriptions } from "../../../../src/clients/mcp/subscriptions.ts";

describe("Subscriptions", () => {
  it("joins both ways, each address once", () => {
    const subscriptions = new Subscriptions(() => {});
    subscriptions.add("lore://context/auto");
    subscriptions.listen("r1", ["lore://context/auto", "lore://context/session"]);
    expect([...subscriptions.uris]).toEqual(["lore://context/auto", "lore://context/session"]);
    subscriptions.remove("lore://context/auto");
    expect([...subscriptions.uris]).toEqual(["lore://context/auto", "lore://context/session"]);
    subscriptions.cancel("r1");
    expect([...subscriptions.uris]).toEqual([]);
  });

  it("says when the first one comes and when the last one goes, not in between", () => {
    const said: boolean[] = [];
    const subscriptions = new Subscriptions((isWanted) => said.push(isWanted));
    subscriptions.remove("a");
    subscriptions.cancel("none");
    subscriptions.add("a");
    subscriptions.add("b");
    subscriptions.listen(1, ["c"]);
    subscriptions.listen(2, []);
    subscriptions.remove("a");
    subscriptions.remove("b");
    expect(said).toEqual([true]);
    subscriptions.cancel(1);
    expect(said).toEqual([true, false]);
    subscriptions.add("a");
    subscriptions.clear();
    expect(said).toEqual([true, false, true, false]);
  });
});
