/** A lean module as the hook's bundle has it: bundled, and given what the loader lends. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { ROOT } from "../../e2e/run-hook.ts";

export function runLean<T>(name: string, bindings: unknown): T {
  const entryPoints = [join(ROOT, `src/store/${name}.ts`)];
  const { outputFiles } = buildSync({ entryPoints, bundle: true, write: false, format: "cjs", platform: "node" });
  const require = createRequire(import.meta.url);
  const module = { exports: {}, lent: bindings };
  new Function("require", "module", "exports", outputFiles[0]?.text ?? "")(require, module, module.exports);
  return module.exports as T;
}
