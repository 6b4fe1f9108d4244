/** What a person asks to be kept, and what only looks like it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSayings } from "../../../src/capture/find-sayings.ts";

const SAID: readonly (readonly [prompt: string, kind: string, text: string])[] = [
  ["Remember that the staging database is read-only.", "note", "the staging database is read-only."],
  ["fix the test. also remember: the CI has no network", "note", "the CI has no network"],
  ["Please remember that `npm ci` needs node 20. Then run it.", "note", "`npm ci` needs node 20."],
  ["Don't forget that prices are in cents", "note", "prices are in cents"],
  ["note to self: rotate the signing key in May", "note", "rotate the signing key in May"],
  ["Decision: sessions live in Redis, not in Postgres", "decision", "sessions live in Redis, not in Postgres"],
  ["**Decision:** sessions live in Redis only", "decision", "sessions live in Redis only"],
  ["Decision:\n- drop support for Node 18\nGo on.", "decision", "drop support for Node 18"],
  ["Ok, we decided to use pnpm for the whole repo. Migrate it.", "decision", "we decided to use pnpm for the whole repo."],
  ["Yesterday we agreed that retries are capped at 3", "decision", "we agreed that retries are capped at 3"],
  ["We've decided against GraphQL, e.g. for the admin area.", "decision", "We've decided against GraphQL, e.g. for the admin area."],
  ["From now on, write migrations by hand!", "decision", "From now on, write migrations by hand!"],
  ["lesson learned: never run the seed script on prod", "lesson", "never run the seed script on prod"],
  ["Merk dir, dass die Tests nur mit UTC laufen.", "note", "die Tests nur mit UTC laufen."],
  ["Bitte denk daran, dass Preise in Cent stehen", "note", "Preise in Cent stehen"],
  ["Entscheidung: wir nutzen Postgres 16", "decision", "wir nutzen Postgres 16"],
  ["Wir haben uns für Vitest entschieden.", "decision", "Wir haben uns für Vitest entschieden."],
  ["Wir haben beschlossen, die alte API abzuschalten", "decision", "Wir haben beschlossen, die alte API abzuschalten"],
  ["Ab sofort keine Default-Exporte mehr", "decision", "Ab sofort keine Default-Exporte mehr"],
  ["Erkenntnis: der Cache muss vor dem Deploy leer sein", "lesson", "der Cache muss vor dem Deploy leer sein"],
  ["Souviens-toi que les prix sont en centimes", "note", "les prix sont en centimes"],
  ["N'oublie pas que la CI n'a pas de réseau", "note", "la CI n'a pas de réseau"],
  ["Décision : on garde Redis pour les sessions", "decision", "on garde Redis pour les sessions"],
  ["On a décidé de supprimer l'ancien client", "decision", "On a décidé de supprimer l'ancien client"],
  ["Désormais, les commits sont signés", "decision", "Désormais, les commits sont signés"],
  ["Leçon : toujours vérifier le fuseau horaire", "lesson", "toujours vérifier le fuseau horaire"],
];

const NEAR_MISSES: readonly string[] = [
  "Do you remember that we use Redis for the sessions?",
  "Remember that bug with the sessions in Redis?",
  "I can't remember that command for the migrations",
  "If we decided to use Redis, what would break?",
  "What happens if we decided that sessions expire?",
  "Have we decided to use Redis or Postgres?",
  "We haven't decided to drop Node 18 yet",
  "Should we decide to use Redis for this?",
  "Add a remember me checkbox to the login form",
  "remember to run it", // too short, and no fact
  "Remember: yes",
  'The README says "Remember that the API is frozen", is it?',
  'The mail: "Hello. Remember that the API is frozen. Bye."',
  "> Remember that the API is frozen until May",
  "```\n# Decision: use Redis for the sessions\nremember that x is y and z\n```",
  "    remember: this is indented code of somebody",
  "// remember that this must be called first",
  " * Decision: the parser is hand written",
  "2026-01-02T10:00:00Z decision: request allowed by policy 12",
  "[INFO] decision: request allowed by policy 12",
  "INFO remember that the cache is cold on start",
  "$ remember that this is a shell line",
  '  "decision": "allow the request to go through"',
  "+ Decision: use Redis for all of the sessions",
  "/remember that the API is frozen until May",
  "/compact decision: keep the plan and the files",
  "The lesson: section of the page is empty, fill it? no",
  "Rename decision to verdict in src/policy.ts",
  "Erinnerst du dich, dass wir Redis nutzen?",
  "Tu te souviens que nous utilisons Redis ?",
  "Haben wir entschieden, Redis zu nutzen?",
  "Note that the tests are slow",
];

test.each(SAID)("%s", (prompt, kind, text) => expect(findSayings(prompt)).toEqual([{ kind, text }]));
test.each(NEAR_MISSES)("nothing: %s", (prompt) => expect(findSayings(prompt)).toEqual([]));

describe("bounds", () => {
  test("several, each its own", () =>
    expect(
      findSayings("Remember that the CI is offline. Decision: we vendor all dependencies.\nLesson: lock files drift apart").map(({ kind }) => kind),
    ).toEqual(["note", "decision", "lesson"]));
  test("at most five", () =>
    expect(findSayings(Array.from({ length: 9 }, (_, index) => `Remember that rule number ${index} holds.`).join(" "))).toHaveLength(5));
  test("the same only once", () => expect(findSayings("Remember that the CI is offline.\n".repeat(3))).toHaveLength(1));
  test("a long one is cut", () => expect(findSayings(`Remember that ${"word ".repeat(300)}`)[0]?.text.length).toBeLessThanOrEqual(400));
  test("any text", () => {
    const part = fc.oneof(fc.string(), fc.constantFrom("Remember that ", "decision: ", ". ", "\n", '"', "`", "?", "we decided to "));
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join("")),
        (prompt) => {
          const sayings = findSayings(prompt);
          expect(sayings.length).toBeLessThanOrEqual(5);
          for (const { text } of sayings) expect(text.length >= 12 && text.length <= 400).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
  test("a huge paste takes no time", () => {
    const startedAt = performance.now();
    for (const part of ["a. ", '"', "Ok, ", "x", "- ", "wir haben uns für "]) findSayings(part.repeat(300_000));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
