/** What the client's own transcript tells of the records that were shown: used, or not. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ALL_DECISIONS, ASKS_CHARGE, ASKS_LOGIN, CHARGE, DECISIONS, LOGIN } from "../records.mjs";
import { countIn } from "../request-texts.mjs";

const SAYS_LOGIN = "As decided, I keep shopper login sessions in the Postgres table: the Redis failover in March logged out every shopper.";

function linesOf(world, name) {
  const path = join(world.home, ".local", "state", "lore-inject", name);
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function usefulness(world) {
  world.store(DECISIONS, ALL_DECISIONS);
  const session = world.open();
  world.stub.play((body) => (countIn(body, CHARGE.rationale) > 0 ? "Which file is the button in?" : SAYS_LOGIN));
  await world.turn(session, ASKS_LOGIN);
  await world.turn(session, ASKS_CHARGE);
  await session.end();
  const verdicts = Object.fromEntries(linesOf(world, "feedback.jsonl").map(({ key, verdict }) => [key, verdict]));
  world.check("the record that the answer used counts as used", verdicts[`journal:${LOGIN.id}`] === "used", JSON.stringify(verdicts));
  world.check("the one that it did not use, as ignored", verdicts[`journal:${CHARGE.id}`] === "ignored", JSON.stringify(verdicts));
  const metrics = linesOf(world, "metrics.jsonl");
  const prompts = metrics.filter(({ event }) => event === "UserPromptSubmit");
  world.check("each prompt left its line of metrics", prompts.length === 2 && prompts.every(({ tokens }) => tokens > 0), JSON.stringify(prompts).slice(0, 300));
  world.check("without a word of the prompts", !JSON.stringify(metrics).includes(ASKS_LOGIN.slice(0, 30)));
  const stats = JSON.parse(world.lore(["stats", "--json"]));
  world.check("stats counts them", JSON.stringify(stats).includes(LOGIN.id), JSON.stringify(stats).slice(0, 300));
  world.check("explain shows what it was worth", world.lore(["explain", ASKS_LOGIN]).includes("for its use before"));
}

export const SCENARIOS = [{ name: "usefulness", registrations: ["settings"], run: usefulness }];
