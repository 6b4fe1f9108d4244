/** A command that fails is kept, and the next session that runs it is warned; an error that was solved before brings its remedy. */
import { FAILURE, FAILURES } from "../records.mjs";
import { countBlocks, countIn } from "../request-texts.mjs";

const COMMAND = "node tools/compile-catalogue.js";
const SCRIPT = 'throw new TypeError("catalogue entry 17 has no price list");\n';
const OTHER_COMMAND = "node tools/migrate-orders.js";
const OTHER_SCRIPT = `console.error(${JSON.stringify(FAILURE.error_message)});\nprocess.exitCode = 4;\n`;

/** It names nothing that is stored. */
const ASKS = "please run it";

const results = ({ messages }) => messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter(({ type }) => type === "tool_result");
/** Runs the command once, then says that it is done. */
const running = (command) => (body) =>
  results(body).length > 0 ? "That did not work." : { tools: [{ name: "Bash", input: { command, description: "try it" } }] };

/** The first session's handoff, which the second starts with, speaks of it too. */
const warnings = (body) => countIn(body, "[failure]");

async function warned(world) {
  world.write(`${world.project}/tools/compile-catalogue.js`, SCRIPT);
  world.stub.play(running(COMMAND));
  const first = await runIn(world, ASKS);
  world.check("the command really failed", JSON.stringify(results(first)).includes("no price list"), results(first));
  world.check("the first time nobody is warned", countBlocks(first) === 0, `${countBlocks(first)} blocks`);
  const kept = world.stored(FAILURES);
  const isKept = kept.length === 1 && kept[0].command === COMMAND && kept[0].error_message.includes("no price list");
  world.check("the failure is kept, once", isKept, kept);
  const second = await runIn(world, ASKS);
  world.check(
    "the next session that runs it is warned, once",
    kept.length > 0 && countIn(second, kept[0].id) === 1 && warnings(second) === 1,
    `${warnings(second)} warnings`,
  );
  world.check(
    "beside the tool's result, not before the command was chosen",
    results(second).length === 1 && countIn(world.stub.requests.at(-2), "[failure]") === 0,
  );
}

async function runIn(world, prompt) {
  const session = world.open();
  const { requests } = await world.turn(session, prompt);
  await session.end();
  return requests.at(-1);
}

async function remedy(world) {
  world.store(FAILURES, [FAILURE]);
  world.write(`${world.project}/tools/migrate-orders.js`, OTHER_SCRIPT);
  world.stub.play(running(OTHER_COMMAND));
  const session = world.open();
  const { requests } = await world.turn(session, ASKS);
  const body = requests.at(-1);
  world.check(
    "an error that was solved before brings its remedy, once",
    countIn(body, FAILURE.fix) === 1 && countBlocks(body) === 1,
    `${countIn(body, FAILURE.fix)} times`,
  );
  world.check("only once the error was there", countBlocks(requests[0]) === 0, `${countBlocks(requests[0])} blocks`);
  await session.end();
}

export const SCENARIOS = [
  { name: "a failing command", run: warned, registrations: ["settings", "plugin"] },
  { name: "a known error", run: remedy, registrations: ["settings", "plugin"] },
];
