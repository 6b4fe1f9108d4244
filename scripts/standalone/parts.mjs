/** What goes into an executable, gathered in one folder: the hook, the bundles it may ask for, the shipped settings. */
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { buildOptions, bundles, root } from "../bundles.mjs";

const TEXTS = ["config.yaml", "keyword-synonyms.yaml"];
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** What the hook may ask for. */
const ASKED = ["prepare", "stopwords", "scan", "events"];

/** Commands are not part of it, and the hook is treated on its own. */
export async function collectParts(folder) {
  const parts = bundles.filter(({ name }) => ASKED.includes(name));
  const others = parts.map(({ name }) => `${name}.cjs`);
  const texts = JSON.stringify(Object.fromEntries(TEXTS.map((file) => [file, readFileSync(join(root, file), "utf8")])));
  const hash = createHash("sha256").update(texts);
  for (const name of ["hook.cjs", ...others]) hash.update(readFileSync(join(root, "dist", name)));
  // As modules: only bin/lore-inject.js calls a bundle as a function.
  for (const part of parts) {
    if (part.wrapped) await build({ ...buildOptions({ ...part, wrapped: false }), outdir: folder });
    else copyFileSync(join(root, "dist", `${part.name}.cjs`), join(folder, `${part.name}.cjs`));
  }
  writeFileSync(join(folder, "texts.json"), texts);
  copyFileSync(join(root, "scripts", "standalone", "main.cjs"), join(folder, "main.cjs"));
  // Prepared settings are kept under the hook's version. An executable has no files whose time stamps could tell
  // that its defaults changed, so its version does.
  const options = buildOptions(bundles.find(({ name }) => name === "hook"));
  await build({ ...options, outdir: folder, define: { VERSION: JSON.stringify(`${version}+${hash.digest("hex").slice(0, 12)}`) } });
  return { folder, bundles: others };
}
