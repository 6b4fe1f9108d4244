/** Prompts over the sample store, through the real path. Each name says why that record, or silence, is right. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { clock } from "../../src/clock.ts";
import * as events from "../../src/events.ts";
import { inject } from "../../src/inject.ts";
import { openContext } from "../../src/open-context.ts";
import { prepareSurroundings, prepareWorkspace } from "../../src/prepare.ts";
import * as scanner from "../../src/scan.ts";
import type { Injection } from "../../src/trace.ts";
import { makeFolder, makeTempDir, REPO_ROOT } from "../unit/builders.ts";

type ProjectName = "storefront" | "ledgerd" | "fieldkit";

function ask(project: ProjectName, prompt: string): Injection {
  const home = makeTempDir();
  const cwd = makeFolder(join(home, "dev", project));
  const context = openContext({
    cwd,
    env: { HOME: home, LORE_DATA_DIR: join(REPO_ROOT, "demo", "store"), LORE_CONTEXT_NOW: "2026-11-16T09:00:00Z" },
    shippedDir: REPO_ROOT,
    version: "test",
    prepare: (request) => prepareWorkspace(request, { loadStopwords: () => ({}) }),
    loadScanner: () => scanner,
    loadEvents: () => events,
    lookAround: prepareSurroundings,
  });
  // A start in the future: a slow machine must not turn a ranking into silence.
  return inject({ name: "UserPromptSubmit", prompt, cwd, sessionId: null, agent: null, transcript: "" }, context, {
    startedAt: clock() + 60_000,
    explain: true,
  });
}

function shownIds({ trace }: Injection): readonly string[] {
  return (trace.selection?.items ?? []).flatMap(({ offer }) => offer.scored?.record.id ?? []);
}

const FIRST: readonly (readonly [reason: string, project: ProjectName, prompt: string, id: string])[] = [
  [
    "it says which idempotency key is sent to PayBridge",
    "storefront",
    "Some customers got charged twice when they clicked the pay button again, which idempotency key do we send to PayBridge?",
    "dec-8fb62baf",
  ],
  [
    "the very failure: same variable, same stage, same symptom",
    "storefront",
    "staging deploy is flaky again, pods crash because PAYBRIDGE_WEBHOOK_SECRET is not set",
    "fail-081914da",
  ],
  ["the decision that replaced Redis", "storefront", "where do we keep shopper login sessions now that Redis is gone?", "dec-2b083ee9"],
  [
    "the retry path to the dead letter topic is decided there",
    "ledgerd",
    "how often is a failing Kafka message retried before it lands in the dead letter topic?",
    "dec-00b5ae7d",
  ],
  ["the backoff of the offline queue is decided there, not PayBridge's", "fieldkit", "what retry backoff does the offline upload queue use?", "dec-29632f87"],
  ["same exit code, same job", "ledgerd", "ledgerd pod OOMKilled exit code 137 while exporting the month", "fail-91daa6ae"],
  ["per-field last writer wins answers the question", "fieldkit", "two inspectors edited the same form offline, who wins the conflict?", "dec-043856a3"],
  ["the German record answers the German question", "storefront", "Wird die Mehrwertsteuer je Position gerundet oder am Ende?", "dec-bcf12cd6"],
];

it.each(FIRST)("%s", (_reason, project, prompt, id) => {
  expect(shownIds(ask(project, prompt))[0]).toBe(id);
});

it("never brings back the superseded Redis decision, though its words fit best", () => {
  const injection = ask("storefront", "where do we keep shopper login sessions now that Redis is gone?");
  expect(injection.text).not.toContain("dec-add74502");
});

it("fieldkit's backoff is not the answer to storefront's question, though both speak of retries", () => {
  const ids = shownIds(ask("storefront", "what retry backoff do we use for PayBridge calls?"));
  expect(ids).toContain("dec-241830ef");
  expect(ids).not.toContain("dec-29632f87");
});

const SILENT: readonly (readonly [reason: string, project: ProjectName, prompt: string])[] = [
  ["nothing is stored about GraphQL", "storefront", "set up GraphQL federation with subscriptions"],
  ["nothing is stored about Terraform or VPNs", "ledgerd", "Write a Terraform module for a VPN gateway"],
  ["nothing is stored about translations", "fieldkit", "translate the onboarding texts into Portuguese"],
  ["nothing is stored about themes", "storefront", "Add a dark mode toggle to the header"],
  ["courtesy names no subject (storefront)", "storefront", "thanks, looks good, commit it"],
  ["courtesy names no subject (ledgerd)", "ledgerd", "thanks, looks good, commit it"],
  ["courtesy names no subject (fieldkit)", "fieldkit", "thanks, looks good, commit it"],
  ["going on names no subject", "ledgerd", "continue"],
  ["consent names no subject", "fieldkit", "yes"],
];

it.each(SILENT)("silent: %s", (_reason, project, prompt) => {
  expect(shownIds(ask(project, prompt))).toEqual([]);
});
