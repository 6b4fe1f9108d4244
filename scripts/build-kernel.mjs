/** Compiles kernel.wat into the constant that the hook's bundle carries. Needed only after the kernel was edited. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import wabt from "wabt";
import { root } from "./bundles.mjs";

const folder = join(root, "src/store/index");
const target = join(folder, "kernel-code.ts");

export async function renderKernel() {
  const { parseWat } = await wabt();
  const module = parseWat("kernel.wat", readFileSync(join(folder, "kernel.wat")), { bulk_memory: true, simd: true });
  module.validate();
  const code = Buffer.from(module.toBinary({}).buffer).toString("base64");
  return `/** kernel.wat, compiled by \`npm run build:kernel\`. */\nexport const KERNEL_CODE =\n  "${code}";\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await renderKernel());
