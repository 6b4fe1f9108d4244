/** What a prompt brings: its own records once, in its message; the session's orientation once, in the system prompt. */
import { ALL_DECISIONS, ASKS_CHARGE, ASKS_LOGIN, ASKS_LOGIN_AGAIN, ASKS_NOTHING, CHARGE, DECISIONS, HANDOFF, HANDOFFS, LOGIN } from "../../claude/records.mjs";
import { countBlocks, countIn } from "../../claude/request-texts.mjs";
import { isTitle } from "../world.mjs";

const systemOf = ({ system }) => (typeof system === "string" ? [system] : (system ?? []).map(({ text }) => text));
const inSystem = (body, part) => systemOf(body).reduce((sum, text) => sum + text.split(part).length - 1, 0);

async function prompts(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  world.store(HANDOFFS, [HANDOFF]);
  world.stub.play((body) => (isTitle(body) ? "a title" : "ok"));
  const server = await world.serve();
  const session = await server.openSession();
  const first = await world.requestsOf(() => server.say(session, ASKS_LOGIN));
  const [body] = first.requests;
  world.check("the prompt is answered", first.result.error === null && first.result.text === "ok", first.result);
  world.check("chat.message: the record is in the request exactly once", countIn(body, LOGIN.rationale) === 1 && countIn(body, LOGIN.id) === 1, body.messages);
  const texts = body.messages.at(-1).content.map(({ text }) => text);
  world.check("it stands before the person's text", texts.length === 2 && texts[0].includes(LOGIN.id) && texts[1] === ASKS_LOGIN, texts);
  world.check(
    "system.transform: the orientation is in the system prompt once",
    inSystem(body, HANDOFF.message) === 1 && countIn(body, HANDOFF.id) === 1,
    systemOf(body),
  );
  const again = (await world.requestsOf(() => server.say(session, ASKS_LOGIN_AGAIN))).requests.at(-1);
  world.check("a second prompt gets no repeat", countIn(again, LOGIN.rationale) === 1 && countIn(again, HANDOFF.id) === 1, countBlocks(again));
  const other = (await world.requestsOf(() => server.say(session, ASKS_CHARGE))).requests.at(-1);
  world.check(
    "another subject brings its own record, once",
    countIn(other, CHARGE.rationale) === 1 && countIn(other, LOGIN.rationale) === 1,
    countBlocks(other),
  );
  const silent = (await world.requestsOf(() => server.say(session, ASKS_NOTHING))).requests.at(-1);
  world.check("a prompt about nothing stored adds nothing", countBlocks(silent) === countBlocks(other), `${countBlocks(silent)} blocks`);
  const all = world.stub.requests.filter((each) => !isTitle(each));
  world.check(
    "the system prompt has the same bytes on every request",
    new Set(all.map((each) => JSON.stringify(systemOf(each)))).size === 1 && all.length === 4,
    all.length,
  );
  const titles = world.stub.requests.filter(isTitle);
  world.check(
    "a title is asked for, without the orientation",
    titles.length > 0 && titles.every((each) => inSystem(each, "Lore Context") === 0),
    titles.length,
  );
  const stored = (await server.messages(session)).flatMap(({ parts }) => parts);
  world.check(
    "OpenCode keeps the parts in order",
    isInOrder(stored),
    stored.map(({ id }) => id),
  );
}

const isInOrder = (parts) => parts.every(({ id, messageID }, at) => at === 0 || parts[at - 1].messageID !== messageID || parts[at - 1].id < id);

/** The person goes on with a session in another process. */
async function restart(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  world.store(HANDOFFS, [HANDOFF]);
  world.stub.play((body) => (isTitle(body) ? "a title" : "ok"));
  const first = await world.requestsOf(() => world.run(["--format", "json", ASKS_LOGIN]));
  const lines = first.result.stdout.trimEnd().split("\n");
  world.check("opencode run ends well", first.result.code === 0, first.result);
  world.check("--format json: every line is JSON, and none is ours", lines.length > 1 && lines.every(isForeign), lines);
  world.check("nothing on stderr", first.result.stderr === "", first.result.stderr);
  const id = JSON.parse(lines[0]).sessionID;
  world.store(HANDOFFS, [{ ...HANDOFF, id: "hand-7a11ed09", timestamp: new Date().toISOString(), message: "Something newer was handed over." }]);
  const second = await world.requestsOf(() => world.run(["--session", id, ASKS_LOGIN_AGAIN]));
  const [before, after] = [first.requests[0], second.requests[0]];
  world.check(
    "after a restart the orientation has the same bytes",
    JSON.stringify(systemOf(before).slice(1)) === JSON.stringify(systemOf(after).slice(1)),
    systemOf(after).slice(1),
  );
  world.check("and it is there", inSystem(after, HANDOFF.message) === 1, systemOf(after).slice(1));
  world.check("what was shown before is not shown again", countIn(after, LOGIN.rationale) === 1, after.messages);
  const fresh = (await world.requestsOf(() => world.run([ASKS_NOTHING]))).requests[0];
  world.check("a new session has the newer orientation", inSystem(fresh, "Something newer was handed over.") === 1, systemOf(fresh).slice(1));
}

function isForeign(line) {
  try {
    return !JSON.stringify(JSON.parse(line)).includes("Lore Context");
  } catch {
    return false;
  }
}

/** A subagent has a session of its own. */
async function subagent(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  world.store(HANDOFFS, [HANDOFF]);
  const input = { description: "look it up", prompt: ASKS_CHARGE, subagent_type: "general" };
  const isChild = ({ messages }) => JSON.stringify(messages).includes(ASKS_CHARGE) && !JSON.stringify(messages).includes("toolu_");
  let isAsked = false;
  world.stub.play((body) => {
    if (isTitle(body)) return "a title";
    if (isAsked) return "ok";
    isAsked = true;
    return { text: "asking", tools: [{ name: "task", input }] };
  });
  const server = await world.serve();
  const session = await server.openSession();
  const { requests } = await world.requestsOf(() => server.say(session, ASKS_LOGIN));
  const child = requests.find(isChild);
  world.check("the subagent is asked", child !== undefined, requests.length);
  if (child === undefined) return;
  world.check("it gets the records of its own task, once", countIn(child, CHARGE.rationale) === 1 && countIn(child, LOGIN.rationale) === 0, child.messages);
  world.check("and no orientation", countIn(child, HANDOFF.id) === 0, systemOf(child));
  const last = requests.at(-1);
  world.check("the session itself keeps its own", countIn(last, LOGIN.rationale) === 1 && countIn(last, HANDOFF.id) === 1, countBlocks(last));
}

export const SCENARIOS = [
  { name: "prompts and orientation", run: prompts },
  { name: "a session goes on in another process", run: restart },
  { name: "a subagent's session", run: subagent },
];
