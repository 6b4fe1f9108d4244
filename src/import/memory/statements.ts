/** A memory file, taken apart into statements that stand by themselves, each with what kind of record it is. Pure. */
import { shorten } from "../../render/neutralize.ts";
import { fieldsOf, textOf } from "../../sources/fields.ts";
import { splitFrontmatter } from "../../surroundings/split-frontmatter.ts";
import type { Said } from "../../write/compose-record.ts";
import type { StoredFields, Writable } from "../../write/writable.ts";
import { type Block, plainText, splitBlocks } from "../markdown.ts";
import { parseHeader } from "../read-document.ts";

interface Statement {
  readonly kind: Writable;
  readonly said: Said;
  readonly fields?: StoredFields;
  readonly line: number;
}

export interface ParsedMemory {
  readonly statements: readonly Statement[];
  /** The header cannot be read: what is wrong with it. */
  readonly problem: string | null;
  /** Items of a single word, or none. */
  readonly short: number;
}

export function parseMemory(text: string): ParsedMemory {
  const { header, body } = splitFrontmatter(text);
  const firstLine = text.split("\n").length - body.split("\n").length + 1;
  const { about, problem } = aboutOf(header);
  const topic = about === null ? null : wholeTopic(about, body, firstLine);
  if (topic !== null) return { statements: [topic], problem, short: 0 };
  const blocks = groupProse(splitBlocks(body, firstLine).filter(({ text: block }) => !isPointer(block)));
  const statements = blocks.filter(({ text: block }) => WORDS.test(block)).map((block) => statementOf(block, about));
  return { statements, problem, short: blocks.length - statements.length };
}

/** Two at least: a single one says nothing. */
const WORDS = /[\p{L}\p{N}_][^\p{L}\p{N}_]+[\p{L}\p{N}_]/u;

interface About {
  readonly type: string;
  readonly description: string;
}

function aboutOf(header: string | null): { readonly about: About | null; readonly problem: string | null } {
  try {
    const fields = fieldsOf(header === null ? null : parseHeader(header));
    const { type } = { ...fieldsOf(fields.metadata), ...fields };
    const description = textOf(fields.description) || textOf(fields.title) || textOf(fields.name).replaceAll(/[-_]+/g, " ");
    return { about: description === "" ? null : { type: textOf(type).toLowerCase(), description }, problem: null };
  } catch (error) {
    return { about: null, problem: (error as Error).message.split("\n")[0] ?? "" };
  }
}

/** An entry of the index that leads to a file beside it: that file says it all. */
const POINTER = /^\[[^\]\n]{1,200}\]\((?!https?:)[^)\s]{1,300}\.md\)|^(?:see|details?(?: in)?|more(?: in)?):?\s+`?\[?[\w./-]{1,200}\.md\b.{0,20}$/i;

function isPointer(text: string): boolean {
  return POINTER.test(text.slice(0, 600));
}

const MAX_TOPIC = 2000;
const WHY = /^\**why:?\**:?\s*/i;
const HOW = /^\**how to apply:?\**:?\s*/i;

/** A file with a description is one memory, unless it is long. Its body often says why, and how to apply it. */
function wholeTopic({ type, description }: About, body: string, line: number): Statement | null {
  if (body.length > MAX_TOPIC) return null;
  // They often stand on the lines of one paragraph.
  const apart = body.replace(/\n(?=\*{0,2}(?:why|how to apply):)/gi, "\n\n");
  const blocks = splitBlocks(apart).map(({ kind, text, intro }) => `${intro === "" ? "" : `${intro}: `}${kind === "item" ? "- " : ""}${text}`);
  const part = (pattern: RegExp): string => plainText(blocks.find((block) => pattern.test(block))?.replace(pattern, "") ?? "");
  const rest = blocks.filter((block) => !WHY.test(block) && !HOW.test(block)).map(plainText);
  const kind = kindOf(`${description}\n${rest[0] ?? ""}`, [], type);
  const text = rest.join("\n");
  if (kind === "pattern")
    return { kind, said: { text: description, problem: part(WHY), solution: [text, part(HOW)].filter(Boolean).join("\n"), tags: tagsOf(type) }, line };
  const reasons = [part(WHY), part(HOW)].filter((each) => each !== "").join("\n");
  if (kind === "decision") return { kind, said: { text: text || description, rationale: reasons, tags: tagsOf(type) }, fields: { title: description }, line };
  const content = [text, reasons].filter((each) => each !== "").join("\n");
  const fields = content === "" ? {} : { title: description };
  return { kind, said: { text: content || description, source: "memory", tags: tagsOf(type) }, fields, line };
}

function tagsOf(type: string): readonly string[] {
  return ["memory", ...(type === "" ? [] : [type])];
}

const MAX_SECTION = 1200;

/** The paragraphs of a short section belong together; those of a long one stand alone, as items do. */
function groupProse(blocks: readonly Block[]): readonly Block[] {
  const groups: Block[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    const isSame = last?.kind === "prose" && block.kind === "prose" && last.headings.join("\n") === block.headings.join("\n");
    if (last !== undefined && isSame && last.text.length + block.text.length < MAX_SECTION)
      groups[groups.length - 1] = { ...last, text: `${last.text}\n${block.text}` };
    else groups.push(block);
  }
  return groups;
}

/** Headings that say only what kind of text this is. */
const GENERIC =
  /^(?:project |auto |claude |my |key |important |architecture )*(?:memory|memories|notes?|index|general|misc\w*|overview|summary|facts|todo|decisions?|history|log)(?:\.md)?$/i;
const MAX_TEXT = 4000;

function statementOf({ text, headings, intro, line }: Block, about: About | null): Statement {
  const saying = shorten(plainText(text), MAX_TEXT);
  // The title of the file stands above everything in it, so it tells nothing apart.
  const near = headings.length > 1 ? headings.slice(1).slice(-2) : headings;
  const context = [about?.description ?? "", ...near, intro].filter((part) => part !== "" && !GENERIC.test(part)).join(" / ");
  const type = about?.type ?? "";
  const kind = kindOf(saying, headings, type);
  const tags = tagsOf(type);
  if (kind === "pattern") return { kind, said: { text: saying, context, tags }, line };
  // Alone, "runs on port 3000" does not say what does.
  const placed = context === "" ? saying : `${context}: ${saying}`;
  return { kind, said: { text: placed, source: "memory", tags }, line };
}

const DECIDED =
  /\b(?:decided|we chose|chosen over|agreed (?:to|on|that)|switched (?:from|to)|moved (?:from|away)|migrated (?:from|to)|rejected|settled on|went with|opted for)\b/i;
const ADVICE =
  /^(?:always|never|prefer|don't|do not|avoid|make sure|ensure|must|use|run|keep|remember to|be careful|beware|when(?:ever)?\b.{1,80}(?:,|:)|before\b.{1,80}(?:,|:)|after\b.{1,80}(?:,|:)|user (?:prefers|wants|likes|dislikes))\b/i;
const ADVICE_HEADING = /pattern|convention|rule|preference|feedback|guideline|gotcha|pitfall|lesson|best practice|style|workflow|how to/i;

/** What was decided is a decision, what tells how to work is a pattern; anything else is a note. */
function kindOf(text: string, headings: readonly string[], type: string): "decision" | "pattern" | "observation" {
  const start = text.slice(0, 600);
  if (DECIDED.test(start) || headings.some((heading) => /\bdecisions?\b|\badrs?\b/i.test(heading))) return "decision";
  if (type === "feedback" || ADVICE.test(start) || headings.some((heading) => ADVICE_HEADING.test(heading))) return "pattern";
  return "observation";
}
