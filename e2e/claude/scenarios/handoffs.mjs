/** The end of a session writes where the work stands, and the next one starts with it. */
import { ASKS_NOTHING, HANDOFFS } from "../records.mjs";
import { countBlocks, countIn } from "../request-texts.mjs";

const GOAL = "Add a voucher field to the checkout form";
const NEXT = "Validate vouchers against the campaign dates";
const REPLY = `The checkout form has a voucher field now; it is stored with the order.\n\nNext steps:\n- ${NEXT}\n`;

const hasResult = ({ messages }) => JSON.stringify(messages).includes('"tool_result"');

async function work(world, session) {
  const file_path = `${world.project}/src/checkout-form.ts`;
  world.stub.play((body) => (hasResult(body) ? REPLY : { tools: [{ name: "Write", input: { file_path, content: "export const voucher = true;\n" } }] }));
  const { requests } = await world.turn(session, GOAL);
  world.stub.play(() => "ok");
  return requests;
}

async function atTheEnd(world) {
  const session = world.open();
  const requests = await work(world, session);
  world.check(
    "nothing is injected where nothing is stored",
    requests.every((body) => countBlocks(body) === 0),
  );
  const { id } = session;
  await session.end();
  const written = world.stored(HANDOFFS);
  const isWritten = written.length === 1 && written[0].session_id === id && written[0].next_steps?.includes(NEXT);
  world.check("the end of the session writes one handoff", isWritten, written);
  world.check(
    "it names the goal, the file and the project",
    written[0]?.message.includes(GOAL) && written[0]?.active_files.includes("src/checkout-form.ts") && written[0]?.project === "storefront",
    written,
  );
  const next = world.open();
  const body = (await world.turn(next, ASKS_NOTHING)).requests.at(-1);
  world.check(
    "the next session starts with it, once",
    countIn(body, NEXT) === 1 && countIn(body, GOAL) === 1 && countBlocks(body) === 1,
    `${countIn(body, NEXT)} times`,
  );
  await next.end();
  world.check("small talk leaves no other", world.stored(HANDOFFS).length === 1, world.stored(HANDOFFS));
}

async function atClear(world) {
  const session = world.open();
  await work(world, session);
  await world.turn(session, "/clear");
  const body = (await world.turn(session, ASKS_NOTHING)).requests.at(-1);
  world.check("a cleared session starts with the handoff of what was cleared, once", countIn(body, NEXT) === 1, `${countIn(body, NEXT)} times`);
  await session.end();
}

export const SCENARIOS = [
  { name: "a handoff at the end", run: atTheEnd, registrations: ["settings", "plugin"] },
  { name: "a handoff at clear", run: atClear, registrations: ["settings", "plugin"] },
];
