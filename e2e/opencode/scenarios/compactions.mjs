/** A compaction: what the model that sums up is told, what comes back afterwards, and that it stays where it came back. */
import { ALL_DECISIONS, ASKS_CHARGE, ASKS_LOGIN, ASKS_NOTHING, CHARGE, DECISIONS, HANDOFF, HANDOFFS, LOGIN } from "../../claude/records.mjs";
import { countIn, textsOf } from "../../claude/request-texts.mjs";
import { isTitle } from "../world.mjs";

const SUMMARY = "SUMMARY: they talked about the shop.";
const BLOCK = "[lore] Memory context (";
const isSumming = (body) => !isTitle(body) && !body.tools?.length;
const LONG = "Tell me a word. ".repeat(20);

async function begin(world, settings = {}) {
  world.store(DECISIONS, ALL_DECISIONS);
  world.store(HANDOFFS, [HANDOFF]);
  world.configure(settings);
  world.stub.play((body) => (isTitle(body) ? "a title" : isSumming(body) ? SUMMARY : "ok"));
  const server = await world.serve();
  return { server, session: await server.openSession() };
}

/** The person says /compact. */
async function asked(world) {
  const { server, session } = await begin(world);
  await server.say(session, ASKS_LOGIN);
  const { requests } = await world.requestsOf(() => server.compact(session));
  const summing = requests.find(isSumming);
  world.check("a summary is asked for", summing !== undefined, requests.length);
  if (summing === undefined) return;
  world.check("session.compacting: the compact form is in its request, once", countIn(summing, BLOCK) === 1, textsOf(summing));
  world.check(
    "each record in it once, what the prompt had brought too",
    countIn(summing, LOGIN.id) === 1 && countIn(summing, HANDOFF.id) === 1,
    textsOf(summing),
  );
  const next = (await world.requestsOf(() => server.say(session, ASKS_NOTHING))).requests[0];
  world.check("the summary is in the next request", countIn(next, SUMMARY) === 1, textsOf(next));
  world.check("messages.transform: what was lost is back, once", countIn(next, BLOCK) === 1 && countIn(next, LOGIN.id) === 1, next.messages);
  world.check("what stands in the system prompt is not said twice", countIn(next, HANDOFF.id) === 1, textsOf(next));
  const after = (await world.requestsOf(() => server.say(session, ASKS_CHARGE))).requests[0];
  world.check("a later prompt brings its own record, once", countIn(after, CHARGE.id) === 1 && countIn(after, LOGIN.id) === 1, after.messages);
  world.check("what came back stays in its place, byte for byte", isPrefix(next, after), [next.messages, after.messages]);
  server.kill();
  const again = await world.serve();
  const restarted = (await world.requestsOf(() => again.say(session, ASKS_NOTHING))).requests[0];
  world.check("after a restart too", isPrefix(next, restarted) && countIn(restarted, BLOCK) === 1, restarted.messages);
}

/** What was sent before is still there, in the same words; where the cache ends moves. */
function isPrefix({ messages: before }, { messages: after }) {
  const plain = (message) => JSON.stringify(message, (key, value) => (key === "cache_control" ? undefined : value));
  return before.every((message, at) => plain(message) === plain(after[at] ?? null));
}

/** A prompt about what was lost, right after the compaction. */
async function askedAgain(world) {
  const { server, session } = await begin(world);
  await server.say(session, ASKS_LOGIN);
  await server.compact(session);
  const next = (await world.requestsOf(() => server.say(session, ASKS_LOGIN))).requests[0];
  world.check(
    "a prompt about a lost record gets it whole, and only once",
    countIn(next, LOGIN.id) === 1 && countIn(next, LOGIN.rationale) === 1,
    next.messages,
  );
}

/** OpenCode may keep the last turns word for word. */
async function withTail(world) {
  const { server, session } = await begin(world, { compaction: { tail_turns: 1 } });
  await server.say(session, ASKS_LOGIN);
  await server.say(session, ASKS_CHARGE);
  const { requests } = await world.requestsOf(() => server.compact(session));
  const next = (await world.requestsOf(() => server.say(session, ASKS_NOTHING))).requests[0];
  world.check("the last turn is kept", countIn(next, ASKS_CHARGE) === 1 && countIn(next, ASKS_LOGIN) === 0, next.messages);
  world.check("its record is not brought back beside it", countIn(next, CHARGE.id) === 1, next.messages);
  world.check("the lost one is", countIn(next, LOGIN.id) === 1, next.messages);
  world.check("one summary was made", requests.filter(isSumming).length === 1, requests.length);
}

/** OpenCode compacts by itself in the middle of a turn, and goes on without a word of the person. */
async function automatic(world) {
  const { server, session } = await begin(world, { limit: { context: 40_000, output: 4_000 } });
  await server.say(session, ASKS_LOGIN);
  let isFull = true;
  world.proxy.report((body) => (isFull && !isTitle(body) && !isSumming(body) ? 39_000 : 100));
  let calls = 0;
  world.stub.play((body) => {
    if (isTitle(body)) return "a title";
    if (isSumming(body)) {
      isFull = false;
      return SUMMARY;
    }
    calls++;
    return calls === 1 || calls === 3 ? { text: "looking", tools: [{ name: "bash", input: { command: "echo looked", description: "look" } }] } : "ok";
  });
  const { result, requests } = await world.requestsOf(() => server.say(session, LONG));
  const summing = requests.filter(isSumming);
  world.check("it compacts by itself, once", summing.length === 1, requests.length);
  const [first, second] = requests.slice(requests.findIndex(isSumming) + 1);
  world.check("the turn goes on", first !== undefined && result.error === null, requests.length);
  if (first === undefined) return;
  world.check("what was lost is back in the turn that nobody asked for, once", countIn(first, BLOCK) === 1 && countIn(first, LOGIN.id) === 1, first.messages);
  world.check("the orientation is in the system prompt, once", countIn(first, HANDOFF.id) === 1, textsOf(first));
  const last = second ?? (await world.requestsOf(() => server.say(session, ASKS_NOTHING))).requests[0];
  world.check("and in the request after it, in the same place", isPrefix(first, last) && countIn(last, BLOCK) === 1, last.messages);
}

export const SCENARIOS = [
  { name: "a compaction that is asked for", run: asked },
  { name: "a prompt about what was lost", run: askedAgain },
  { name: "a compaction that keeps the last turn", run: withTail },
  { name: "a compaction in the middle of a turn", run: automatic },
];
