/** A record is held back only when a loaded document surely says the same. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isStated } from "../../../src/surroundings/is-stated.ts";
import { statementsOf } from "../../../src/surroundings/statements.ts";

const stated = (title: string, document: string) => isStated({ title, body: "" }, statementsOf(document), { bodyToo: false });
const withBody = (title: string, body: string, document: string) => isStated({ title, body }, statementsOf(document), { bodyToo: true });

it.each<[title: string, document: string, why: string]>([
  ["Use pnpm for packages", "- Always use pnpm for all packages.", "the same words"],
  ["Migrations only add columns", "When migrating, you only ever add a column.", "other forms of the words"],
  ["Retry at most 3 times", "We retry at most 3 times, with a pause.", "the number is there"],
  ["Never commit to main branch", "Don't commit to the main branch.", "both deny it"],
  ["Use pnpm instead of npm", "Use pnpm, not npm.", "the same contrast"],
  ["Prefer composition over inheritance", "Prefer composition over inheritance here.", "the same order"],
  ["AuthService owns session tokens", "`AuthService` owns the session tokens", "the same name"],
  ["append-only journal files", "Files of the journal: only append.", "a compound in other words"],
  ["Database: vacuum every night", "# Database\n\n- vacuum at night", "the heading counts"],
  ["Deploy with blue green switch", "Deploy blue green.\n\nThe switch is manual.", "the next paragraph lends a word"],
])("%s: stated by %j (%s)", (title, document) => {
  expect(stated(title, document)).toBe(true);
});

it.each<[title: string, document: string, why: string]>([
  ["Retry at most 3 times", "Retry at most 5 times.", "another number"],
  ["Retry at most 3 times", "Retry at most 5 times.\n\nWait 3 seconds.", "the number is the neighbour's"],
  ["Never commit to main branch", "Commit to the main branch.", "only the record denies"],
  ["Commit to main branch", "Never commit to the main branch.", "only the document denies"],
  ["Commit to main branch", "Don\u2019t commit to main branch", "with a curly apostrophe"],
  ["Commit to main branch", "# Never\n\n- commit to the main branch", "the heading denies"],
  ["Commit to main branch", "Never:\n\n- commit to the main branch", "the lead-in denies"],
  ["Use pnpm not npm", "Use npm not pnpm.", "the contrast is turned around"],
  ["Use tabs instead of spaces", "Use spaces instead of tabs.", "likewise"],
  ["Prefer composition over inheritance", "Prefer inheritance over composition.", "likewise"],
  ["Run lint before build", "Run build before lint.", "the order is turned around"],
  ["AuthService owns session tokens", "The auth service owns session tokens.", "not surely the same thing"],
  ["Use pnpm for frontend packages", "Use pnpm for packages.", "one word more"],
  ["Retry policy", "Our retry policy is strict.", "a title of two words states nothing"],
  ["Deploy with blue green switch", "Green switch lights.\n\nBlue deploy", "words scattered over two paragraphs that say other things"],
  ["Note the exact deploy steps", "Do not the exact deploy steps", "a note is no denial"],
  ["Use pnpm for packages", "", "nothing is said"],
])("%s: not stated by %j (%s)", (title, document) => {
  expect(stated(title, document)).toBe(false);
});

it("of ten words one may be missing, unless it is a name or a number", () => {
  const document = "alpha bravo charlie delta foxtrot golf hotel india juliett";
  expect(stated(`${document} kilo`, document)).toBe(true);
  expect(stated(`${document} kilo lima`, document)).toBe(false);
  expect(stated(`${document} kiloLima`, document)).toBe(false);
  expect(stated(`${document} 7`, document)).toBe(false);
});

describe("with the body", () => {
  const title = "Retry failed payment calls";
  const document = "Retry failed payment calls.\n\nBack off exponentially between attempts, 3 in total.";

  it("most of the body must be said as well, nearby", () => {
    expect(withBody(title, "Back off exponentially between attempts.", document)).toBe(true);
    expect(withBody(title, "The provider drops connections under load at night.", document)).toBe(false);
    expect(withBody(title, "", document)).toBe(true);
  });

  it("a number in the body that the document does not name is news", () => {
    expect(withBody(title, "Back off exponentially between attempts, 3 in total.", document)).toBe(true);
    expect(withBody(title, "Back off exponentially between attempts, 4 in total.", document)).toBe(false);
  });

  it("what is said further away does not count", () => {
    expect(withBody(title, "Back off exponentially between attempts.", document.replace("\n\n", "\n\nOther words.\n\n"))).toBe(false);
  });
});

it("two documents are no neighbours", () => {
  const statements = [...statementsOf("Deploy blue green"), " ", ...statementsOf("The switch is manual")];
  expect(isStated({ title: "Deploy with blue green switch", body: "" }, statements, { bodyToo: false })).toBe(false);
});

it("a sentence states itself, and no longer when its number changes", () => {
  const word = fc.constantFrom("retry", "deploy", "cache", "journal", "parser", "AuthService", "before", "never", "over", "append-only", "the", "v2");
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.integer({ min: 10, max: 99 }), (words, number) => {
      const title = ["queue worker", ...words, number].join(" ");
      expect(stated(title, title)).toBe(true);
      expect(stated(title, title.replace(String(number), String(number + 100)))).toBe(false);
    }),
  );
});
