/** Active decisions that exclude each other. Each pair is found by what it speaks of, never by comparing each with each. Pure. */
import type { Language } from "../analyze/language.ts";
import { shorten } from "../render/neutralize.ts";
import { textsOf } from "../sources/fields.ts";
import { compareTexts, dayText, type Finding, mayMeet, type Reason, type ReviewRecord } from "./finding.ts";
import { type Claim, claimAgainst, parseClaims, sentencesOf } from "./parse-claims.ts";
import { parseValue, type ValueClaim } from "./parse-value.ts";
import { isSole, rivalClass } from "./rival-names.ts";
import { statementOf } from "./words.ts";

interface Said<T> {
  readonly by: ReviewRecord;
  readonly what: T;
}

/** So many that speak of one thing are a topic, not a dispute: they are not paired. */
const MAX_GROUP = 12;
/** And so many different values are measurements. */
const MAX_VALUES = 4;
const QUOTED = 100;

export function findContradictions(records: readonly ReviewRecord[], language: Language): readonly Finding[] {
  const decisions = records.filter(({ record, isProposed }) => record.kind === "decision" && !isProposed).sort((a, b) => compareTexts(a.key, b.key));
  const claims = decisions.flatMap((by) => claimsOf(by, language).map((what) => ({ by, what })));
  const values = decisions.flatMap((by) =>
    sentencesOf(statementOf(by.record)).flatMap((sentence) => {
      const what = parseValue(sentence, language);
      return what === null ? [] : [{ by, what }];
    }),
  );
  const found = [
    ...replaced(decisions),
    ...pairs(
      groupBy(claims, ({ what }) => what.object),
      opposed,
    ),
    ...pairs(
      groupBy(
        claims.filter(({ what }) => what.isFor),
        rivalKey,
      ),
      rivals,
    ),
    ...pairs(
      groupBy(values, ({ what }) => what.subject, MAX_VALUES),
      differ,
    ),
  ];
  return onePerPair(found);
}

function claimsOf({ record, fields }: ReviewRecord, language: Language): readonly Claim[] {
  const claims = parseClaims(statementOf(record), language);
  const [chosen, ...more] = claims.filter(({ isFor }) => isFor);
  // With several choices nobody knows to which of them an alternative belongs.
  if (chosen === undefined || more.some(({ object }) => object !== chosen.object)) return claims;
  const against = textsOf(fields.alternatives).flatMap((name) => claimAgainst(name, chosen) ?? []);
  return [...claims, ...against.filter(({ object }) => !claims.some((claim) => claim.object === object))];
}

function rivalKey({ what: { object, scope } }: Said<Claim>): string | null {
  const rivals = rivalClass(object);
  return rivals === null || (scope === "" && !isSole(rivals)) ? null : `${rivals} ${scope}`;
}

function groupBy<T>(items: readonly Said<T>[], keyOf: (item: Said<T>) => string | null, most = MAX_GROUP): readonly (readonly Said<T>[])[] {
  const groups = new Map<string, Said<T>[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()].filter(({ length }) => length > 1 && length <= most);
}

type Judge<T> = (older: Said<T>, newer: Said<T>) => string | null;

function pairs<T extends { readonly quote: string }>(groups: readonly (readonly Said<T>[])[], judge: Judge<T>): readonly Finding[] {
  return groups.flatMap((group) =>
    group.flatMap((first, index) =>
      group.slice(index + 1).flatMap((second) => {
        if (first.by.key === second.by.key || !mayMeet(first.by, second.by) || isAboutOtherFiles(first.by, second.by)) return [];
        const [older, newer] = (first.by.changedAt ?? 0) <= (second.by.changedAt ?? 0) ? [first, second] : [second, first];
        const told = judge(older, newer);
        return told === null
          ? []
          : [
              dispute(
                "opposed",
                older.by,
                newer.by,
                `${told}: "${quoted(older)}" (${dayText(older.by.changedAt)}), but "${quoted(newer)}" (${dayText(newer.by.changedAt)})`,
              ),
            ];
      }),
    ),
  );
}

function quoted({ what }: Said<{ readonly quote: string }>): string {
  return shorten(what.quote, QUOTED);
}

/** Both name files, and none in common: then each speaks of its own. */
function isAboutOtherFiles({ record: a }: ReviewRecord, { record: b }: ReviewRecord): boolean {
  return a.entities.length > 0 && b.entities.length > 0 && !a.entities.some((entity) => b.entities.includes(entity));
}

/** A later ban of everything also meets an earlier use for something; an earlier ban may have got its exception. */
function opposed({ what: older }: Said<Claim>, { what: newer }: Said<Claim>): string | null {
  if (older.isFor === newer.isFor) return null;
  const isBanned = !newer.isFor && newer.scope === "" && !newer.quote.includes("(not chosen:");
  if (older.scope !== newer.scope && !isBanned) return null;
  return `one is for ${older.name}, the other against it`;
}

function rivals({ what: older }: Said<Claim>, { what: newer }: Said<Claim>): string | null {
  return older.object === newer.object ? null : `${older.name} and ${newer.name} for the same`;
}

function differ({ what: older }: Said<ValueClaim>, { what: newer }: Said<ValueClaim>): string | null {
  return Number(older.value) === Number(newer.value) ? null : `${older.value} and ${newer.value} for the same`;
}

/** A record that says that it replaces another, which is still in force. */
function replaced(decisions: readonly ReviewRecord[]): readonly Finding[] {
  const byId = new Map(decisions.map((each) => [each.id, each]));
  return decisions.flatMap((newer) => {
    const older = textsOf(newer.fields.supersedes).flatMap((id) => byId.get(id) ?? []);
    return older
      .filter(({ id }) => id !== newer.id)
      .map((each) => dispute("replaced", each, newer, `${newer.id} says that it replaces ${each.id}, which is still in force`));
  });
}

/** The newer should stay. */
function dispute(reason: Reason, older: ReviewRecord, newer: ReviewRecord, why: string): Finding {
  return { kind: "contradictions", reason, records: [newer, older], why, because: `${newer.id} says otherwise`, detail: "" };
}

function onePerPair(findings: readonly Finding[]): readonly Finding[] {
  const first = new Map<string, Finding>();
  for (const finding of findings) {
    const key = finding.records
      .map((each) => each.key)
      .sort()
      .join("\n");
    if (!first.has(key)) first.set(key, finding);
  }
  return [...first.values()];
}
