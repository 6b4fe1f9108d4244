/** A subagent gets what is stored about its task; the conversation that started it does not. */
import { ALL_DECISIONS, ASKS_LOGIN, ASKS_LOGIN_AGAIN, CHARGE, DECISIONS, HANDOFF, HANDOFFS, LOGIN } from "../records.mjs";
import { countBlocks, countIn, userTextsOf } from "../request-texts.mjs";

const TASK = "Find out where shopper login sessions are kept now that Redis is gone, and report the table.";
const isTask = (body) => userTextsOf(body).some((text) => text.includes(TASK));
const hasResult = ({ messages }) => JSON.stringify(messages.at(-1)).includes('"tool_result"') || JSON.stringify(messages.at(-2)).includes('"tool_result"');

/** Starts the subagent on the first request of a turn, and lets it answer. */
function delegate(body) {
  if (isTask(body)) return "In a table of Postgres.";
  if (hasResult(body)) return "It is in Postgres, I hear.";
  return { tools: [{ name: "Agent", input: { description: "look it up", subagent_type: "general-purpose", prompt: TASK } }] };
}

async function slice(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  world.store(HANDOFFS, [HANDOFF]);
  world.stub.play(delegate);
  const session = world.open();
  const { requests, result } = await world.turn(session, "please let somebody else do it");
  const sub = requests.filter(isTask);
  const main = requests.filter((body) => !isTask(body));
  world.check("one subagent ran, and its answer arrived", sub.length === 1 && result.result === "It is in Postgres, I hear.", result.result);
  world.check(
    "the subagent's request has the record, once",
    sub.every((body) => countIn(body, LOGIN.rationale) === 1 && countBlocks(body) === 1),
    `${sub.map(countBlocks)} blocks`,
  );
  world.check(
    "and nothing else that is stored",
    sub.every((body) => countIn(body, CHARGE.id) + countIn(body, HANDOFF.id) === 0),
  );
  world.check(
    "the conversation's requests do not have it",
    main.length >= 2 && main.every((body) => countIn(body, LOGIN.id) + countIn(body, LOGIN.rationale) === 0),
  );
  world.check(
    "the conversation has its orientation alone",
    main.every((body) => countIn(body, HANDOFF.id) === 1 && countBlocks(body) === 1),
    `${main.map(countBlocks)} blocks`,
  );
  world.stub.play(() => "ok");
  const asked = (await world.turn(session, ASKS_LOGIN)).requests.at(-1);
  world.check("what only the subagent saw is still shown to the conversation, once", countIn(asked, LOGIN.rationale) === 1);
  await session.end();
}

/** What the conversation knows is no reason to keep it from a subagent, which knows nothing. */
async function afterPrompt(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  world.stub.play(delegate);
  const session = world.open();
  const { requests } = await world.turn(session, ASKS_LOGIN_AGAIN);
  const main = requests.filter((body) => !isTask(body)).at(-1);
  world.check(
    "a subagent is shown what its parent was shown, once",
    requests.filter(isTask).every((body) => countIn(body, LOGIN.rationale) === 1),
  );
  world.check("and the parent still has it once", countIn(main, LOGIN.rationale) === 1, `${countIn(main, LOGIN.rationale)} times`);
  await session.end();
}

export const SCENARIOS = [
  { name: "a subagent's slice", run: slice, registrations: ["settings", "plugin"] },
  { name: "a subagent of an informed parent", run: afterPrompt, registrations: ["settings"] },
];
