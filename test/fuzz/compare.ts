/** One prompt with the index and without it, in this process: what differs, if anything. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clock } from "../../src/clock.ts";
import { inject } from "../../src/inject.ts";
import type { Context } from "../../src/open-context.ts";
import { type RefreshRequest, refreshIndex } from "../../src/store/index/refresh-index.ts";
import { verifyIndex } from "../../src/store/index/verify-index.ts";
import type { Injection } from "../../src/trace.ts";
import { type Home, ROOT } from "../e2e/run-hook.ts";
import { open } from "./hook-in-process.ts";

/** As the built program has it, so that both use one index. */
const VERSION: string = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version;

export function openIndexed(home: Home): Context {
  return open(home, home.storefront, ROOT, VERSION);
}

/** What the stores themselves say. */
export function askDirectly(home: Home, prompt: string): string {
  return ask(prompt, { ...openIndexed(home), index: null }).text;
}

function ask(prompt: string, context: Context): Injection {
  const event = { name: "UserPromptSubmit", prompt, cwd: "", sessionId: null, agent: null, transcript: "" } as const;
  return inject(event, context, { startedAt: clock(), explain: false });
}

export interface Compared {
  readonly text: string;
  /** What the stores themselves say, read without the index. */
  readonly expected: string;
  readonly trace: Injection["trace"];
}

/** Opened anew, as each hook does: what it knows of the stores is of this moment. */
export function compare(prompt: string, home: Home, context = openIndexed(home)): Compared {
  const { text, trace } = ask(prompt, context);
  return { text, trace, expected: ask(prompt, { ...context, index: null }).text };
}

/** Bytes of stores that were taken from the index, and that were read directly. */
export function reach({ reports }: Injection["trace"]): { readonly indexed: number; readonly scanned: number } {
  return reports().reduce((sum, each) => ({ indexed: sum.indexed + each.indexed, scanned: sum.scanned + each.scanned }), { indexed: 0, scanned: 0 });
}

const QUIET: RefreshRequest["progress"] = { start: () => {}, advance: () => {}, wait: () => {} };

export function refresh(home: Home, force = false): ReturnType<typeof refreshIndex> {
  const context = openIndexed(home);
  return refreshIndex({ place: placeOf(context), stores: context.stores, knownProjects: context.knownProjects, force, progress: QUIET });
}

/** What the index says that the stores do not. */
export function verify(home: Home): readonly string[] {
  const context = openIndexed(home);
  return verifyIndex({ place: placeOf(context), stores: context.stores, knownProjects: context.knownProjects, progress: QUIET }).differences;
}

export function placeOf({ index }: Context): NonNullable<Context["index"]> {
  if (index === null) throw new Error("no index here");
  return index;
}
