/** One finding after the other, at a terminal: shows it, waits for a key, does what the key says. Nothing is changed without one. */
import { Refusal } from "../refusal.ts";
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import type { Finding, ReviewRecord } from "./finding.ts";
import type { Keys } from "./key-reader.ts";
import { commandsFor, count, HEADINGS, renderFinding, renderRecord } from "./render-review.ts";

/** What can be done to records, however it is done. Each may throw a Refusal. */
export interface Acts {
  readonly keep: (finding: Finding) => void;
  /** Opens the person's editor; says what changed by itself. */
  readonly edit: (id: string) => void;
  /** Returns the id of the new record. */
  readonly supersede: (id: string, text: string) => string;
  /** `id` is out of force, in favour of `by`. */
  readonly replace: (id: string, by: string) => void;
  readonly retract: (id: string, reason: string) => void;
}

interface Walked {
  readonly settled: number;
  readonly isFinished: boolean;
}

type Step = "settled" | "again" | "next" | "quit";

interface WalkRequest {
  readonly findings: readonly Finding[];
  readonly keys: Keys;
  readonly acts: Acts;
  readonly write: (text: string) => void;
}

export async function walkFindings({ findings, keys, acts, write }: WalkRequest): Promise<Walked> {
  const changed = new Set<string>();
  const say = (line: string): void => write(`${line}\r\n`);
  let settled = 0;
  for (const [number, finding] of findings.entries()) {
    // What was found about a record that has changed since may not hold any more.
    if (finding.records.some(({ key }) => changed.has(key))) continue;
    show(finding, `${number + 1}/${findings.length}`, say);
    let step: Step = "again";
    while (step === "again") step = await ask(finding, { keys, acts, say, changed });
    if (step === "quit") return { settled, isFinished: false };
    if (step === "settled") settled++;
  }
  return { settled, isFinished: true };
}

function show(finding: Finding, progress: string, say: (line: string) => void): void {
  say("");
  say(`${progress}  ${HEADINGS[finding.kind]}`);
  for (const line of renderFinding(finding)) say(line);
  if (isLocked(finding)) say(`  no key can change it: ${commandsFor(finding).join(", ")}`);
}

/** What stands in a document is edited there. */
function isLocked({ records }: Finding): boolean {
  return records.every(({ document }) => document !== null);
}

interface Tools {
  readonly keys: Keys;
  readonly acts: Acts;
  readonly say: (line: string) => void;
  /** Keys of records that were changed. */
  readonly changed: Set<string>;
}

async function ask(finding: Finding, tools: Tools): Promise<Step> {
  tools.say(isLocked(finding) ? "  [k]eep  [n]ext  [q]uit" : "  [k]eep  [e]dit  [s]upersede  [r]etract  [n]ext  [q]uit");
  const key = await tools.keys.key();
  try {
    return await answer(key, finding, tools);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tools.say(`  ${neutralizeLine(error.message)}${error.hint === undefined ? "" : ` (${neutralizeLine(error.hint)})`}`);
    return "again";
  }
}

async function answer(key: string | null, finding: Finding, tools: Tools): Promise<Step> {
  if (key === null || key === "q") return "quit";
  if (key === "n" || key === " ") return "next";
  if (key === "k") {
    tools.acts.keep(finding);
    tools.say("  kept as it is; not asked again until it changes");
    return "settled";
  }
  if (isLocked(finding)) return "again";
  if (key === "e") return edit(finding, tools);
  if (key === "s") return finding.records.length > 1 ? keepOne(finding, tools) : supersede(finding, tools);
  return key === "r" ? retract(finding, tools) : "again";
}

/** Of several, the one that is meant; null when the person thought better of it, or is gone. */
async function choose(question: string, { records }: Finding, { keys, say }: Tools): Promise<ReviewRecord | "quit" | null> {
  const [only] = records;
  if (records.length === 1 && only !== undefined) return only;
  const listed = records.slice(0, 9);
  for (const [index, record] of listed.entries()) say(`  ${index + 1}  ${renderRecord(record)}`);
  say(`  ${question} (1-${listed.length}, any other key for none)`);
  const key = await keys.key();
  return key === null ? "quit" : (listed[Number(key) - 1] ?? null);
}

async function edit(finding: Finding, { keys, acts, ...tools }: Tools): Promise<Step> {
  const chosen = await choose("Which one is to be edited?", finding, { keys, acts, ...tools });
  if (chosen === null || chosen === "quit") return chosen ?? "again";
  keys.lend(() => acts.edit(chosen.id));
  tools.changed.add(chosen.key);
  return "settled";
}

async function keepOne(finding: Finding, tools: Tools): Promise<Step> {
  const stays = await choose("Which one stays?", finding, tools);
  if (stays === null || stays === "quit") return stays ?? "again";
  const others = finding.records.filter((record) => record !== stays && record.document === null);
  for (const other of others) {
    tools.acts.replace(other.id, stays.id);
    tools.changed.add(other.key);
  }
  tools.say(`  ${neutralizeLine(stays.id)} stays; ${count(others.length, "other")} superseded by it`);
  return "settled";
}

async function supersede(finding: Finding, { keys, acts, say, changed }: Tools): Promise<Step> {
  const [record] = finding.records as readonly [ReviewRecord];
  const line = await keys.line("  what holds now (Esc: not at all): ");
  if (line === "over") return "quit";
  if (line === "cancelled" || line.text === "") return "again";
  const id = acts.supersede(record.id, line.text);
  changed.add(record.key);
  say(`  ${neutralizeLine(id)} stands in its place`);
  return "settled";
}

async function retract(finding: Finding, tools: Tools): Promise<Step> {
  const chosen = await choose("Which one is to be retracted?", finding, tools);
  if (chosen === null || chosen === "quit") return chosen ?? "again";
  const usual = shorten(neutralizeLine(finding.because), 120);
  const line = await tools.keys.line(`  why (Enter: ${usual}; Esc: not at all): `);
  if (line === "over") return "quit";
  if (line === "cancelled") return "again";
  tools.acts.retract(chosen.id, line.text || usual);
  tools.changed.add(chosen.key);
  tools.say(`  ${neutralizeLine(chosen.id)} is retracted (lore-inject restore brings it back)`);
  return "settled";
}
