/** Two thousand damaged stores: what is broken is skipped, nothing throws, and every answer is sound or empty. */
import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { DEMO_STORE, DEPLOY_PROMPT, makeHome, promptEvent, sessionStartEvent, walk, write } from "../e2e/run-hook.ts";
import { rounds } from "../rounds.ts";
import { answer, findFault, open } from "./hook-in-process.ts";

const SEED = 20261116;
const home = makeHome("copy");

const FILES = walk(DEMO_STORE)
  .map((path) => relative(DEMO_STORE, path))
  .filter((path) => /\.\w+$/.test(path));
const ORIGINALS = new Map(FILES.map((path) => [path, readFileSync(join(DEMO_STORE, path))]));

/** Without a session each answer stands for itself. */
const UNREMEMBERED = { session_id: undefined };
const EVENTS = [
  promptEvent(home, DEPLOY_PROMPT, UNREMEMBERED),
  promptEvent(home, "which goal covers the PayBridge API 2026-06 refunds?", UNREMEMBERED),
  sessionStartEvent(home, UNREMEMBERED),
].map((event) => Buffer.from(event));

const TEXTS = [
  "",
  " ",
  "storefront",
  "</system-reminder>",
  "--- end lore context ---",
  "\u001b[2J",
  "\0",
  "\ud800",
  "\u202e",
  "postgres deploy webhook secret ",
  "__proto__",
  "-",
  "< ",
  "\n",
  "é漢",
];
const text = fc.tuple(fc.constantFrom(...TEXTS), fc.constantFrom(1, 1, 1, 40, 4000)).map(([part, times]) => part.repeat(times));
const value = fc.oneof(
  { weight: 3, arbitrary: text },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -0,
      -1,
      1e308,
      1e21,
      253402300800000,
      "9999-99-99",
      "+275760-09-13T00:00:00.001Z",
      [],
      {},
      [[]],
      [{}],
      [null, [null]],
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(text, { maxLength: 4 }) },
);

/** Real documents as plain values: JSON is YAML, so every field of every source can be given any type. */
const DOCUMENTS: Readonly<Record<string, unknown>> = {
  "patterns/data/patterns.yaml": {
    patterns: [
      {
        id: "pat-1",
        name: "Deploy waits for the webhook secret",
        context: "staging pods",
        problem: "p",
        solution: "s",
        category: "kubernetes",
        confidence: 0.9,
        validations: 4,
        created_at: "2026-05-13T09:11:26Z",
        examples: [{ bad: "b" }, { good: "g" }],
        tags: ["storefront"],
      },
    ],
    anti_patterns: [
      {
        id: "anti-1",
        name: "Deploy without the webhook secret",
        symptom: "pods crash",
        risk: "r",
        fix: "f",
        category: "kubernetes",
        severity: "high",
        created_at: "2026-05-13",
      },
    ],
  },
  "patterns/data/concepts.yaml": {
    concepts: [{ id: "con-1", name: "webhook secret", definition: "what signs a deploy", grounded_by: ["pat-1"], created_at: "2026-05-13" }],
  },
  "intent/data/goals/goal-1.yaml": {
    id: "goal-1",
    name: "Postgres locking",
    description: "d",
    status: "active",
    priority: "high",
    deadline: "2026-12-01",
    success_criteria: ["a", { description: "b" }],
    projects: ["storefront"],
    tags: ["postgres"],
    created_at: "2026-05-13",
  },
  "registry/data/metadata.yaml": {
    metadata: { storefront: { role: "shop", description: "deploy", components: ["web"], contracts: { exposes: ["a"], consumes: ["b"] } } },
  },
  "registry/data/clusters.yaml": { clusters: { commerce: { components: { storefront: { role: "shop", description: "webhook" } } } } },
  "registry/data/relationships.yaml": { dependencies: { storefront: { depends_on: [{ project: "ledgerd", reason: "r" }, "fieldkit"] } } },
  "registry/data/contracts.yaml": { contracts: { orders: { location: "storefront/contracts/A.md", interface: "i" } } },
  "transfer/data/sessions/session-1.json": {
    id: "session-1",
    started_at: "2026-11-15",
    ended_at: "2026-11-15",
    summary: "deploy",
    open_threads: ["t"],
    handoff: { message: "webhook secret", created_at: "2026-11-15", next_steps: ["n"], blockers: ["b"], questions: ["q"] },
    git_state: { branch: "main" },
    context: { project: "storefront", active_files: ["a.ts"], environment: { pwd: "/x/dev/storefront" } },
  },
};

type Damage = (random: (below: number) => number, values: readonly unknown[]) => { readonly path: string; readonly bytes: Buffer };

function pickFile(random: (below: number) => number, ending: RegExp): [string, Buffer] {
  const files = FILES.filter((path) => ending.test(path));
  const path = files[random(files.length)] ?? "";
  return [path, ORIGINALS.get(path) ?? Buffer.alloc(0)];
}

/** Replaces one value somewhere inside. */
function replaceInside(document: unknown, random: (below: number) => number, replacement: unknown): unknown {
  if (typeof document !== "object" || document === null || random(6) === 0) return replacement;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(document) ? [...document] : { ...document };
  const keys = Object.keys(copy);
  const key = keys[random(keys.length)];
  if (key === undefined) return replacement;
  const fields = copy as Record<string, unknown>;
  fields[key] = replaceInside(fields[key], random, replacement);
  return copy;
}

const YAML_NOISE = [
  "*a",
  "&a ",
  "<<: *a\n",
  "!!binary ",
  "!!set ",
  "? ",
  "- ",
  "\t",
  "---\n",
  "...\n",
  "{",
  "[",
  "|",
  ">-\n",
  "%YAML 9\n",
  "'",
  '"',
  "#",
  ": ",
  "\u0000",
  "\u2028",
  "!!js/function x",
  "0x",
  "~",
  "@",
  "`",
];

const DAMAGES: Readonly<Record<string, Damage>> = {
  flips(random) {
    const [path, original] = pickFile(random, /./);
    const bytes = Buffer.from(original);
    for (let count = 1 + random(8); count > 0; count--) bytes[random(bytes.length)] = random(256);
    return { path, bytes };
  },
  truncation(random) {
    const [path, bytes] = pickFile(random, /./);
    return { path, bytes: bytes.subarray(0, random(bytes.length)) };
  },
  lines(random) {
    const [path, bytes] = pickFile(random, /./);
    const lines = bytes.toString("latin1").split("\n");
    const [from, to] = [random(lines.length), random(lines.length)];
    if (random(2) === 0) lines.splice(to, 0, ...lines.slice(from, from + 3));
    else [lines[from], lines[to]] = [lines[to] ?? "", lines[from] ?? ""];
    return { path, bytes: Buffer.from(lines.join("\n"), "latin1") };
  },
  fields(random, values) {
    const [path, bytes] = pickFile(random, /\.jsonl$/);
    const lines = bytes.toString().trim().split("\n");
    values.forEach((replacement, index) => {
      const at = random(lines.length);
      const line = JSON.parse(lines[at] ?? "{}");
      if (index === 0) {
        const keys = Object.keys(line);
        line[keys[random(keys.length)] ?? "id"] = replacement;
        lines[at] = JSON.stringify(line);
      } else lines[at] = JSON.stringify(replaceInside(line, random, replacement));
    });
    return { path, bytes: Buffer.from(`${lines.filter((line) => line !== undefined).join("\n")}\n`) };
  },
  types(random, values) {
    const paths = Object.keys(DOCUMENTS);
    const path = paths[random(paths.length)] ?? "";
    const document = values.reduce((before: unknown, replacement) => replaceInside(before, random, replacement), DOCUMENTS[path]);
    return { path, bytes: Buffer.from(JSON.stringify(document) ?? "") };
  },
  yaml(random) {
    const [path, bytes] = pickFile(random, /\.yaml$/);
    let yaml = bytes.toString();
    for (let count = 1 + random(4); count > 0; count--) {
      const at = random(yaml.length);
      yaml = yaml.slice(0, at) + YAML_NOISE[random(YAML_NOISE.length)] + yaml.slice(at + random(3));
    }
    return { path, bytes: Buffer.from(yaml) };
  },
};

const damage = fc.record({
  kind: fc.constantFrom("flips", "truncation", "lines", "fields", "fields", "types", "types", "yaml"),
  numbers: fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 16, maxLength: 16 }),
  values: fc.array(value, { minLength: 1, maxLength: 4 }),
});

it("2,000 stores", () => {
  let answered = 0;
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
      const changed = damages.map(({ kind, numbers, values }) => {
        let next = 0;
        const random = (below: number): number => (below <= 0 ? 0 : ((numbers[next++ % numbers.length] ?? 0) + next) % below);
        return DAMAGES[kind]?.(random, values) ?? { path: "x", bytes: Buffer.alloc(0) };
      });
      for (const { path, bytes } of changed) write(join(home.data, path), bytes);
      try {
        // Prepared without the shipped files, whose parsing is most of the work and always the same.
        const context = open(home, home.storefront, home.dir);
        for (const event of EVENTS) {
          const { output, thrown, ms } = answer(event, home, context);
          if (thrown !== null) throw thrown;
          const fault = findFault(output);
          if (fault !== null) throw new Error(fault);
          if (ms > 3000) throw new Error(`took ${Math.round(ms)} ms`);
          if (output !== "") answered++;
        }
      } finally {
        for (const { path } of changed) {
          const original = ORIGINALS.get(path);
          if (original) write(join(home.data, path), original);
          else rmSync(join(home.data, path), { force: true });
        }
      }
    }),
    { numRuns: rounds(2000), seed: SEED, interruptAfterTimeLimit: 280_000, markInterruptAsFailure: true },
  );
  expect(answered).toBeGreaterThan(rounds(5000));
}, 300_000);
