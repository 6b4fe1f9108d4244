/** What a prompt brings: a stored record once, and nothing where nothing is stored about it. */
import { ALL_DECISIONS, ASKS_CHARGE, ASKS_LOGIN, ASKS_LOGIN_AGAIN, ASKS_NOTHING, CHARGE, DECISIONS, LOGIN } from "../records.mjs";
import { countBlocks, countIn, userTextsOf } from "../request-texts.mjs";

async function prompts(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  const session = world.open();
  const first = (await world.turn(session, ASKS_LOGIN)).requests.at(-1);
  world.check(
    "the record is in the prompt's request exactly once",
    countIn(first, LOGIN.rationale) === 1 && countIn(first, LOGIN.id) === 1,
    count(first, LOGIN),
  );
  world.check("one block, and no other record in it", countBlocks(first) === 1 && countIn(first, CHARGE.rationale) === 0, `${countBlocks(first)} blocks`);
  const silent = (await world.turn(session, ASKS_NOTHING)).requests.at(-1);
  world.check("a silent prompt later in the session adds nothing", countBlocks(silent) === 1, `${countBlocks(silent)} blocks`);
  const again = (await world.turn(session, ASKS_LOGIN_AGAIN)).requests.at(-1);
  world.check(
    "the record is not repeated when it is asked for again",
    countIn(again, LOGIN.rationale) === 1 && countIn(again, LOGIN.id) === 1,
    count(again, LOGIN),
  );
  const other = (await world.turn(session, ASKS_CHARGE)).requests.at(-1);
  world.check(
    "another subject brings its own record, once",
    countIn(other, CHARGE.rationale) === 1 && countIn(other, LOGIN.rationale) === 1,
    count(other, CHARGE),
  );
  world.check("the client ends well", (await session.end()) === 0, session.stderr);
}

function count(body, { id, rationale }) {
  return `${id} ${countIn(body, id)} times, its text ${countIn(body, rationale)} times`;
}

async function silence(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  const session = world.open();
  const { requests } = await world.turn(session, ASKS_NOTHING);
  const marks = requests.map((body) => countBlocks(body) + countIn(body, LOGIN.id));
  world.check("a prompt about nothing stored: no word of ours in any request", requests.length > 0 && marks.every((sum) => sum === 0), marks);
  await session.end();
}

const opened = (body, tag) => userTextsOf(body).reduce((sum, text) => sum + text.split(tag).length - 1, 0);

/** Older models get reminders in the person's message, newer ones messages of the system. */
async function olderModel(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  const session = world.open(["--model", "claude-sonnet-4-5-20250929"]);
  await world.turn(session, ASKS_LOGIN);
  const { requests } = await world.turn(session, ASKS_LOGIN_AGAIN);
  const body = requests.at(-1);
  const isWrapped = userTextsOf(body).some((text) => text.includes("<system-reminder>") && text.includes(LOGIN.rationale));
  world.check("it arrives as a reminder, once", isWrapped && countIn(body, LOGIN.rationale) === 1, count(body, LOGIN));
  world.check("the reminder ends where the client ends it", opened(body, "<system-reminder>") === opened(body, "</system-reminder>"));
  await session.end();
}

async function plainOutput(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  world.stub.play(() => "In Postgres.");
  const { code, stdout, stderr } = await world.ask(ASKS_LOGIN);
  world.check("claude -p prints the answer and nothing else", code === 0 && stdout.trim() === "In Postgres." && stderr === "", { code, stdout, stderr });
  world.check("and its request has the record once", countIn(world.stub.requests.at(-1), LOGIN.rationale) === 1);
  world.check(
    "nothing but messages was asked for",
    world.stub.others.every((what) => /^(?:HEAD|GET) \/(?:v1\/models)?$/.test(what)),
    world.stub.others,
  );
}

export const SCENARIOS = [
  { name: "prompts of a session", run: prompts, registrations: ["settings", "plugin", "both"] },
  { name: "a silent prompt", run: silence, registrations: ["settings", "plugin"] },
  { name: "a model that is reminded", run: olderModel, registrations: ["settings"] },
  { name: "plain print mode", run: plainOutput, registrations: ["settings", "plugin"] },
];
