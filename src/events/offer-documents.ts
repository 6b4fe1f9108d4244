/** AGENTS.md and README.md of the folders that the session works in, offered once, nearest first. */
import type { Run } from "../find-records.ts";
import { neutralizeLine } from "../render/neutralize.ts";
import { type Session, shortText } from "../session/session.ts";
import { hashText } from "../store/identity.ts";
import { readClientVersion } from "../store/read-client-version.ts";
import { type DirectoryDocument, findDirectoryDocuments } from "../surroundings/directory-documents.ts";
import { shortenDocument } from "../surroundings/shorten-document.ts";
import { shortenReadme } from "../surroundings/shorten-readme.ts";
import { indent } from "./indent.ts";

export interface DocumentOffer {
  readonly folders: readonly string[];
  /** The client's record of the session, which tells its version; empty when unknown. */
  readonly transcript: string;
  /** Of these alone. */
  readonly only?: ReadonlySet<string>;
}

const SOURCE = "documents";
/** A token is about so many characters of prose. */
const CHARS_PER_TOKEN = 3.5;

export function offerDocuments(run: Run, session: Session, { folders, transcript, only }: DocumentOffer): void {
  const { config, workspace, client } = run.context;
  if (!config.documents.agents && !config.documents.readme) return;
  const { documents, problems } = findDirectoryDocuments({
    folders,
    root: workspace.gitTop ?? workspace.cwd,
    client,
    clientVersion: readClientVersion(transcript),
    loaded: session.ledger.loaded,
  });
  run.trace.problems.push(...problems);
  for (const document of documents) {
    if (only?.has(document.shownAs) === false) continue;
    if (!(document.kind === "agents" ? config.documents.agents : config.documents.readme)) continue;
    const text = textOf(document, run);
    if (text === "") continue;
    const content = `[document] ${neutralizeLine(document.shownAs)}\n${indent(text)}`;
    const priority = document.kind === "agents" ? "normal" : "low";
    session.offerText({ source: SOURCE, id: document.shownAs, hash: hashText(text).slice(0, 8), content: (form) => shortText(content, form), priority });
  }
}

function textOf({ kind, text }: DirectoryDocument, { context: { config } }: Run): string {
  const { tokens, readme_tokens } = config.documents;
  const chars = (limit: number): number => Math.floor((limit * CHARS_PER_TOKEN) / config.budget.token_factor);
  return kind === "agents" ? shortenDocument(text, chars(tokens)) : shortenReadme(text, chars(readme_tokens));
}
