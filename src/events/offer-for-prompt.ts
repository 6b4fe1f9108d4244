/** What lies around a prompt besides records: modes that it names, rules and documents of the files that it mentions. */
import { existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { Run } from "../find-records.ts";
import { findModes } from "../modes/find-modes.ts";
import { pathBelow } from "../project/path-below.ts";
import type { Session } from "../session/session.ts";
import { tidy } from "../store/locations.ts";
import { isWithin } from "../surroundings/read-inside.ts";
import { offerDocuments } from "./offer-documents.ts";
import { offerModes } from "./offer-modes.ts";
import { offerRules } from "./offer-rules.ts";

interface PromptOffer {
  readonly prompt: string;
  /** Paths that the prompt mentions, as written. */
  readonly paths: readonly string[];
  readonly transcript: string;
  /** Whether it may name a mode. */
  readonly isMode: boolean;
}

export function offerForPrompt(run: Run, session: Session, { prompt, paths, transcript, isMode }: PromptOffer): void {
  const { config, workspace } = run.context;
  if (isMode) {
    const named = new Set(findModes(config.modes, prompt).map(({ name }) => name));
    offerModes(run, session, (name) => named.has(name));
  }
  const files = paths.map((path) => resolveMention(path, run)).filter((file) => file !== null);
  const named = files.map((file) => pathBelow(workspace, file));
  offerRules(run, session, { paths: [...new Set([...named, ...session.ledger.touched])], text: prompt });
  if (session.isKept && files.length > 0) offerDocuments(run, session, { folders: files.map(folderOf), transcript });
}

/** From the working folder, else from the root; one that is yet to be written counts if its folder is there. */
function resolveMention(mention: string, { context: { workspace } }: Run): string | null {
  const path = mention.replace(/^@/, "").replace(/:\d+(?::\d+)?$/, "");
  if (path.includes("\0")) return null;
  const bases = isAbsolute(path) ? [""] : [workspace.cwd, workspace.gitTop ?? workspace.cwd];
  const places = bases.map((base) => tidy(base === "" ? path : join(base, path)));
  const root = workspace.gitTop ?? workspace.cwd;
  return (
    places.find((place) => isWithin(place, root) && existsSync(place)) ?? places.find((place) => isWithin(place, root) && existsSync(dirname(place))) ?? null
  );
}

function folderOf(file: string): string {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() ? file : dirname(file);
  } catch {
    return dirname(file);
  }
}
