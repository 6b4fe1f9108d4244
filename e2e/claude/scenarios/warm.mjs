/** Prompts answered by the MCP server that the client runs anyway, and by the hook when that server is gone. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ALL_DECISIONS, ASKS_CHARGE, ASKS_LOGIN, ASKS_LOGIN_AGAIN, ASKS_NOTHING, CHARGE, DECISIONS, LOGIN } from "../records.mjs";
import { countBlocks, countIn } from "../request-texts.mjs";

const LATER = {
  id: "dec-77aa0011",
  timestamp: "2026-11-01T10:00:00Z",
  decision: "Invoice numbers come from the ledger sequence",
  rationale: "Gaps in invoice numbers failed the audit",
  status: "active",
  tags: ["storefront", "invoices"],
};

function install(world) {
  world.lore(["install", "--yes", "--no-setup", "--warm"]);
}

/** Hooks whose answer held this text, by what the client tells of them. */
function answers(session, text) {
  return session.events.filter(({ subtype, output }) => subtype === "hook_response" && String(output).includes(text)).length;
}

function serverOf(world) {
  const folder = join(world.home, ".local", "state", "lore-inject", "warm");
  const [client] = existsSync(folder) ? readdirSync(folder) : [];
  return client === undefined ? null : Number(readFileSync(join(folder, client), "utf8"));
}

async function warm(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  install(world);
  const session = world.open();
  const first = (await world.turn(session, ASKS_LOGIN)).requests.at(-1);
  const server = serverOf(world);
  world.check("a server answers for this client", server !== null && server > 0, `server ${server}`);
  world.check("the record is in the request, once", countIn(first, LOGIN.rationale) === 1 && countBlocks(first) === 1, `${countBlocks(first)} blocks`);
  const silent = (await world.turn(session, ASKS_NOTHING)).requests.at(-1);
  world.check("a silent prompt adds nothing, not even an empty object", countBlocks(silent) === 1 && countIn(silent, "hook success") === 0);
  world.store(DECISIONS, [LATER]);
  const grown = (await world.turn(session, "how do we number invoices, from which sequence?")).requests.at(-1);
  world.check("a record written meanwhile is found", countIn(grown, LATER.rationale) === 1, `${countIn(grown, LATER.rationale)} times`);
  world.check("one hook answered it", answers(session, LATER.id) === 1, `${answers(session, LATER.id)} answers`);
  world.check("the server is still the same", serverOf(world) === server);
  process.kill(server, "SIGKILL");
  const after = (await world.turn(session, ASKS_CHARGE)).requests.at(-1);
  world.check(
    "the server was killed: the next prompt still gets its record, once",
    countIn(after, CHARGE.rationale) === 1,
    `${countIn(after, CHARGE.rationale)} times`,
  );
  const again = (await world.turn(session, ASKS_LOGIN_AGAIN)).requests.at(-1);
  world.check("the hook knows what the server has shown", countIn(again, LOGIN.rationale) === 1, `${countIn(again, LOGIN.rationale)} times`);
  world.check("the client ends well", (await session.end()) === 0, session.stderr);
}

async function leaves(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  install(world);
  const session = world.open();
  await world.turn(session, ASKS_LOGIN);
  const server = serverOf(world);
  await session.end();
  const processes = execFileSync("ps", ["-eo", "pid=,args="]).toString();
  world.check("the server ends with its client", !processes.split("\n").some((line) => Number.parseInt(line, 10) === server && line.includes("mcp")));
  world.lore(["uninstall"]);
  const servers = existsSync(join(world.home, ".claude.json")) ? JSON.parse(readFileSync(join(world.home, ".claude.json"), "utf8")).mcpServers : undefined;
  world.check("uninstall takes the server out of the client's list", servers?.["lore-inject"] === undefined, JSON.stringify(servers));
  world.check("and the hooks", !existsSync(world.settings) || !readFileSync(world.settings, "utf8").includes("hook_prompt"));
}

export const SCENARIOS = [
  { name: "warm prompts", registrations: ["none"], run: warm },
  { name: "warm prompts end with the client", registrations: ["none"], run: leaves },
];
