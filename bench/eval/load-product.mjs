/** The product from its sources as they are now, bundled into a temporary folder, and opened with the shipped settings. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { buildOptions, root } from "../../scripts/bundles.mjs";
import { InputError } from "./input-error.mjs";

/** What a thread needs to open it. `settings` are `key=value`, as in config.yaml. */
export async function bundleProduct(settings) {
  const folder = mkdtempSync(join(tmpdir(), "lore-eval-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  // Without a listener an interrupt would end the process before its "exit" handlers.
  process.on("SIGINT", () => process.exit(130));
  const home = join(folder, "home");
  mkdirSync(home);
  // Not made small: a stack should tell where it comes from.
  const readable = { minifyWhitespace: false, minifySyntax: false, minifyIdentifiers: false };
  const entryPoints = { product: "bench/eval/product.ts" };
  await build({ ...buildOptions({ name: "product" }), ...readable, entryPoints, outdir: folder, logLevel: "silent" }).catch((error) => {
    throw new InputError(error.message);
  });
  return { file: join(folder, "product.cjs"), home, settings };
}

export function openBundle({ file, home, settings }) {
  const { openProduct, toRecord } = createRequire(import.meta.url)(file);
  const { ask, problems } = openProduct({ shippedDir: root, home, settings });
  if (problems.length > 0) throw new InputError(problems.map(sayProblem).join("\n"));
  return { ask, toRecord };
}

function sayProblem({ where, what, hint }) {
  return `${where.replace("--set", "--config")}: ${what}${hint ? ` (${hint})` : ""}`;
}
