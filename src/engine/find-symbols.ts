/** The names of code that a text mentions, by the tokenizer that prompts and records share. Pure. */
import { tokenize } from "../analyze/tokenize.ts";
import { findPaths } from "./find-paths.ts";

const IDENTIFIER = /^[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*$/;
const CODE_SPAN = /`([^`\n]{1,120})`/g;
const CALL = /([A-Za-z_$][\w$.]{1,80})\(/g;
/** Written with a capital inside, and no name of anybody's code. */
const PRODUCTS = new Set(
  "github gitlab bitbucket typescript javascript coffeescript postgresql mysql mongodb dynamodb graphql oauth oauth2 openai chatgpt openapi youtube linkedin stackoverflow vscode intellij webstorm devops macos ios ipados iphone ipad opencode jquery wordpress webassembly websocket websockets nodejs nextjs vuejs reactjs latex bibtex paypal javadoc jsdoc fastapi pytorch tensorflow".split(
    " ",
  ),
);
/** APIs, URLs, PRs. */
const PLURAL_ACRONYM = /^[A-Z]{1,6}s$/;

/** Each once, in the order in which they are named. What only begins a sentence with a capital is none. */
export function findSymbols(text: string): readonly string[] {
  const files = new Set(findPaths(text).flatMap((path) => [path, path.split("/").at(-1) ?? ""]));
  const symbols = new Set<string>();
  const add = (name: string): void => {
    if (!files.has(name) && !PRODUCTS.has(name.replace(/\.js$/i, "").toLowerCase()) && !PLURAL_ACRONYM.test(name)) symbols.add(name);
  };
  // What stands in code marks, or is called, is a name however it is written.
  for (const [, code = ""] of text.matchAll(CODE_SPAN)) if (IDENTIFIER.test(code.replace(/\(.*\)$/, ""))) add(code.replace(/\(.*\)$/, ""));
  for (const [, name = ""] of text.matchAll(CALL)) if (IDENTIFIER.test(name)) add(name);
  tokenize(text, (_key, surface, kind) => {
    if (kind === "id" || (kind === "symbol" && isName(surface))) add(surface);
  });
  return [...symbols];
}

/** `node.js` and `e.g` are joined by a dot alone; in `AuthService.login` one half shows by itself that it is code. */
function isName(surface: string): boolean {
  return IDENTIFIER.test(surface) && (/::/.test(surface) || surface.split(".").some((part) => /[a-z0-9][A-Z]|[A-Z]{2}[a-z]|_\w/.test(part)));
}
