/** Coming and going: what `install` registers works, what `uninstall` leaves is what was there, and the plugin is sound. */
import { readFileSync } from "node:fs";
import { ALL_DECISIONS, ASKS_LOGIN, DECISIONS, LOGIN } from "../records.mjs";
import { countBlocks, countIn } from "../request-texts.mjs";
import { ROOT } from "../world.mjs";

const OWN = '{\n    "env": { "SHOP": "1" },\n\t"permissions": {"allow": [ "Bash(ls:*)" ]}\n}\n';

async function comeAndGo(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  world.write(world.settings, OWN);
  world.install();
  await world.ask(ASKS_LOGIN);
  world.check("installed beside other settings: the record is there, once", countIn(world.stub.requests.at(-1), LOGIN.rationale) === 1);
  world.lore(["uninstall", "--yes"]);
  world.check("uninstalled: the settings are byte for byte what they were", readFileSync(world.settings, "utf8") === OWN, readFileSync(world.settings, "utf8"));
  await world.ask(ASKS_LOGIN);
  world.check("uninstalled: nothing is injected", countBlocks(world.stub.requests.at(-1)) === 0);
}

async function valid(world) {
  const { code, stdout, stderr } = await world.runClient(["plugin", "validate", "--strict", ROOT]);
  world.check("claude plugin validate --strict passes", code === 0, stdout + stderr);
}

export const SCENARIOS = [
  { name: "install and uninstall", run: comeAndGo, registrations: ["none"] },
  { name: "the plugin is valid", run: valid, registrations: ["none"] },
];
