/** Whatever is wrong on the disk: the prompt goes through, the answer arrives, and no hook is seen to fail. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ALL_DECISIONS, ASKS_LOGIN, DECISIONS, FAILURES, HANDOFFS, LOGIN } from "../records.mjs";
import { countIn, userTextsOf } from "../request-texts.mjs";

const GARBAGE = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 197 + 31) % 256));

/** As root no permission is refused, so what must not be written is a file where a folder should be. */
function blockFolder(path) {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "not a folder\n");
}

const STORES = [DECISIONS, FAILURES, HANDOFFS, "inbox/data/observations.jsonl", "patterns/data/patterns.yaml", "registry/data/metadata.yaml"];

/** Each breaks something; true where the record must be shown all the same. */
const FAULTS = {
  "stores of binary garbage": (world) => {
    for (const store of STORES) world.write(join(world.data, store), GARBAGE);
    return false;
  },
  "garbage between sound lines": (world) => {
    const lines = ALL_DECISIONS.map((record) => Buffer.from(`\n${JSON.stringify(record)}\n`));
    world.write(join(world.data, DECISIONS), Buffer.concat([GARBAGE, ...lines, GARBAGE]));
    return true;
  },
  "folders in the place of stores": (world) => {
    for (const store of STORES.slice(1)) mkdirSync(join(world.data, store), { recursive: true });
    world.store(DECISIONS, ALL_DECISIONS);
    return true;
  },
  "a store that nobody writes to": (world) => {
    world.store(DECISIONS, ALL_DECISIONS);
    mkdirSync(join(world.data, "failures", "data"), { recursive: true });
    if (process.platform !== "win32") execFileSync("mkfifo", [join(world.data, FAILURES)]);
    return true;
  },
  "no cache, no state": (world) => {
    world.store(DECISIONS, ALL_DECISIONS);
    for (const folder of [".cache", ".local/state"]) blockFolder(join(world.home, folder));
    return true;
  },
  "a broken config": (world) => {
    world.store(DECISIONS, ALL_DECISIONS);
    world.configure("budget: { tokens: [\n\t: ]} deadline_ms: -x\n");
    return true;
  },
  "no data folder, a file in its place": (world) => {
    blockFolder(world.data);
    return false;
  },
};

const ANSWER = "The answer arrives.";
const results = ({ messages }) => JSON.stringify(messages).includes('"tool_result"');

/** One turn with a failing command in it, so that nearly every hook has its say, and an end that would write a handoff. */
async function survive(world, breakIt) {
  const isShown = breakIt(world);
  world.stub.play((body) =>
    results(body) ? ANSWER : { tools: [{ name: "Bash", input: { command: "node -e 'throw new TypeError(7)'", description: "try" } }] },
  );
  const session = world.open();
  const { requests, result } = await world.turn(session, ASKS_LOGIN);
  const body = requests.at(-1);
  world.check("the prompt is not blocked and the answer arrives", result.is_error === false && result.result === ANSWER, result);
  world.check(
    "the prompt is in the request",
    userTextsOf(requests[0]).some((text) => text.includes(ASKS_LOGIN)),
  );
  if (isShown) world.check("what is sound is still shown, once", countIn(body, LOGIN.rationale) === 1, `${countIn(body, LOGIN.rationale)} times`);
  const code = await session.end();
  world.check("the client ends well and prints no error", code === 0 && session.stderr === "", { code, stderr: session.stderr });
  const hooks = session.events.filter(({ subtype }) => subtype === "hook_response");
  // On a busy machine the client may end before an async one does, and cancels it.
  const ended = hooks.filter(({ outcome }) => outcome !== "cancelled");
  const loud = ended.filter(({ exit_code, outcome, stderr }) => exit_code !== 0 || outcome !== "success" || stderr !== "");
  world.check(
    "every hook that ran ended well, without a word on stderr",
    hooks.length >= 4 && loud.length === 0,
    loud.length > 0 ? loud : `${hooks.length} hooks`,
  );
  world.check(
    "nothing is said of hook errors, to the person or the model",
    !/hook (?:error|failed|blocked)|blocked by hook/i.test(JSON.stringify([session.events.filter((event) => event.subtype !== "init"), userTextsOf(body)])),
  );
}

export const SCENARIOS = Object.entries(FAULTS).map(([name, breakIt], index) => ({
  name: `fault: ${name}`,
  run: (world) => survive(world, breakIt),
  // The registration makes no difference to a fault; each is tried by one or the other, the first two by both.
  registrations: index < 2 ? ["settings", "plugin"] : [index % 2 === 0 ? "settings" : "plugin"],
}));
