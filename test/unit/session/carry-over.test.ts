/** What earlier prompts lend to a follow-up: less with every prompt, nothing across a new topic. */
import { describe, expect, it } from "vitest";
import { carryOver, topicsOf } from "../../../src/session/carry-over.ts";
import { Ledger } from "../../../src/session/ledger.ts";
import type { LedgerLine } from "../../../src/session/ledger-line.ts";
import type { Keyword } from "../../../src/types.ts";
import { analyze, makeConfig, makeKeyword, makeTerm } from "../builders.ts";

const HOUR = 3_600_000;
const NOW = 100 * HOUR;

function carry(
  prompt: string,
  lines: readonly Partial<LedgerLine>[],
  settings: Parameters<typeof makeConfig>[0] = {},
  open: readonly string[] = [],
): readonly Keyword[] {
  const ledger = new Ledger();
  for (const line of lines) ledger.add({ at: NOW, by: 1, event: "prompt", ...line });
  const config = makeConfig(settings);
  const terms = analyze(prompt, config).keywords.map((keyword) => makeTerm(keyword.key, { keyword, known: keyword.text !== "unheard" }));
  return carryOver({ prompt, terms, ledger, open: () => open, config, now: NOW, keywordsOf: (text) => analyze(text, config).keywords });
}

const keys = (keywords: readonly Keyword[]): readonly string[] => keywords.map(({ key }) => key);
const weightOf = (keywords: readonly Keyword[], key: string): number => keywords.find((each) => each.key === key)?.weight ?? 0;

describe("carryOver", () => {
  it("a short prompt gets what the one before it was about, marked as carried, at half the weight", () => {
    const carried = carry("now validate it", [{ topics: ["redis", "mongo"] }]);
    expect(keys(carried)).toEqual(["redis", "mongo"]);
    expect(carried.every((each) => each.carried === true)).toBe(true);
    expect(weightOf(carried, "redis")).toBe(weightOf(analyze("redis").keywords, "redis") / 2);
  });

  it("what is longer ago counts less, and a repeated word by its newest prompt", () => {
    const carried = carry("now validate it", [{ topics: ["kafka", "redis"] }, { topics: ["mqtt"] }, { topics: ["redis"] }]);
    expect(keys(carried)).toEqual(["redis", "mqtt", "kafka"]);
    const whole = weightOf(analyze("kafka").keywords, "kafka");
    expect(["redis", "mqtt", "kafka"].map((key) => weightOf(carried, key) / whole)).toEqual([0.5, 0.25, 0.125]);
  });

  it("what is open in an editor counts as a file touched, beside what the session is about, the first three alone", () => {
    const open = ["src/mqtt.ts\nconnectBroker", "src/kafka.ts", "src/nginx.ts", "src/zookeeper.ts"];
    const carried = keys(carry("now validate it", [{ topics: ["redis"] }], {}, open));
    expect(carried).toEqual(expect.arrayContaining(["redis", "mqtt", "connectbrok", "kafka", "nginx"]));
    expect(carried).not.toContain("src/zookeeper.ts");
    expect(carry("now validate it", [], {}, open)).toEqual([]);
  });

  it("only as many prompts count as the settings say", () => {
    const lines = ["kafka", "redis", "mqtt", "nginx"].map((topic) => ({ topics: [topic] }));
    expect(keys(carry("now validate it", lines))).toEqual(["nginx", "mqtt", "redis"]);
    expect(keys(carry("now validate it", lines, { "continuity.prompts": 1 }))).toEqual(["nginx"]);
    expect(carry("now validate it", lines, { "continuity.prompts": 0 })).toEqual([]);
  });

  it("nothing from before a new topic", () => {
    expect(keys(carry("now validate it", [{ topics: ["kafka"] }, { topics: ["redis"], fresh: true }, { topics: ["mqtt"] }]))).toEqual(["mqtt", "redis"]);
    expect(carry("now validate it", [{ topics: ["kafka"] }, { topics: [], fresh: true }])).toEqual([]);
  });

  it("nothing after four hours", () => {
    expect(carry("now validate it", [{ topics: ["kafka"], at: NOW - 4 * HOUR - 1 }])).toEqual([]);
    expect(keys(carry("now validate it", [{ topics: ["kafka"], at: NOW - 4 * HOUR }]))).toEqual(["kafka"]);
  });

  it("nothing when it is switched off", () => {
    expect(carry("now validate it", [{ topics: ["kafka"] }], { "continuity.enabled": false })).toEqual([]);
  });

  it("a prompt with subjects enough speaks for itself, and so does one without any", () => {
    expect(carry("validate webhook signatures before parsing invoices", [{ topics: ["kafka"] }])).toEqual([]);
    expect(analyze("ok thanks").keywords.filter(({ generic }) => !generic)).toEqual([]);
    expect(carry("ok thanks", [{ topics: ["kafka"] }])).toEqual([]);
  });

  it("subjects that no record knows are another topic, and so is a long prompt", () => {
    expect(carry("unheard", [{ topics: ["kafka"] }])).toEqual([]);
    expect(carry(`now validate it ${"and so on ".repeat(20)}`, [{ topics: ["kafka"] }])).toEqual([]);
  });

  it("what the prompt says itself is not carried", () => {
    expect(keys(carry("now validate redis", [{ topics: ["redis", "kafka"] }]))).toEqual(["kafka"]);
  });

  it("ids are not carried: a record that was asked for once is not asked for again", () => {
    expect(keys(carry("now validate it", [{ topics: ["dec-a1b2c3d4", "kafka"] }]))).toEqual(["kafka"]);
  });

  it("files worked on count beside a topic, the newest three, never alone", () => {
    const tools = ["one.ts", "two.ts", "three.ts", "four.ts"].map((file) => ({ event: "tool", file: `src/${file}` }));
    const carried = carry("now validate it", [{ topics: ["kafka"] }, ...tools]);
    expect(keys(carried)[0]).toBe("kafka");
    expect(carried.filter(({ kind }) => kind === "path").map(({ text }) => text)).toEqual(["src/two.ts", "src/three.ts", "src/four.ts"]);
    expect(carry("now validate it", tools)).toEqual([]);
  });
});

describe("topicsOf", () => {
  it("names what tells most first, six at the most", () => {
    const terms = Array.from({ length: 8 }, (_, index) => makeTerm(`w${index}`, { information: index }));
    expect(topicsOf(terms)).toEqual(["w7", "w6", "w5", "w4", "w3", "w2"]);
  });

  it("weighs what a word tells by what it counts", () => {
    expect(topicsOf([makeTerm("rare", { weight: 0.2, information: 9 }), makeTerm("named", { weight: 1, information: 3 })])).toEqual(["named", "rare"]);
  });

  it.each([
    ["unknown to every record", { known: false }],
    ["generic", { keyword: makeKeyword("x", { generic: true }) }],
    ["carried itself", { keyword: makeKeyword("x", { carried: true }) }],
    ["pasted", { keyword: makeKeyword("x", { pasted: true }) }],
    ["an id", { keyword: makeKeyword("x", { kind: "id" }) }],
    ["a token", { keyword: makeKeyword("x", { text: "AKIA4F6QX2T9M1Z8K3VB" }) }],
  ])("leaves out what is %s", (_, over) => {
    expect(topicsOf([makeTerm("kafka"), makeTerm("x", over)])).toEqual(["kafka"]);
  });

  it("a compound stands for its parts", () => {
    const compound = makeTerm("authservice", { keyword: makeKeyword("authservice", { text: "AuthService", compound: true }) });
    expect(topicsOf([compound, makeTerm("auth"), makeTerm("service"), makeTerm("kafka")])).toEqual(["AuthService", "kafka"]);
  });
});
