/** A set of settings to replay with, by what was said on the command line, and the contexts that it makes of folders. */
import { readFileSync } from "node:fs";
import { isAbsolute, parse } from "node:path";
import type { Language } from "../analyze/language.ts";
import { parseFlagSettings } from "../config/build-config.ts";
import type { Environment } from "../config/environment.ts";
import { parseConfig, type Settings } from "../config/parse-config.ts";
import type { StopwordLists } from "../config/stopwords.ts";
import * as events from "../events.ts";
import { isFile } from "../import/places.ts";
import { type Context, openContext } from "../open-context.ts";
import { prepareWorkspace } from "../prepare.ts";
import { Refusal } from "../refusal.ts";
import type { Problem } from "../types.ts";
import type { StoreShelf } from "./store-shelf.ts";

export interface Variant {
  readonly name: string;
  /** Above every file. */
  readonly settings: Settings;
  /** Groups of synonyms in place of those of the same word, as the tokenizer has them. */
  readonly synonyms?: ReadonlyMap<string, readonly string[]>;
}

export const CURRENT: Variant = { name: "current", settings: new Map() };

/** `current`, a YAML file of settings, or `key=value,key=value`. Throws a Refusal for anything else. */
export function parseVariant(text: string): Variant {
  if (text === CURRENT.name) return CURRENT;
  const isPairs = /^[a-z_.]+=/.test(text);
  const { settings, problems } = isPairs ? parseFlagSettings(splitPairs(text)) : readVariant(text);
  const [problem] = problems;
  if (problem) throw new Refusal(`--config ${text}: ${problem.what}`, problem.hint ?? "see config.yaml for all settings");
  return { name: text, settings };
}

/** A comma ends a pair where another pair begins: lists have commas too. */
function splitPairs(text: string): readonly string[] {
  return text.split(/,(?=[a-z_.]+=)/);
}

function readVariant(path: string): { readonly settings: Settings; readonly problems: readonly Problem[] } {
  if (!isFile(path)) throw new Refusal(`--config ${path}: no such file`, "give `current`, a YAML file of settings, or key=value,key=value");
  return parseConfig(readFileSync(path, "utf8"), path, "user");
}

export interface OpenOptions {
  readonly env: Environment;
  readonly shippedDir: string;
  readonly version: string;
  readonly loadStopwords: () => StopwordLists;
}

/** The contexts of one variant, each folder opened once. Nothing that they do is remembered, and nothing is read that may have changed since. */
export class VariantContexts {
  private readonly known = new Map<string, Context>();

  constructor(
    readonly variant: Variant,
    private readonly shelf: StoreShelf,
    private readonly options: OpenOptions,
  ) {}

  of(cwd: string): Context {
    let context = this.known.get(cwd);
    if (context === undefined) {
      // Of another system, or not told: it must not be taken for a folder below ours.
      context = this.open(isAbsolute(cwd) ? cwd : parse(process.cwd()).root);
      this.known.set(cwd, context);
    }
    return context;
  }

  private open(cwd: string): Context {
    const { env, shippedDir, version, loadStopwords } = this.options;
    const { settings, synonyms } = this.variant;
    const context = openContext({
      cwd,
      env,
      shippedDir,
      version,
      fresh: true,
      loadScanner: () => this.shelf.scanner,
      loadEvents: () => events,
      lookAround: () => ({ rules: [], statements: [], problems: [] }),
      // With flags, even none, nothing is written to the shared cache of settings.
      prepare: (request) => prepareWorkspace(request, { flags: settings, loadStopwords }),
    });
    const { config, language, locations } = context;
    return {
      ...context,
      config: withoutPresent(config),
      language: synonyms === undefined ? language : withSynonyms(language, synonyms),
      index: null,
      locations: { ...locations, stateDir: null },
      surroundings: () => ({ rules: [], statements: [], problems: [] }),
      // What a record turned out to be worth was not known then.
      usefulness: () => null,
      isTrial: true,
    };
  }
}

/** The most that can be set: on a busy machine no answer may be cut short. */
const NO_HURRY = 10_000;

/** Rules, documents and modes are as they are today; nobody knows how they were. */
function withoutPresent(config: Context["config"]): Context["config"] {
  const { rules, documents } = config;
  return { ...config, deadline_ms: NO_HURRY, modes: [], rules: { ...rules, enabled: false }, documents: { ...documents, agents: false, readme: false } };
}

function withSynonyms(language: Language, groups: ReadonlyMap<string, readonly string[]>): Language {
  const lines = [...groups].filter(([, terms]) => terms.length > 0).map(([key, terms]) => [key, ...terms].join(" "));
  // The first that is found counts.
  const others = language.synonyms.split("\n").filter((line) => line !== "" && !groups.has(line.slice(0, line.indexOf(" "))));
  return { ...language, synonyms: `\n${[...lines, ...others].join("\n")}\n` };
}
