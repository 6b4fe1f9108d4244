/** Beside tools: failures and rules that belong to a file or a command, the activity spool, and the tools that we bring. */
import { join } from "node:path";
import { ALL_DECISIONS, ASKS_NOTHING, DECISIONS, FAILURE, FAILURES, LOGIN } from "../../claude/records.mjs";
import { countIn } from "../../claude/request-texts.mjs";
import { isTitle } from "../world.mjs";

const FILE = "src/db/migrate.ts";
const RULE = "Write every migration so that it can be run twice.";

/** One call of a tool for each reply, then a word. */
function play(world, calls) {
  const waiting = [...calls];
  world.stub.play((body) => {
    const next = isTitle(body) ? undefined : waiting.shift();
    return next === undefined ? "ok" : { text: "calling", tools: [next] };
  });
}

/** Texts of the results of tools, in order. */
function resultsOf({ messages }) {
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return blocks.filter(({ type }) => type === "tool_result").map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)));
}

async function results(world) {
  world.store(FAILURES, [{ ...FAILURE, entities: [FILE] }]);
  world.write(join(world.project, FILE), "export const migrate = 1;\n");
  world.write(join(world.project, "src/db/AGENTS.md"), "Ask the database owner before you add an index.\n");
  world.write(join(world.project, ".claude/rules/migrations.md"), `---\npaths: ["src/db/**"]\n---\n${RULE}\n`);
  const filePath = join(world.project, FILE);
  play(world, [
    { name: "read", input: { filePath } },
    { name: "read", input: { filePath } },
    { name: "write", input: { filePath: join(world.project, "notes.txt"), content: "x\n" } },
    { name: "bash", input: { command: "ls -d /", description: "look" } },
  ]);
  const server = await world.serve();
  const session = await server.openSession();
  const { result, requests } = await world.requestsOf(() => server.say(session, ASKS_NOTHING));
  const last = requests.at(-1);
  const [first = "", second = ""] = resultsOf(last);
  world.check("the turn ends well", result.error === null && resultsOf(last).length === 4, resultsOf(last));
  world.check("tool.execute.after: the failure stands below the first result", first.includes(FAILURE.fix), first);
  world.check("and the rule of that path", first.includes(RULE), first);
  world.check("each once in the whole request", countIn(last, FAILURE.fix) === 1 && countIn(last, RULE) === 1, resultsOf(last));
  world.check("a second read adds nothing", !second.includes("Lore Context"), second);
  world.check("what OpenCode loaded by itself is there once", countIn(last, "Ask the database owner") === 1, resultsOf(last));
  const activity = world.linesIn(join(world.state, "activity")).map((line) => JSON.parse(line));
  const seen = activity.map(({ type, path }) => `${type} ${path}`);
  world.check("files are noted as worked on", seen.includes(`file_open ${FILE}`) && seen.includes("file_edit notes.txt"), seen);
}

async function failing(world) {
  world.store(FAILURES, [FAILURE]);
  const command = `echo '${FAILURE.error_message}'; exit 3`;
  play(world, [{ name: "bash", input: { command, description: "migrate" } }]);
  const server = await world.serve();
  const { requests } = await world.requestsOf(async () => server.say(await server.openSession(), ASKS_NOTHING));
  const [result = ""] = resultsOf(requests.at(-1));
  world.check("a command that fails as one did before brings its fix, once", result.split(FAILURE.fix).length === 2, result);
}

async function custom(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  play(world, [
    { name: "lore_search", input: { query: "shopper login sessions" } },
    { name: "lore_get", input: { id: LOGIN.id } },
    { name: "lore_get", input: { id: "dec-00000000" } },
    { name: "lore_remember", input: { text: "Ship the gift card refund behind a flag", rationale: "Finance wants to watch it first.", tags: ["giftcards"] } },
  ]);
  const server = await world.serve();
  const { result, requests } = await world.requestsOf(async () => server.say(await server.openSession(), ASKS_NOTHING));
  const names = (requests[0]?.tools ?? []).map(({ name }) => name).filter((name) => name.startsWith("lore_"));
  world.check("the model is offered three tools", names.sort().join() === "lore_get,lore_remember,lore_search", names);
  const [found = "", whole = "", missing = "", written = ""] = resultsOf(requests.at(-1));
  world.check("lore_search finds the record", found.includes(LOGIN.id), found);
  world.check("lore_get reads it whole", whole.includes(LOGIN.rationale), whole);
  world.check("what is not there is said, and the turn goes on", missing.includes("no record") && result.error === null, missing);
  const stored = world.linesIn(join(world.data, "journal", "data")).filter((line) => line.includes("gift card refund"));
  world.check("lore_remember writes it down", written.includes("Stored as dec-") && stored.length === 1, [written, stored]);
}

export const SCENARIOS = [
  { name: "results of tools", run: results },
  { name: "a command that fails", run: failing },
  { name: "tools of our own", run: custom },
];
