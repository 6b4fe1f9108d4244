/** Somebody says that records helped or are wrong: for the commands and for agents. */
import type { Context } from "../open-context.ts";
import { cleanText } from "../privacy/clean.ts";
import { Refusal } from "../refusal.ts";
import { appendFeedback, type Feedback } from "../store/feedback-file.ts";
import { findLine } from "../store/find-line.ts";
import { readUsefulness } from "../store/usefulness-file.ts";
import { refreshUsefulness } from "./refresh-usefulness.ts";

export interface Saying {
  readonly verdict: "helped" | "wrong";
  readonly by: "person" | "agent";
  readonly why?: string;
  /** The session in which it is said. */
  readonly session?: string;
}

export interface Said {
  readonly id: string;
  readonly key: string;
  /** What its score is multiplied by from now on; null when the settings leave it out or it cannot be derived. */
  readonly factor: number | null;
}

const MAX_WHY = 500;

/** All of them or, when one is unknown, none. `tick` is called now and then. */
export function giveFeedback(ids: readonly string[], { verdict, by, why, session }: Saying, context: Context, tick: () => void = () => {}): readonly Said[] {
  const { stateDir, cacheDir } = context.locations;
  if (stateDir === null) throw new Refusal("there is no folder to keep it in", "set HOME or XDG_STATE_HOME");
  const keys = [...new Set(ids)].map((given) => keyOf(given, context, tick));
  const reason = why === undefined || why.trim() === "" ? {} : { why: cleanText(why.trim()).slice(0, MAX_WHY) };
  const lines = keys.map(({ key }): Feedback => ({ at: context.now, key, verdict, by, ...(session === undefined ? {} : { session }), ...reason }));
  appendFeedback(stateDir, lines);
  refreshUsefulness({ stateDir, cacheDir, now: context.now });
  const { enabled, least, most } = context.config.usefulness;
  const usefulness = enabled ? readUsefulness(cacheDir) : null;
  return keys.map(({ id, key }) => ({ id, key, factor: usefulness?.factorOf(key, least, most) ?? null }));
}

/** An id, or `source:id` as sessions name it. */
function keyOf(given: string, { stores }: Context, tick: () => void): { readonly id: string; readonly key: string } {
  const id = stores.some(({ source }) => given.startsWith(`${source}:`)) ? given.slice(given.indexOf(":") + 1) : given;
  const found = findLine(id, stores, tick);
  if (found === null) throw new Refusal(`no record ${given}`, "lore-inject search finds ids by words; lore-inject why lists what was shown last");
  return { id, key: `${found.store.source}:${id}` };
}
