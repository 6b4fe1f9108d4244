/** The cached settings serve only while everything they were made from is surely the same. */
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { prepareWorkspace } from "../../../src/prepare.ts";
import { findWorkspace } from "../../../src/project/find-workspace.ts";
import { locate } from "../../../src/store/locations.ts";
import { loadPrepared, type PrepareRequest } from "../../../src/store/prepared.ts";
import { makeTempDir, REPO_ROOT, writeFile } from "../builders.ts";

const CONFIG = ".config/lore-inject/config.yaml";

function makeRequest(): { readonly request: PrepareRequest; readonly config: string; readonly cache: string } {
  const home = makeTempDir();
  writeFile(join(home, CONFIG), "budget: { tokens: 900 }\n");
  const env = { HOME: home, LORE_DATA_DIR: join(home, "stores") };
  const request = { workspace: findWorkspace(join(home, "p"), home), locations: locate(env), env, shippedDir: REPO_ROOT, version: "1", now: Date.now() };
  return { request, config: join(home, CONFIG), cache: join(home, ".cache/lore-inject") };
}

/** As if it had been written ten minutes ago. */
function age(file: string): void {
  const then = new Date(Date.now() - 600_000);
  utimesSync(file, then, then);
}

const prepare = (request: PrepareRequest) => prepareWorkspace(request, { loadStopwords: () => ({}) });

it("settings written this second are not trusted: a second edit could carry the same time stamp", () => {
  const { request } = makeRequest();
  expect(prepare(request).settled).toBe(false);
  expect(loadPrepared(request)).toBeNull();
});

it("settled settings serve, as they were prepared", () => {
  const { request, config } = makeRequest();
  age(config);
  const prepared = prepare(request);
  expect(loadPrepared(request)?.prepared).toEqual(prepared);
  expect(prepared.config.budget.tokens).toBe(900);
});

it.each<[string, (file: string, cache: string) => void]>([
  ["an edit of the same length", (file) => writeFileSync(file, "budget: { tokens: 700 }\n")],
  [
    "an edit that keeps length and time",
    (file) => {
      writeFileSync(file, "budget: { tokens: 700 }\n");
      age(file);
    },
  ],
  ["a damaged cache", (_file, cache) => damage(cache, (text) => text.replace('"tokens":900', '"tokens":901'))],
  ["a cut cache", (_file, cache) => damage(cache, (text) => text.slice(0, -1))],
  ["an empty cache", (_file, cache) => damage(cache, () => "")],
])("%s ends it", (_name, change) => {
  const { request, config, cache } = makeRequest();
  age(config);
  prepare(request);
  expect(loadPrepared(request)).not.toBeNull();
  change(config, cache);
  expect(loadPrepared(request)).toBeNull();
});

it("another version of the program, or another data folder, prepares anew", () => {
  const { request, config } = makeRequest();
  age(config);
  prepare(request);
  expect(loadPrepared({ ...request, version: "2" })).toBeNull();
  expect(loadPrepared({ ...request, env: { ...request.env, LORE_DATA_DIR: "/elsewhere" } })).toBeNull();
});

function damage(cache: string, change: (text: string) => string): void {
  const [name = ""] = readdirSync(cache).filter((file) => file.startsWith("prepared-"));
  writeFileSync(join(cache, name), change(readFileSync(join(cache, name), "utf8")));
}
