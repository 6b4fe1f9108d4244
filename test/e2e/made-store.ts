/** Stores of any size, and prompts about them, from a seed: the same again on every machine. */
import { join } from "node:path";
import { age, type Home, write } from "./run-hook.ts";

export type Pick = (below: number) => number;

/** Small and seeded, so that a failure can be repeated. */
export function seeded(seed: number): Pick {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export const JOURNAL = "journal/data/decisions.jsonl";
export const FAILURES = "failures/data/failures.jsonl";
const OBSERVATIONS = "inbox/data/observations.jsonl";
export const PATTERNS = "patterns/data/patterns.yaml";

const SYLLABLES = ["ka", "lor", "mi", "ten", "dru", "sol", "vex", "pan", "qui", "bra", "zet", "nol", "fy", "gam", "hul", "rix"];
/** Some two hundred words of the trade that does not exist, the first ones common, the last ones rare. */
const WORDS = Array.from({ length: 220 }, (_, i) => `${SYLLABLES[i % 16]}${SYLLABLES[(i * 7 + 3) % 16]}${SYLLABLES[(i >> 4) % 16]}`);
/** What the tokenizer treats in ways of its own. */
const NAMES = ["KalorStore", "mi_ten_pool", "src/vex/pan-client.ts", "--dry-run", "TS2345", "déploiement", "数据库部署", "Straße", "c++", "solvex.env"];
const PROJECTS = ["storefront", "ledgerd", "fieldkit", "acme/storefront"];

/** Writes one line after the other; knows which ids it gave. */
export class StoreMaker {
  readonly ids: string[] = [];

  constructor(private readonly pick: Pick) {}

  words(count: number): string {
    return Array.from({ length: count }, () => this.word()).join(" ");
  }

  private word(): string {
    if (this.pick(12) === 0) return NAMES[this.pick(NAMES.length)] as string;
    // Squared, so that a few words are in many records and most in few.
    return WORDS[Math.floor((this.pick(1000) / 1000) ** 2 * WORDS.length)] as string;
  }

  private id(kind: string): string {
    const id = `${kind}-${(this.pick(2 ** 31) * 2 + (this.ids.length % 2)).toString(16).padStart(8, "0")}`;
    this.ids.push(id);
    return id;
  }

  private day(): string {
    return new Date(Date.UTC(2026, 0, 1) + this.pick(318) * 86_400_000).toISOString();
  }

  decision(fields: Readonly<Record<string, unknown>> = {}): string {
    return line({
      id: this.id("dec"),
      timestamp: this.day(),
      decision: this.words(8),
      rationale: this.words(25),
      entities: [this.word()],
      tags: [PROJECTS[this.pick(4)], this.word()],
      ...fields,
    });
  }

  failure(): string {
    const id = this.id("fail");
    const tags = this.pick(2) ? { project: PROJECTS[this.pick(4)] } : {};
    return line({ id, timestamp: this.day(), error_type: "RuntimeError", error_message: this.words(10), fix: this.words(12), ...tags });
  }

  observation(): string {
    return line({ id: this.id("obs"), timestamp: this.day(), content: this.words(14), status: "raw", tags: [this.word()] });
  }

  /** Something about a record that is already there: retired, replaced, or named by another one. */
  afterthought(): string {
    const id = this.ids[this.pick(this.ids.length)] ?? "dec-00000000";
    if (this.pick(3) === 0) return line({ id, timestamp: this.day(), decision: "Withdrawn", status: "retracted" });
    if (this.pick(2) === 0) return line({ id, timestamp: this.day(), decision: this.words(8), rationale: this.words(20), tags: ["storefront"] });
    return this.decision({ rationale: `${this.words(9)}, unlike ${id}` });
  }

  /** Lines of a journal, with what a journal has: most are plain, some are broken, nameless or escaped. */
  journal(count: number): string {
    let text = "";
    for (let i = 0; i < count; i++) {
      const kind = this.pick(40);
      if (kind === 0) text += '{"id":"dec-broken",\n';
      else if (kind === 1) text += line({ decision: this.words(9), tags: ["storefront"] });
      else if (kind === 2) text += this.decision().replace("a", "\\u0061");
      else text += kind < 7 ? this.afterthought() : this.decision();
    }
    return text;
  }

  patterns(count: number): string {
    const entries = Array.from({ length: count }, (_, i) => {
      const id = `pat-${String(100000 + i)}-0a0b0c0d`;
      return `    - id: "${id}"\n      name: "${this.words(5)}"\n      problem: "${this.words(12)}"\n      solution: "${this.words(16)}"\n      confidence: 0.9\n`;
    });
    return `patterns:\n${entries.join("")}`;
  }

  prompt(): string {
    const kind = this.pick(10);
    if (kind === 0) return this.ids[this.pick(this.ids.length)] ?? "";
    if (kind === 1) return `which goal covers ${this.words(2)}?`;
    return `why does ${this.words(1 + this.pick(5))} fail?`;
  }

  prompts(count: number): readonly string[] {
    return Array.from({ length: count }, () => this.prompt());
  }
}

export function line(fields: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(fields)}\n`;
}

/** About this many records in four stores, one of them a YAML document; all of it written a while ago. */
export function makeStore(home: Home, records: number, seed = 1): StoreMaker {
  const maker = new StoreMaker(seeded(seed));
  const part = Math.ceil(records / 10);
  write(join(home.data, JOURNAL), maker.journal(part * 6));
  write(join(home.data, FAILURES), Array.from({ length: part * 2 }, () => maker.failure()).join(""));
  write(join(home.data, OBSERVATIONS), Array.from({ length: part }, () => maker.observation()).join(""));
  write(join(home.data, PATTERNS), maker.patterns(part));
  age(home.data);
  return maker;
}
