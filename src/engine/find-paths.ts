/** The files that a text names, as records name them: below the root, with slashes, without the line. Pure. */

/** Letters, digits and the signs that a path may hold; quotes, commas and brackets of sentences end it. */
const CHUNK = /[\p{L}\p{N}\p{M}_$@.#+\-/\\:~[\]]+/gu;
const PLACE = /(?:(?::\d+){1,2}|#L\d+(?:-L?\d+)?)$/;
const EXTENSION = /\.([a-z][a-z0-9]{0,9})$/i;
/** Files that have none. */
const BARE_FILES = new Set(["makefile", "dockerfile", "rakefile", "gemfile", "procfile", "justfile", "jenkinsfile", "license", "readme", "codeowners"]);
/** For a name without a folder: what else ends in a dot and letters is a sentence, a domain or a member. */
const EXTENSIONS = new Set(
  (
    "ts tsx mts cts js jsx mjs cjs vue svelte astro py pyi ipynb rb go rs java kt kts scala swift m mm c h cc cpp cxx hpp hh cs fs ex exs erl hs ml clj cljs lua pl pm php r jl dart zig nim sh bash zsh fish ps1 bat cmd " +
    "json jsonc json5 jsonl ndjson yaml yml toml ini cfg conf env lock xml html htm css scss sass less svg md mdx mdc rst txt csv tsv sql prisma graphql gql proto tf hcl nix gradle properties plist wasm wat snap ejs hbs pug twig"
  ).split(" "),
);
/** Names of things, not of files, when they stand alone. */
const PRODUCTS =
  /^(?:node|next|nuxt|vue|react|express|nest|three|d3|ember|backbone|chart|alpine|moment|day|discord|socket|p5|deno|electron|knockout|handlebars|asp|angular|solid|ember)\.(?:js|ts|net|io)$/i;
const DOMAIN = /^(?:[\w-]+\.)+(?:com|org|net|io|dev|app|ai|co|edu|gov|de|uk)$/i;
const MAX_PATH = 300;

/** Each once, in the order in which they are named. */
export function findPaths(text: string): readonly string[] {
  const paths = new Set<string>();
  for (const [chunk] of text.matchAll(CHUNK)) {
    const path = chunk.length > MAX_PATH ? null : pathOf(chunk);
    if (path !== null) paths.add(path);
  }
  return [...paths];
}

function pathOf(chunk: string): string | null {
  const trimmed = withoutBrackets(chunk.replace(/[.:\-+#~]+$/, ""));
  const place = PLACE.exec(trimmed)?.[0] ?? "";
  const path = trimmed.slice(0, trimmed.length - place.length).replaceAll("\\", "/");
  if (path.includes("://") || path.startsWith("//")) return null;
  const below = path.replace(/^(?:\.\/)+/, "");
  const segments = below.split("/");
  const name = segments.at(-1) ?? "";
  if (segments.length === 1) return isFileName(name, place !== "") ? below : null;
  if (segments.slice(1).includes("") || DOMAIN.test(segments[0] ?? "")) return null;
  return EXTENSION.test(name) || isDotFile(name) || BARE_FILES.has(name.toLowerCase()) ? below : null;
}

/** A place in it (`:12`) shows that a file is meant, whatever it is called. */
function isFileName(name: string, hasPlace: boolean): boolean {
  const [, extension = ""] = EXTENSION.exec(name) ?? [];
  if (name.startsWith("@") || !EXTENSIONS.has(extension.toLowerCase())) return false;
  if (hasPlace) return true;
  // Members of objects end in a letter or two as well: a.h, x.m.
  return !PRODUCTS.test(name) && (extension.length > 1 || /^[\w-]{3,}\./.test(name));
}

function isDotFile(name: string): boolean {
  return /^\.[a-z][\w.-]*$/i.test(name);
}

/** `[id]/page.tsx` keeps its own brackets; those around a path, or half of them, go. */
function withoutBrackets(chunk: string): string {
  if (/^\[[^[\]]*[/.][^[\]]*\]$/.test(chunk) || (chunk.startsWith("[") && !chunk.includes("]"))) return chunk.slice(1).replace(/\]$/, "");
  return chunk.endsWith("]") && !chunk.includes("[") ? chunk.slice(0, -1) : chunk;
}
