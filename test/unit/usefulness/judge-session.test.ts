/** Each signal by itself, and what must not count. The figures over whole sessions: bench/usefulness.mjs. */
import { describe, expect, test } from "vitest";
import type { LoreRecord } from "../../../src/types.ts";
import { rarityIn } from "../../../src/usefulness/distinctive-terms.ts";
import { judgeSession } from "../../../src/usefulness/judge-session.ts";
import type { Moment } from "../../../src/usefulness/parse-moments.ts";
import type { ShownRecord } from "../../../src/usefulness/read-session.ts";
import { makeLanguage, makeRecord } from "../builders.ts";

const RECORD: Partial<LoreRecord> = {
  id: "dec-90fe1b77",
  title: "Mails are queued in RabbitMQ with a dead letter exchange",
  body: [["Why", "Lost mails in the outage. See tools/requeue.py; fragments lie in outbox/"]],
};

type Said = readonly [kind: Moment["kind"], text: string, ...files: readonly string[]];

function judge(said: readonly Said[], over: Partial<ShownRecord> = {}, record: Partial<LoreRecord> = RECORD) {
  const moments = said.map(([kind, text, ...files], index): Moment => ({ at: index * 1000, kind, text, files }));
  const shown: ShownRecord = { key: "journal:dec-90fe1b77", at: 500, form: "full", withheld: false, record: makeRecord(record), ...over };
  const rarity = rarityIn({ records: 100, documentFrequency: new Map() });
  return judgeSession({ moments, shown: [shown], language: makeLanguage({ queue: ["spool"] }), rarity })[0];
}

const ASKED: Said = ["prompt", "retry the welcome mail"];

describe("used", () => {
  test.each<[string, Said]>([
    ["named by its id", ["reply", "As dec-90fe1b77 says."]],
    ["named by its title", ["reply", "mails are queued in rabbitmq with a dead letter exchange, so be it"]],
    ["its terms", ["reply", "RabbitMQ moves it to the dead letter exchange."]],
    ["its file was touched", ["action", "", "/home/ada/dev/mailer/tools/requeue.py"]],
    ["its folder was touched", ["action", "x", "/home/ada/dev/mailer/outbox/1.txt"]],
    ["its terms in a command", ["action", "python tools/requeue.py --all"]],
  ])("%s", (why, said) => {
    const judgement = judge([ASKED, said]);
    expect(judgement?.verdict).toBe("used");
    expect(judgement?.why).toContain(why);
  });
});

describe("ignored", () => {
  test("before it was shown", () =>
    expect(judge([["reply", "As dec-90fe1b77 says, RabbitMQ has a dead letter exchange."], ASKED], { at: 500 })?.verdict).toBe("ignored"));
  test("words of the person", () =>
    expect(
      judge([
        ["prompt", "does RabbitMQ have a dead letter exchange for queued mails?"],
        ["reply", "RabbitMQ has a dead letter exchange for queued mails."],
      ])?.verdict,
    ).toBe("ignored"));
  test("words of a file that was read", () =>
    expect(judge([ASKED, ["given", "rabbitmq: dead letter exchange"], ["reply", "RabbitMQ is set up with an exchange, a dead letter one."]])?.verdict).toBe(
      "ignored",
    ));
  test("one word by chance", () => expect(judge([ASKED, ["reply", "In an exchange of mails I read that it was fine."]])?.verdict).toBe("ignored"));
  test("words that are far apart", () => {
    const filler = "and then some other thing happened that nobody had thought of before ".repeat(5);
    expect(judge([ASKED, ["reply", `The letter ${filler} an outage ${filler} an exchange`]])?.verdict).toBe("ignored");
  });
  test("what a mention does not tell", () =>
    expect(judge([ASKED, ["action", "", "/home/ada/dev/mailer/tools/requeue.py"]], { form: "line" })?.verdict).toBe("ignored"));
  test("nothing happened", () => expect(judge([])).toMatchObject({ verdict: "ignored", strength: 0 }));
});

describe("contradicted", () => {
  const used: Said = ["reply", "RabbitMQ moves it to the dead letter exchange."];
  test("by the person, by name", () => expect(judge([ASKED, used, ["prompt", "we don't use RabbitMQ any more"]])?.verdict).toBe("contradicted"));
  test("by the person, of what was just said", () => expect(judge([ASKED, used, ["prompt", "No, that's wrong."]])?.verdict).toBe("contradicted"));
  test("not when the record had no part in it", () =>
    expect(judge([ASKED, ["reply", "Retry added."], ["prompt", "No, that's wrong."]])?.verdict).toBe("ignored"));
  test("not when something else is corrected", () => expect(judge([ASKED, used, ["prompt", "no, put it into send.ts"]])?.verdict).toBe("used"));
  test("not before the agent has said anything", () =>
    expect(judge([["prompt", "x"], ["prompt", "RabbitMQ is outdated"], used])?.verdict).not.toBe("contradicted"));
  test("by the agent, who looked", () =>
    expect(judge([ASKED, ["reply", "The note about RabbitMQ is out of date, there is none."]])?.verdict).toBe("contradicted"));
  test("by a command", () => expect(judge([ASKED, ["action", "lore-inject retract dec-90fe1b77 --reason old"]])?.verdict).toBe("contradicted"));
  test("not when the record itself tells of the past", () => {
    const record = { ...RECORD, title: "RabbitMQ is no longer used, mails wait in Postgres" };
    expect(judge([ASKED, ["reply", "By the decision RabbitMQ is no longer used; mails wait in Postgres."]], {}, record)?.verdict).toBe("used");
  });
});

test("what tells is said in the record's own words", () => {
  const judgement = judge([
    ["prompt", "secretprompt"],
    ["reply", "secretanswer: RabbitMQ, dead letter exchange, outage"],
  ]);
  expect(judgement?.verdict).toBe("used");
  expect(judgement?.why).not.toMatch(/secret/);
});

test("shown again, it is judged once, from the first time on", () => {
  const shown = (at: number): ShownRecord => ({ key: "journal:dec-90fe1b77", at, form: "full", withheld: false, record: makeRecord(RECORD) });
  const moments: readonly Moment[] = [
    { at: 0, kind: "prompt", text: "x", files: [] },
    { at: 1000, kind: "reply", text: "As dec-90fe1b77 says.", files: [] },
  ];
  const judged = judgeSession({ moments, shown: [shown(5000), shown(500)], language: makeLanguage(), rarity: () => 1 });
  expect(judged).toMatchObject([{ verdict: "used" }]);
});

test("what was kept back is judged in the same way, and marked", () =>
  expect(judge([ASKED, ["reply", "RabbitMQ moves it to the dead letter exchange."]], { withheld: true })).toMatchObject({ verdict: "used", withheld: true }));
