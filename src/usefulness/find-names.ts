/** A record named outright: by its id, by its title, by opening its file. Pure. */
import { tokenize } from "../analyze/tokenize.ts";
import type { Term } from "./distinctive-terms.ts";
import { looseKey } from "./loose-key.ts";

const MIN_ID = 5;
const MIN_TITLE = 16;
/** Every project has one: only with its folder does it tell. */
const EVERYWHERE = /^(?:index|main|mod|lib|app|config|settings|readme|changelog|license|makefile|dockerfile|package|tsconfig|setup|init|__init__)(?:\.\w+)*$/;

export function isNamed(text: string, id: string): boolean {
  return id.length >= MIN_ID && hasWord(text.toLowerCase(), id.toLowerCase());
}

export function isTitled(text: string, title: string): boolean {
  const name = title.trim().toLowerCase();
  return name.length >= MIN_TITLE && name.includes(" ") && hasWord(text.toLowerCase(), name);
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWordCode(text.charCodeAt(at - 1)) && !isWordCode(text.charCodeAt(at + word.length))) return true;
  }
  return false;
}

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || code > 127;
}

/** The record's name for the first of these files that it names, and nobody else did. */
export function touchesFile(files: readonly string[], terms: ReadonlyMap<string, Term>, isKnown: (key: string) => boolean): string | null {
  for (const file of files) {
    const path = file.replaceAll("\\", "/").toLowerCase();
    const name = path.slice(path.lastIndexOf("/") + 1);
    const term = terms.get(keyOf(name));
    if (term === undefined || isKnown(term.key)) continue;
    const written = term.surface.replaceAll("\\", "/").replace(/^\.\//, "").toLowerCase();
    const isSame = path === written || path.endsWith(`/${written}`);
    if (isSame && written.includes(".") && (written.includes("/") || !EVERYWHERE.test(name))) return term.surface;
  }
  return null;
}

const FOLDER = /(?:^|[\s`'"(])((?:[\w.-]+\/)+)(?=$|[\s`'"),.;:]|[A-Z]{2,}\b|[<{*$])/g;
/** Every project has one of these. */
const USUAL_FOLDER = /^(?:\.{0,2}|src|lib|test|tests|docs?|bin|build|dist|app|internal|pkg|cmd|scripts|config|public|assets|node_modules)\/$/;

/** `changes/`, written as a folder, or with a placeholder behind it: `cases/NAME.in`. */
export function foldersIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => [...text.matchAll(FOLDER)].flatMap(([, folder = ""]) => (USUAL_FOLDER.test(folder) ? [] : [folder])));
}

export function touchedFolder(files: readonly string[], folders: readonly string[]): string | null {
  return folders.find((folder) => files.some((file) => file.replaceAll("\\", "/").includes(`/${folder}`))) ?? null;
}

function keyOf(name: string): string {
  let first = "";
  tokenize(name, (key) => {
    first ||= looseKey(key);
  });
  return first;
}
