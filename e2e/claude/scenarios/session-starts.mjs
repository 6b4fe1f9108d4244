/** What a session starts with, and what it is given back: startup, resume, clear and compact. */
import { ALL_DECISIONS, ASKS_CHARGE, ASKS_LOGIN, ASKS_NOTHING, CHARGE, DECISIONS, HANDOFF, HANDOFFS, LOGIN, NEWER_HANDOFF } from "../records.mjs";
import { countBlocks, countIn } from "../request-texts.mjs";

const last = ({ requests }) => requests.at(-1);
const once = (body, record) => countIn(body, record.id) === 1 && countIn(body, record.message ?? record.rationale) === 1;
const times = (body, record) => `${record.id} ${countIn(body, record.id)} times, ${countBlocks(body)} blocks`;

async function startAndResume(world) {
  world.store(HANDOFFS, [HANDOFF]);
  const session = world.open();
  const started = last(await world.turn(session, ASKS_NOTHING));
  world.check("startup: the handoff is in the first request, once", once(started, HANDOFF) && countBlocks(started) === 1, times(started, HANDOFF));
  const { id } = session;
  await session.end();
  const resumed = await resume(world, ["--resume", id], HANDOFF, "resume: the handoff is there once, not again");
  world.check("resume: nothing is added, as the session has it all", countBlocks(resumed) === 1, `${countBlocks(resumed)} blocks`);
  await resume(world, ["--continue"], HANDOFF, "continue: the handoff is there once, not again");
  world.store(HANDOFFS, [NEWER_HANDOFF]);
  const renewed = await resume(world, ["--resume", id], NEWER_HANDOFF, "resume: what is new since then comes, once");
  world.check("resume: what is new comes beside what was there", once(renewed, HANDOFF), times(renewed, HANDOFF));
}

async function resume(world, args, record, what) {
  const session = world.open(args);
  const body = last(await world.turn(session, ASKS_NOTHING));
  world.check(what, once(body, record), times(body, record));
  await session.end();
  return body;
}

async function clear(world) {
  world.store(HANDOFFS, [HANDOFF]);
  world.store(DECISIONS, ALL_DECISIONS);
  const session = world.open();
  await world.turn(session, ASKS_LOGIN);
  const before = session.id;
  await world.turn(session, "/clear");
  const cleared = last(await world.turn(session, ASKS_NOTHING));
  world.check("clear: a new session", session.id !== before && countIn(cleared, ASKS_LOGIN) === 0, session.id);
  world.check("clear: the orientation comes again, once", once(cleared, HANDOFF) && countBlocks(cleared) === 1, times(cleared, HANDOFF));
  const asked = last(await world.turn(session, ASKS_LOGIN));
  world.check("clear: what the old session was shown is shown to the new one, once", once(asked, LOGIN), times(asked, LOGIN));
  await session.end();
}

async function compact(world) {
  world.store(HANDOFFS, [HANDOFF]);
  world.store(DECISIONS, ALL_DECISIONS);
  world.stub.play(() => "<summary>The person asked two things.</summary>");
  const session = world.open();
  await world.turn(session, ASKS_LOGIN);
  const full = last(await world.turn(session, ASKS_CHARGE));
  world.check(
    "before: all is there once",
    [LOGIN, CHARGE, HANDOFF].every((record) => once(full, record)),
    times(full, LOGIN),
  );
  await world.turn(session, "/compact");
  const compacted = last(await world.turn(session, ASKS_NOTHING));
  world.check("compact: the old conversation is gone", countIn(compacted, ASKS_LOGIN) === 0 && countIn(compacted, "The person asked two things.") > 0);
  world.check(
    "compact: what was lost comes back, once",
    [LOGIN, CHARGE, HANDOFF].every(({ id }) => countIn(compacted, id) === 1),
    times(compacted, LOGIN),
  );
  world.check(
    "compact: in one block that says so",
    countIn(compacted, "(after compaction)") === 1 && countBlocks(compacted) === 1,
    `${countBlocks(compacted)} blocks`,
  );
  const later = last(await world.turn(session, ASKS_NOTHING));
  world.check("compact: the next prompt adds nothing", countBlocks(later) === 1, `${countBlocks(later)} blocks`);
  await session.end();
}

export const SCENARIOS = [
  { name: "start and resume", run: startAndResume, registrations: ["settings", "plugin"] },
  { name: "clear", run: clear, registrations: ["settings", "plugin"] },
  { name: "compact", run: compact, registrations: ["settings", "plugin", "both"] },
];
