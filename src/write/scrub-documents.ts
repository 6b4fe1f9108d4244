/** YAML and JSON documents: looks for secrets in one, and puts it back without them, written aside and renamed. */
import { closeSync, fchmodSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readBounded } from "../store/read-bounded.ts";
import { parseJsonText, scrubJson } from "./scrub-json.ts";
import type { ScrubPlace } from "./scrub-places.ts";
import { scrubText } from "./scrub-text.ts";
import { type ScrubbedDocument, scrubYaml } from "./scrub-yaml.ts";

/** As large as readers take them, and some more: what they pass over may still hold a secret. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Beyond this a YAML parser takes minutes; a person has to look. */
const MAX_YAML = 4 * 1024 * 1024;

export interface LoadedDocument extends ScrubbedDocument {
  readonly source: string;
}

/** Throws when it cannot be read. */
export function loadDocument({ file, form }: ScrubPlace): LoadedDocument {
  const source = readBounded(file, MAX_BYTES);
  const scrubbed = scrubSource(source, form);
  // Bytes that are no text would not come back as they were.
  return { source, ...scrubbed, text: source.includes("\ufffd") && scrubbed.secrets.length > 0 ? null : scrubbed.text };
}

function scrubSource(source: string, form: ScrubPlace["form"]): ScrubbedDocument {
  if (form === "yaml" && source.length <= MAX_YAML) return scrubYaml(source);
  const json = form === "json" ? parseJsonText(source) : null;
  if (json !== null) return scrubJson(json);
  const { secrets } = scrubText(source);
  return { text: secrets.length === 0 ? source : null, secrets };
}

/** Throws when it cannot be written, or somebody else changed it since it was read. The old content stays then. */
export function writeDocument(file: string, { source, text }: { readonly source: string; readonly text: string }): void {
  const aside = `${file}.${process.pid}.tmp`;
  try {
    const fd = openSync(aside, "wx", 0o600);
    try {
      writeFileSync(fd, text);
      // Not by openSync, which leaves out what the umask forbids.
      fchmodSync(fd, statSync(file).mode & 0o777);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (readFileSync(file, "utf8") !== source) throw new Error("was changed meanwhile: try again");
    renameSync(aside, file);
  } finally {
    rmSync(aside, { force: true });
  }
}
