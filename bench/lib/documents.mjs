/**
 * The YAML and JSON documents that stand beside the JSONL stores: a few of each kind, whatever the
 * number of records, as these are written by hand or once a session.
 */
import { drawText, generator, mixSeed } from "./words.mjs";

/** Pairs of path and content. */
export function describeDocuments(seed) {
  const random = generator(mixSeed(seed, 77));
  const text = (count) => drawText(random, count);
  return [
    ["patterns/data/patterns.yaml", patterns(text)],
    ["patterns/data/concepts.yaml", concepts(text)],
    ...numbers(5).map((index) => [`intent/data/goals/goal-${index}.yaml`, goal(index, text)]),
    ...numbers(20).map((index) => [`transfer/data/sessions/session-${index}.json`, session(index, text)]),
    ["registry/data/metadata.yaml", `version: "1.0"\nmetadata:\n${numbers(10).map(metadata).join("")}`],
    ["registry/data/clusters.yaml", clusters(text)],
    [
      "registry/data/relationships.yaml",
      `version: "1.0"\ndependencies:\n${numbers(9)
        .map((index) => dependency(index, text))
        .join("")}`,
    ],
    [
      "registry/data/contracts.yaml",
      `version: "1.0"\ncontracts:\n${numbers(5)
        .map((index) => contract(index, text))
        .join("")}`,
    ],
  ];
}

const numbers = (count) => Array.from({ length: count }, (_, index) => index);
const lines = (...list) => `${list.join("\n")}\n`;

function patterns(text) {
  const usual = numbers(16).map((index) =>
    lines(
      `  - id: "pat-y${index}"`,
      `    name: "${text(5)}"`,
      `    context: "${text(6)}"`,
      `    problem: "${text(8)}"`,
      `    solution: "${text(12)}"`,
      "    confidence: 0.6",
      "    validations: 2",
      `    created_at: "2026-05-01T00:00:00Z"`,
    ),
  );
  const anti = numbers(4).map((index) =>
    lines(
      `  - id: "anti-y${index}"`,
      `    name: "${text(5)}"`,
      `    symptom: "${text(8)}"`,
      `    risk: "${text(6)}"`,
      `    fix: "${text(8)}"`,
      "    severity: medium",
      `    created_at: "2026-05-01T00:00:00Z"`,
    ),
  );
  return `patterns:\n${usual.join("")}anti_patterns:\n${anti.join("")}`;
}

function concepts(text) {
  const list = numbers(5).map((index) =>
    lines(`  - id: "con-${index}"`, `    name: "${text(2)}"`, `    definition: "${text(12)}"`, `    created_at: "2026-05-01T00:00:00Z"`),
  );
  return `concepts:\n${list.join("")}`;
}

function goal(index, text) {
  return lines(
    `id: goal-${index}`,
    `name: "${text(5)}"`,
    `description: "${text(14)}"`,
    `created_at: "2026-04-0${index + 1}T00:00:00Z"`,
    `status: ${index === 4 ? "completed" : "active"}`,
    "priority: medium",
    "success_criteria:",
    "  - id: sc-1",
    `    description: "${text(6)}"`,
    `projects: [project${index}]`,
    "tags: []",
  );
}

function session(index, text) {
  const day = String((index % 28) + 1).padStart(2, "0");
  const handoff = { message: text(10), created_at: `2026-06-${day}T10:00:00Z`, next_steps: [text(6)], blockers: [], questions: [] };
  const context = { project: `project${index}`, active_files: [`src/project${index}/module1/file1.ts`], environment: { pwd: `/dev/project${index}` } };
  const times = { started_at: `2026-06-${day}T09:00:00Z`, ended_at: `2026-06-${day}T10:00:00Z` };
  return JSON.stringify(
    { id: `session-${index}`, ...times, summary: text(12), open_threads: [text(5)], handoff, git_state: { branch: "main" }, context },
    null,
    2,
  );
}

function metadata(index) {
  return lines(`  project${index}:`, "    role: service", "    contracts:", `      exposes: [API_CONTRACT_${index}.md]`);
}

function clusters(text) {
  const components = numbers(6).map((index) => lines(`      project${index}:`, "        role: service", `        description: "${text(6)}"`));
  return `version: "1.0"\nclusters:\n  core:\n    description: "${text(5)}"\n    components:\n${components.join("")}`;
}

function dependency(index, text) {
  return lines(`  project${index}:`, "    depends_on:", `      - project: project${index + 1}`, "        type: runtime", `        reason: "${text(5)}"`);
}

function contract(index, text) {
  return lines(`  contract${index}:`, `    interface: "${text(3)}"`, `    location: project${index}/API_CONTRACT_${index}.md`, "    status: defined");
}
