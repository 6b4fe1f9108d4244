/**
 * Imports are the architecture, so they are tested: from esbuild's metafile, what each bundle holds and
 * how large it is. Also the direction of the steps: none imports another, and the pure ones no I/O.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { buildOptions, bundles, root } from "./bundles.mjs";

const problems = [];
/** Steps that only inject.ts may put in order; a folder may always import itself. */
const STEPS = ["analyze", "score", "budget", "render", "orient", "event"];
/** What a step may use beside types: the tokenizer's terms are nobody's own, and a report explains the scores. */
const ALLOWED = [["render/render-report.ts", "score/information.ts"]];
const PURE = ["analyze", "score", "budget", "render", "orient"];

for (const bundle of bundles) {
  const { metafile } = await build({ ...buildOptions(bundle), write: false });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.keys(output.inputs);
  if (output.bytes > bundle.maxBytes) problems.push(`${bundle.name}: ${output.bytes} bytes, at most ${bundle.maxBytes} allowed`);
  for (const input of inputs) {
    if (bundle.forbidden.some((part) => input.startsWith(part) || input.includes(`node_modules/${part}/`)) && !bundle.except?.includes(input))
      problems.push(`${bundle.name}: must not hold ${input}`);
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
    if (name && !bundle.packages.includes("*") && !bundle.packages.includes(name)) problems.push(`${bundle.name}: must not hold the package ${name}`);
  }
  console.log(`${bundle.name.padEnd(10)} ${String(output.bytes).padStart(7)} of ${bundle.maxBytes} bytes, ${inputs.length} modules`);
  if (bundle.name === "cli") checkDirections(metafile.inputs);
}

function checkDirections(inputs) {
  for (const [file, { imports }] of Object.entries(inputs)) {
    const step = /^src\/([a-z]+)\//.exec(file)?.[1];
    if (!step) continue;
    for (const { path, external } of imports) {
      const target = /^src\/([a-z]+)\//.exec(path)?.[1];
      const allowed = ALLOWED.some(([from, to]) => file.endsWith(from) && path.endsWith(to));
      if (STEPS.includes(step) && STEPS.includes(target) && target !== step && !allowed) problems.push(`${file}: a step must not import another (${path})`);
      if (PURE.includes(step) && external) problems.push(`${file}: must stay pure, imports ${path}`);
      if (PURE.includes(step) && ["store", "commands", "documents"].includes(target)) problems.push(`${file}: must stay pure, imports ${path}`);
    }
    if (PURE.includes(step) && /\bprocess\.|Date\.now|new Date\(\)|Math\.random|clock\.ts/.test(readFileSync(join(root, file), "utf8")))
      problems.push(`${file}: must not ask the process, the clock or chance`);
  }
}

for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "bundles and imports are as designed" : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
