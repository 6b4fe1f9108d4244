/** What is built: one entry a bundle, with the limit and the modules that each may hold. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** Packages are named; everything else must come from src. */
export const bundles = [
  // Short names make the code cache smaller: 0.7 ms a prompt. Elsewhere readable stacks are worth more.
  {
    name: "hook",
    minifyIdentifiers: true,
    wrapped: true,
    lean: true,
    maxBytes: 112_000,
    packages: [],
    forbidden: [
      "src/cli.ts",
      "src/commands/",
      "src/prepare.ts",
      "src/config/spec.ts",
      "src/config/parse-",
      "src/render/render-report",
      "src/store/scan-store",
      "src/store/prefilter",
      "src/store/index/build-",
      "src/events",
      "src/orient/",
      "src/modes/find-modes",
      "src/surroundings/parse-",
      "src/surroundings/find-",
    ],
  },
  {
    name: "scan",
    minifyIdentifiers: true,
    wrapped: true,
    lean: true,
    maxBytes: 26_000,
    packages: [],
    forbidden: ["src/cli.ts", "src/commands/", "src/config/", "src/score/", "src/render/", "src/prepare.ts"],
  },
  {
    name: "events",
    minifyIdentifiers: true,
    wrapped: true,
    lean: true,
    maxBytes: 60_000,
    packages: [],
    forbidden: [
      "src/cli.ts",
      "src/commands/",
      "src/prepare.ts",
      "src/config/",
      "src/score/",
      "src/store/corpus",
      "src/store/index/",
      "src/render/render-report",
    ],
  },
  { name: "terms", maxBytes: 26_000, packages: [], forbidden: ["src/cli", "src/commands/", "src/config/", "src/score/", "src/sources/all-", "src/prepare.ts"] },
  { name: "prepare", maxBytes: 450_000, packages: ["*"], forbidden: ["src/cli.ts", "src/commands/", "commander"] },
  { name: "stopwords", entry: "stopword-lists", maxBytes: 330_000, packages: ["stopword"], forbidden: ["src/"], except: ["src/stopword-lists.ts"] },
  { name: "index", maxBytes: 65_000, packages: [], forbidden: ["src/cli.ts", "src/commands/", "src/config/", "src/score/", "src/prepare.ts"] },
  {
    name: "capture",
    entry: "capture-hook",
    maxBytes: 400_000,
    packages: ["yaml"],
    forbidden: ["src/cli", "src/commands/", "src/prepare.ts", "src/render/render-report"],
  },
  { name: "records", maxBytes: 660_000, packages: ["*"], forbidden: ["src/cli", "src/commands/", "commander"] },
  { name: "engine", maxBytes: 660_000, packages: ["*"], forbidden: ["src/cli.ts", "src/cli-", "src/commands/", "commander"] },
  { name: "mcp", maxBytes: 1_400_000, packages: ["*"], forbidden: ["src/cli.ts", "src/cli-", "src/commands/", "commander"] },
  // A module, as OpenCode loads plugins; some packages ask for `require`.
  {
    name: "opencode",
    format: "esm",
    maxBytes: 850_000,
    packages: ["*"],
    forbidden: ["src/cli.ts", "src/cli-", "src/commands/", "commander"],
  },
  { name: "cli", maxBytes: 1_500_000, packages: ["*"], forbidden: [] },
];

const MODULE_BANNER = 'import{createRequire as loreRequire}from"node:module";const require=loreRequire(import.meta.url);';

/** What V8 would have to compile of Node in every process is a tenth of a prompt's cost: these take its place, and may ask for it themselves. */
const lean = {
  name: "lean",
  setup({ onResolve }) {
    onResolve({ filter: /^node:(fs|path)$/ }, ({ path, importer }) => {
      const file = join(root, `src/store/lean-${path.slice("node:".length)}.ts`);
      return importer === file ? { path, external: true } : { path: file };
    });
  },
};

export function buildOptions({ name, entry = name, minifyIdentifiers = false, wrapped = false, lean: isLean = false, format = "cjs" }) {
  return {
    absWorkingDir: root,
    entryPoints: { [name]: `src/${entry}.ts` },
    outdir: "dist",
    outExtension: { ".js": format === "esm" ? ".mjs" : ".cjs" },
    bundle: true,
    platform: "node",
    format,
    target: "node20",
    // The module builds let esbuild drop what is not imported (61 of 62 stopword lists).
    mainFields: ["module", "main"],
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers,
    // Resolves alike from dist/ and from bin/, which lends the hook its require.
    external: [
      "../dist/prepare.cjs",
      "../dist/scan.cjs",
      "../dist/events.cjs",
      "../dist/stopwords.cjs",
      "../dist/records.cjs",
      "../dist/mcp.cjs",
      "../dist/engine.cjs",
      "bun:ffi",
    ],
    plugins: isLean ? [lean] : [],
    define: { VERSION: JSON.stringify(version) },
    // A function for the loader to call, so that it need not build a second text around the first.
    ...(format === "esm" ? { banner: { js: MODULE_BANNER } } : {}),
    ...(wrapped ? { banner: { js: "(function(exports,require,module,__filename,__dirname){" }, footer: { js: "})" } } : {}),
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  };
}
