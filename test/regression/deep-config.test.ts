/** Deep nesting in a settings file takes the YAML parser longer than a prompt's time limit: once, not on every prompt. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { age, ask, DEPLOY_PROMPT, DEPLOY_RECORD, makeHome, write } from "../e2e/run-hook.ts";

const DEEP = "[".repeat(50_000);

it.each([
  ["the person's config.yaml", ".config/lore-inject/config.yaml", "languages"],
  ["a project's config.yaml", "dev/storefront/.lore/config.yaml", "languages"],
  ["a project's keyword-synonyms.yaml", "dev/storefront/.lore/keyword-synonyms.yaml", "synonyms"],
])("in %s", async (_name, file, key) => {
  const home = makeHome("copy");
  write(join(home.dir, file), `${key}: ${DEEP}\n`);
  age(home.dir);
  await ask(home, DEPLOY_PROMPT);
  expect(await ask(home, DEPLOY_PROMPT)).toContain(DEPLOY_RECORD);
});
