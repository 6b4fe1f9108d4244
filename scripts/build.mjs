/** Builds dist/: every bundle, and the licences of what is bundled; and dist-plugin/, the plugin without anything around it. */
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import typescript from "typescript";
import { buildOptions, bundles, root } from "./bundles.mjs";

/** What other programs may import, and the files that those types come from. */
const ENGINE = ["context-injection-engine", "context-retriever", "trigger-analyzer", "entity", "injected-context"].map((name) => `engine/${name}`);
const FACTORIES = [
  ...["context-injector", "shared-collector", "part-id", "context-injection-hook", "compaction-hook"],
  ...["progressive-context", "build-context", "memory-types", "insert-text"],
].map((name) => `factories/${name}`);
const DECLARED = ["index", "record-verbs", "register-context", "session/collector", "open-lore", ...ENGINE, ...FACTORIES];

// Aside first: hooks may run while we build.
const aside = join(root, "dist.new");
rmSync(aside, { recursive: true, force: true });
const packages = new Set();
for (const bundle of bundles) {
  const { metafile } = await build({ ...buildOptions(bundle), outdir: aside });
  for (const input of Object.keys(metafile.inputs)) {
    const found = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) packages.add(found[1]);
  }
}
for (const [name, text] of declarations(DECLARED)) writeFileSync(join(aside, name), text);
writeFileSync(join(aside, "THIRD-PARTY-LICENSES.txt"), [...packages].sort().map(licence).join("\n\n"));
rmSync(join(root, "dist"), { recursive: true, force: true });
renameSync(aside, join(root, "dist"));
assemblePlugin();

/** What the marketplace file offers: the client copies the whole folder, and ours would bring node_modules along. */
function assemblePlugin() {
  const target = join(root, "dist-plugin");
  rmSync(target, { recursive: true, force: true });
  for (const name of [".claude-plugin/plugin.json", "bin", "commands", "dist", "hooks", "skills", "config.yaml", "keyword-synonyms.yaml", "LICENSE"])
    cpSync(join(root, name), join(target, name), { recursive: true });
}

/** Types of what other programs may import, side by side in one folder. */
function declarations(files) {
  return files.map((file) => {
    const source = readFileSync(join(root, "src", `${file}.ts`), "utf8");
    const { outputText } = typescript.transpileDeclaration(source, { compilerOptions: { isolatedDeclarations: true, declaration: true } });
    return [`${basename(file)}.d.ts`, outputText.replace(/(from "|import\(")(?:\.{1,2}\/)+(?:[\w-]+\/)*([\w-]+)\.ts"/g, '$1./$2.js"')];
  });
}

function licence(name) {
  const folder = join(root, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8").trim() : `Licence: ${license}`;
  return `${name} ${version}\n${"-".repeat(60)}\n${text}\n`;
}
