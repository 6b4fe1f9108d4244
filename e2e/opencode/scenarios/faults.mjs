/** Whatever is wrong with our files, a prompt is answered. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ALL_DECISIONS, ASKS_LOGIN, DECISIONS, FAILURES, HANDOFF, HANDOFFS, LOGIN } from "../../claude/records.mjs";
import { countIn } from "../../claude/request-texts.mjs";
import { isTitle } from "../world.mjs";

async function answered(world, name) {
  const sayOk = (body) => (isTitle(body) ? "a title" : "ok");
  world.stub.play(sayOk);
  const { result, requests } = await world.requestsOf(() => world.run(["--format", "json", ASKS_LOGIN]));
  const isSaid = result.stdout.split("\n").some((line) => line.includes('"text":"ok"'));
  world.check(`${name}: the prompt is answered`, result.code === 0 && isSaid && result.stderr === "", result);
  return requests[0];
}

async function garbage(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  const bytes = Buffer.from(Array.from({ length: 4096 }, (_none, at) => (at * 7919) % 256));
  for (const name of [FAILURES, HANDOFFS, "patterns/data/patterns.jsonl"]) {
    mkdirSync(join(world.data, name, ".."), { recursive: true });
    writeFileSync(join(world.data, name), bytes);
  }
  const body = await answered(world, "garbage in the stores");
  world.check("the sound store is still used", countIn(body, LOGIN.id) === 1, body.messages);
}

async function unreadable(world) {
  mkdirSync(join(world.data, DECISIONS), { recursive: true });
  mkdirSync(join(world.data, FAILURES, "inner"), { recursive: true });
  await answered(world, "folders in the place of stores");
  rmSync(world.data, { recursive: true });
  writeFileSync(world.data, "a file in the place of the folder");
  await answered(world, "a file in the place of the data folder");
}

async function unwritable(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  mkdirSync(join(world.state, ".."), { recursive: true });
  writeFileSync(world.state, "a file in the place of the state folder");
  const body = await answered(world, "no state folder");
  world.check("the record is there all the same", countIn(body, LOGIN.id) === 1, body.messages);
}

async function badConfig(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  world.write(join(world.home, ".config", "lore-inject", "config.yaml"), "budget: [1, 2\n\tthreshold: {");
  await answered(world, "a config that is no YAML");
}

/** As when somebody copies the plugin's file alone. */
async function torn(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  const lonely = join(world.home, "lonely", "dist", "opencode.mjs");
  mkdirSync(join(lonely, ".."), { recursive: true });
  copyFileSync(world.plugin, lonely);
  world.configure({ plugin: [pathToFileURL(lonely).href] });
  const body = await answered(world, "a plugin without its package");
  world.check("the record is there all the same", countIn(body, LOGIN.id) === 1, body.messages);
}

const FREEZES = `export default async () => ({
  "chat.message": async (_input, output) => void Object.freeze(output.parts),
  "experimental.chat.system.transform": async (_input, output) => void Object.freeze(output.system),
});\n`;

/** A plugin before ours leaves lists that cannot be changed: then our hooks do throw. */
async function frozen(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  world.store(HANDOFFS, [HANDOFF]);
  const other = world.write(join(world.home, "other.mjs"), FREEZES);
  world.configure({ plugin: [other, world.plugin].map((file) => pathToFileURL(file).href) });
  await answered(world, "lists that cannot be changed");
  const log = world.linesIn(join(world.home, ".local", "share", "opencode", "log"));
  // What is told later in a short run, OpenCode may end without having written down.
  const isTold = log.some((line) => line.includes("level=ERROR") && line.includes("lore-inject: chat.message"));
  world.check("OpenCode's log says why we are silent", isTold, log.slice(-5));
}

export const SCENARIOS = [
  { name: "garbage in the stores", run: garbage },
  { name: "stores that cannot be read", run: unreadable },
  { name: "a state folder that cannot be written", run: unwritable },
  { name: "a broken config", run: badConfig },
  { name: "a plugin torn from its package", run: torn },
  { name: "another plugin in the way", run: frozen },
];
