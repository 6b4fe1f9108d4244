/** Suggestions as settings to replay with, and as edits of the person's files. */
import type { Edit } from "../calibrate/edit-config.ts";
import type { Variant } from "../replay/variant.ts";
import type { EpochMs } from "../types.ts";
import type { Suggestions } from "./suggestion.ts";
import { keyOf } from "./written-synonyms.ts";

/** Null when nothing is suggested. */
export function variantOf({ settings, synonyms }: Pick<Suggestions, "settings" | "synonyms">): Variant | null {
  if (settings.length + synonyms.length === 0) return null;
  return {
    name: "tuned",
    settings: new Map(settings.map(({ key, to }) => [key, to])),
    synonyms: new Map(synonyms.map(({ word, terms }) => [keyOf(word), terms.map(keyOf)])),
  };
}

export interface Edits {
  readonly config: readonly Edit[];
  readonly synonyms: readonly Edit[];
}

export function editsFor({ settings, synonyms }: Pick<Suggestions, "settings" | "synonyms">, at: EpochMs): Edits {
  const comment = (why: string): string => `tuned ${new Date(at).toISOString().slice(0, 10)}: ${why}`;
  return {
    config: settings.map(({ key, to, why }) => ({ path: key.split("."), value: to, comment: comment(why) })),
    synonyms: synonyms.map(({ word, terms, why }) => ({ path: ["synonyms", word], value: terms, comment: comment(why) })),
  };
}
