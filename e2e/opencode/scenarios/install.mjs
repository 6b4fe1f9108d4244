/** `lore-inject install --client opencode`, as a person does it, and back. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ALL_DECISIONS, ASKS_LOGIN, DECISIONS, LOGIN } from "../../claude/records.mjs";
import { countIn } from "../../claude/request-texts.mjs";

async function installed(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  world.configure({ plugin: undefined, $schema: "https://opencode.ai/config.json" });
  world.stub.play(() => "ok");
  const ask = async () => (await world.requestsOf(() => world.run([ASKS_LOGIN]))).requests[0];
  const settings = () => readFileSync(join(world.settings, "opencode.json"), "utf8");
  const before = settings();
  const said = world.lore(["install", "--client", "opencode"]);
  world.check("install says what it did", said.includes("the plugin can be loaded"), said);
  world.check("what it registered is used", countIn(await ask(), LOGIN.id) === 1, settings());
  world.check("a second install changes nothing", world.lore(["install", "--client", "opencode"]).includes("already installed"));
  world.lore(["uninstall", "--client", "opencode"]);
  world.check("uninstall leaves the settings byte for byte as they were", settings() === before, settings());
  world.check("and OpenCode without it", countIn(await ask(), LOGIN.id) === 0);
}

export const SCENARIOS = [{ name: "installed by the command", run: installed }];
