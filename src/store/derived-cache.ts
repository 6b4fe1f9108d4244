/**
 * YAML and JSON documents as JSONL in the cache: a header that says what it was made from, one record a
 * line, a footer. Made anew when a document or our own file changed. Off the hot path.
 */
import { join } from "node:path";
import type { LoreRecord, Problem, SourceName } from "../types.ts";
import { readCacheFile, writeCacheFile } from "./cache-file.ts";
import { deriveRecords } from "./derive-records.ts";
import { hashText } from "./identity.ts";

export interface DeriveRequest {
  readonly source: SourceName;
  readonly documents: readonly string[];
  /** What tells these documents and this program from any other: the derived file must carry the same. */
  readonly key: string;
  readonly cacheDir: string | null;
  /** The same whichever documents there are, so that the index knows the file again. */
  readonly name: string;
  /** Whether a file made from the same key may be used as it is. */
  readonly reuse: boolean;
}

export interface DerivedFile {
  /** Null when it could not be written: then `records` holds everything. */
  readonly path: string | null;
  readonly records: readonly LoreRecord[];
  /** Names by which a tag is known to be a project's. */
  readonly projects: readonly string[];
  readonly problems: readonly Problem[];
}

export function derive({ source, documents, key, cacheDir, name, reuse }: DeriveRequest): DerivedFile {
  const path = cacheDir === null ? null : join(cacheDir, name);
  const kept = reuse ? readHeader(readCacheFile(cacheDir, name), key) : null;
  if (kept !== null) return { path, records: [], ...kept };
  const { records, problems } = deriveRecords(source, documents);
  const projects = source === "registry" ? records.flatMap((record) => record.projects) : [];
  const body = [...records, { end: records.length }].map((line) => `${JSON.stringify(line)}\n`).join("");
  const header: Header = { derived: key, checksum: hashText(body), projects, problems };
  const written = writeCacheFile(cacheDir, name, `${JSON.stringify(header)}\n${body}`);
  return { path: written ? path : null, records, projects, problems };
}

interface Header {
  readonly derived: string;
  readonly checksum: string;
  readonly projects: readonly string[];
  readonly problems: readonly Problem[];
}

/** Of a file that is whole and was made from just these documents; else null. */
function readHeader(text: string | null, key: string): Header | null {
  if (text === null) return null;
  try {
    const bodyStart = text.indexOf("\n") + 1;
    const header = JSON.parse(text.slice(0, bodyStart)) as Header;
    return header.derived === key && header.checksum === hashText(text.slice(bodyStart)) ? header : null;
  } catch {
    return null;
  }
}
