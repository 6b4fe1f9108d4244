/** Coming and going: what `install` registers works, what `uninstall` leaves is what was there, and the plugin is sound. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
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

/** Settings as people have them; none where it is null. */
const BEGINNINGS = {
  none: null,
  empty: "",
  commented: '// mine\n{\n  // how long\n  "cleanupPeriodDays": 20, /* for now */\n  "env": { "A": "1" } // last\n}\n',
  "with other hooks": JSON.stringify(
    { hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command: "true" }] }] }, permissions: { allow: ["Bash(ls:*)"] } },
    null,
    4,
  ),
  "with CRLF": '\uFEFF{\r\n\t"cleanupPeriodDays": 20,\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{ "hooks": [] }\r\n\t\t]\r\n\t}\r\n}\r\n',
  "formatted by hand":
    '{ "cleanupPeriodDays":20\n     , "hooks"  : { "SessionEnd":[\n   ],\n   "PreCompact" : [ ]  }  ,\n\n "permissions": {"allow":[\n       "a","b" ] } }\n\n',
};

/** The client takes JSON with a comment for none at all: then nothing can come, and `install` says so. */
function isReadByClient(beginning) {
  return beginning !== "commented";
}

async function everyBeginning(world, scope) {
  world.store(DECISIONS, ALL_DECISIONS);
  const file = { user: world.settings, project: join(world.project, ".claude", "settings.json"), local: join(world.project, ".claude", "settings.local.json") }[
    scope
  ];
  for (const [beginning, text] of Object.entries(BEGINNINGS)) {
    rmSync(file, { force: true });
    if (text !== null) world.write(file, text);
    world.install(["--scope", scope], file);
    await world.ask(ASKS_LOGIN);
    const count = countIn(world.stub.requests.at(-1), LOGIN.rationale);
    world.check(
      `settings ${beginning}: the record is there ${isReadByClient(beginning) ? "once" : "not at all"}`,
      count === (isReadByClient(beginning) ? 1 : 0),
      String(count),
    );
    world.lore(["uninstall", "--yes", "--scope", scope]);
    const after = existsSync(file) ? readFileSync(file, "utf8") : null;
    world.check(`settings ${beginning}: byte for byte what they were`, after === text, String(after));
  }
}

async function marketplace(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  for (const args of [
    ["marketplace", "add", ROOT],
    ["install", "lore@lore-inject"],
  ]) {
    const { code, stdout, stderr } = await world.runClient(["plugin", ...args]);
    world.check(`plugin ${args[0]} succeeds`, code === 0, stdout + stderr);
  }
  await world.ask(ASKS_LOGIN);
  world.check("installed from the marketplace file: the record is there, once", countIn(world.stub.requests.at(-1), LOGIN.rationale) === 1);
  const told = world.lore(["install", "--yes", "--no-setup"]);
  world.check("install sees the plugin and does not register twice", /plugin/.test(told) && !/^added/m.test(told), told);
  await world.ask("/lore:why");
  world.check("its commands name the binary that is there", countIn(world.stub.requests.at(-1), "bin/lore-inject.js") > 0);
}

async function valid(world) {
  const { code, stdout, stderr } = await world.runClient(["plugin", "validate", "--strict", ROOT]);
  world.check("claude plugin validate --strict passes", code === 0, stdout + stderr);
}

export const SCENARIOS = [
  { name: "install and uninstall", run: comeAndGo, registrations: ["none"] },
  ...["user", "project", "local"].map((scope) => ({
    name: `six beginnings, ${scope}`,
    run: (world) => everyBeginning(world, scope),
    registrations: ["none"],
  })),
  { name: "from the marketplace file", run: marketplace, registrations: ["none"] },
  { name: "the plugin is valid", run: valid, registrations: ["none"] },
];
