/**
 * YAML text with its secrets replaced in their place, so that comments and layout stay. The result must mean what capture
 * would have kept of the old text; where that cannot be had, a person has to do it. Pure.
 */
import { isDeepStrictEqual } from "node:util";
import { isPair, isScalar, Lexer, parse, parseDocument, Scalar, visit } from "yaml";
import { cleanFields } from "../privacy/clean.ts";
import { type Scrubbed, type Secret, scrubField, scrubText } from "./scrub-text.ts";

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly secrets: readonly Secret[];
}

/** `text` is null when the secrets cannot be replaced without changing what else the document says. */
export interface ScrubbedDocument extends Omit<Scrubbed, "text"> {
  readonly text: string | null;
}

const OPTIONS = { logLevel: "error" } as const;

export function scrubYaml(source: string): ScrubbedDocument {
  const wanted = readClean(source);
  if (wanted === undefined) return { text: null, secrets: scrubText(source).secrets };
  // Blocks of text keep their form where they can.
  for (const keepsBlocks of [true, false]) {
    const edits = findEdits(source, keepsBlocks);
    const secrets = edits.flatMap(({ start, secrets }) => secrets.map((secret) => ({ ...secret, at: start + secret.at })));
    if (edits.length === 0) return { text: source, secrets };
    const text = applyEdits(source, edits);
    if (isDeepStrictEqual(readValue(text), wanted) && findEdits(text, keepsBlocks).length === 0) return { text, secrets };
    if (!keepsBlocks) return { text: null, secrets };
  }
  return { text: null, secrets: [] };
}

/** What capture would have kept; undefined when it is no YAML. */
function readClean(source: string): unknown {
  const value = readValue(source);
  return value === undefined ? undefined : cleanFields(value);
}

function readValue(source: string): unknown {
  try {
    return parse(source, OPTIONS) ?? null;
  } catch {
    return undefined;
  }
}

function findEdits(source: string, keepsBlocks: boolean): readonly Edit[] {
  const scalars = scalarEdits(source, keepsBlocks);
  const comments = commentEdits(source).filter(({ start }) => !scalars.some((scalar) => scalar.start <= start && start < scalar.end));
  return [...scalars, ...comments].sort((a, b) => a.start - b.start);
}

function scalarEdits(source: string, keepsBlocks: boolean): readonly Edit[] {
  const edits: Edit[] = [];
  visit(parseDocument(source, OPTIONS), {
    Scalar(role, node, path) {
      if (typeof node.value !== "string" || !node.range) return;
      const parent = path.at(-1);
      const name = role === "value" && isPair(parent) && isScalar(parent.key) ? String(parent.key.value) : null;
      const scrubbed = name === null ? scrubText(node.value) : scrubField(name, node.value);
      if (scrubbed.secrets.length === 0) return;
      const [start, end] = node.range;
      edits.push({ start, end, text: renderScalar(node, source.slice(start, end), scrubbed.text, keepsBlocks), secrets: atStart(scrubbed.secrets) });
    },
  });
  return edits;
}

/** Offsets within a scalar are not those within its source. */
function atStart(secrets: readonly Secret[]): readonly Secret[] {
  return secrets.map((secret) => ({ ...secret, at: 0 }));
}

function renderScalar({ type }: Scalar, before: string, clean: string, keepsBlocks: boolean): string {
  const isBlock = type === Scalar.BLOCK_LITERAL || type === Scalar.BLOCK_FOLDED;
  if (isBlock && keepsBlocks) return scrubText(before).text;
  // A string of JSON is one of YAML; a marker without quotes would be a list.
  return isBlock ? `${JSON.stringify(clean)}\n` : JSON.stringify(clean);
}

const BEFORE_SCALAR = "\u001f";
/** Signs of the lexer that do not stand in the source. */
const SYNTHETIC = [BEFORE_SCALAR, "\u0002", "\u0018"];

function commentEdits(source: string): readonly Edit[] {
  const edits: Edit[] = [];
  let start = 0;
  let before = "";
  for (const lexeme of new Lexer().lex(source)) {
    const scrubbed = lexeme.startsWith("#") && before !== BEFORE_SCALAR ? scrubText(lexeme) : null;
    const end = start + (SYNTHETIC.includes(lexeme) ? 0 : lexeme.length);
    if (scrubbed !== null && scrubbed.secrets.length > 0) edits.push({ start, end, ...scrubbed });
    start = end;
    before = lexeme;
  }
  return edits;
}

function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = "";
  let kept = 0;
  for (const { start, end, text } of edits) {
    result += source.slice(kept, start) + text;
    kept = end;
  }
  return result + source.slice(kept);
}
