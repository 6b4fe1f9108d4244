/** Which shown records were said not to hold: by the person, or by the agent who looked. Pure. */
import { findCorrections, findStaleness, isObsoleteTalk } from "./find-corrections.ts";
import { isNamed } from "./find-names.ts";
import { findHits, findTrace } from "./find-traces.ts";
import type { Moment } from "./parse-moments.ts";
import { type Followed, nameTerms, type ReadSession, traceAt } from "./read-session.ts";

/** What a correction must share with a record to be about it: one rare word. */
const ABOUT = 0.8;
/** And what the answer before must have of it, when the correction only says "that". */
const SAID = 1.3;
const RETIRED = /\blore-inject\s+(?:retract|supersede|wrong)\s+(\S+)/g;

/** Why, by key. */
export function findContradictions(session: ReadSession, followed: readonly Followed[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  session.moments.forEach((moment, index) => {
    const shown = followed.filter(({ from, key }) => from <= index && !found.has(key));
    if (shown.length === 0) return;
    if (moment.kind === "prompt") byPerson(session, shown, index, found);
    else if (moment.kind === "reply") byAgent(session, shown, moment, found);
    else if (moment.kind === "action") byCommand(shown, moment.text, found);
  });
  return found;
}

function byPerson(session: ReadSession, shown: readonly Followed[], index: number, found: Map<string, string>): void {
  const since = lastPrompt(session.moments, index) + 1;
  // Before the agent has said or done anything there is nothing to correct.
  const answered = shown.filter(({ from }) => session.moments.slice(Math.max(from, since), index).some(({ kind }) => kind === "reply" || kind === "action"));
  for (const { sentence, isGeneral } of findCorrections((session.moments[index] as Moment).text)) {
    const hits = findHits(sentence, session.wanted);
    const about = answered.filter((each) => {
      const trace = findTrace(hits, each, (key) => session.isKnown(each, key, each.from));
      if (trace.score >= ABOUT) found.set(each.key, `corrected by the person: ${nameTerms(trace)}`);
      return trace.score >= ABOUT;
    });
    const [said] = about.length > 0 || !isGeneral ? [] : saidBefore(session, answered, since, index);
    if (said !== undefined) found.set(said.key, "corrected by the person after the agent used it");
  }
}

/** Those that the agent has just used, the most of it first. */
function saidBefore(session: ReadSession, shown: readonly Followed[], since: number, index: number): readonly Followed[] {
  const scores = shown.map((each) => {
    let best = 0;
    for (let at = Math.max(since, each.from); at < index; at++) {
      const { kind, text } = session.moments[at] as Moment;
      if (kind === "reply" || kind === "action")
        best = Math.max(best, isNamed(text, each.record.id) ? Number.POSITIVE_INFINITY : traceAt(session, each, at).score);
    }
    return { each, best };
  });
  return scores
    .filter(({ best }) => best >= SAID)
    .sort((a, b) => b.best - a.best)
    .map(({ each }) => each);
}

function lastPrompt(moments: readonly Moment[], before: number): number {
  return moments.slice(0, before).findLastIndex(({ kind }) => kind === "prompt");
}

function byAgent({ wanted }: ReadSession, shown: readonly Followed[], { text }: Moment, found: Map<string, string>): void {
  for (const sentence of findStaleness(text)) {
    const hits = findHits(sentence, wanted);
    for (const each of shown) {
      // A record that itself tells of something old is only repeated.
      if (isObsoleteTalk([each.record.title, ...each.record.body.map(([, line]) => line)].join("\n"))) continue;
      const trace = findTrace(hits, each, () => false);
      if (trace.score >= ABOUT || isNamed(sentence, each.record.id)) found.set(each.key, `found to be out of date by the agent: ${nameTerms(trace)}`);
    }
  }
}

function byCommand(shown: readonly Followed[], text: string, found: Map<string, string>): void {
  if (!text.includes("lore-inject")) return;
  for (const [, id] of text.matchAll(RETIRED)) {
    const named = shown.find(({ record }) => record.id === id);
    if (named !== undefined) found.set(named.key, "retired by a command");
  }
}
