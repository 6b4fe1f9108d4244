/** One architecture decision record, as Nygard writes it or as MADR does (2 to 4): text in, its parts out. Pure. */
import { type Fields, fieldsOf, textOf, whenOf } from "../../sources/fields.ts";
import { splitFrontmatter } from "../../surroundings/split-frontmatter.ts";
import type { EpochMs } from "../../types.ts";
import { blocksOf, plainText, type Section, splitSections } from "../markdown.ts";
import { parseHeader } from "../read-document.ts";

export interface Adr {
  readonly title: string;
  /** In small letters: accepted, superseded by …; empty when it does not say. */
  readonly status: string;
  readonly at: EpochMs | null;
  readonly decision: string;
  readonly context: string;
  readonly consequences: string;
  readonly options: readonly string[];
}

/** Null when it is no decision record: it has neither a decision nor a status. */
export function parseAdr(text: string): Adr | null {
  const { header, body } = splitFrontmatter(text);
  const sections = splitSections(body);
  const head = { ...fieldsOf(headerOf(header)), ...linesOf(sections) };
  const titled = sections.find(({ level }) => level === 1);
  const outcome = sectionText(sections, OUTCOME);
  const consequences = sectionText(sections, /^(?:positive |negative )?consequences\b/);
  const status = plainText(textOf(head.status) || sectionText(sections, /^status$/)).toLowerCase();
  const title = (textOf(head.title) || titled?.heading || "").replace(NUMBER, "").trim();
  if (title === "" || (outcome === "" && status === "")) return null;
  return {
    title,
    status,
    at: whenOf(textOf(head.date), sectionText(sections, /^date$/)).at,
    decision: outcome,
    context: sectionText(sections, CONTEXT),
    // MADR has them below the outcome, which holds them then.
    consequences: outcome.includes(consequences) ? "" : consequences,
    options: optionsOf(sections),
  };
}

/** "1. ", "ADR-0005: ", "0005 - ". */
const NUMBER = /^(?:adr[\s_-]*)?\d{1,5}\s*(?:[.:)]|\s[-\u2013\u2014])\s*|^adr[\s_-]*\d{1,5}\s+/i;
const OUTCOME = /^(?:decision(?: outcome)?|decisions|outcome|resolution)$/;
const CONTEXT = /^(?:context(?: and problem statement)?|problem(?: statement)?|issue|background|motivation|context and problem)$/;

function headerOf(header: string | null): unknown {
  try {
    return header === null ? null : parseHeader(header);
  } catch {
    // Its lines are looked at all the same.
    return Object.fromEntries(keyLines((header ?? "").split("\n")));
  }
}

const KEY_LINE = /^\s{0,3}(?:[*+-]\s+)?(?:\*\*)?(status|date|deciders)(?:\*\*)?\s{0,3}:(?:\*\*)?\s{0,3}(\S[^\n]{0,300})$/i;

/** `* Status: accepted`, `Date: 2020-01-01`: before the first section, or right below the title. */
function linesOf(sections: readonly Section[]): Fields {
  return Object.fromEntries(keyLines(sections.filter(({ level }) => level <= 1).flatMap(({ lines }) => lines)));
}

function keyLines(lines: readonly string[]): readonly (readonly [string, string])[] {
  return lines.flatMap((line) => {
    const found = KEY_LINE.exec(line);
    return found === null ? [] : [[(found[1] ?? "").toLowerCase(), (found[2] ?? "").trim()] as const];
  });
}

/** The text of the first section of that name, with the sections below it. */
function sectionText(sections: readonly Section[], name: RegExp): string {
  const at = sections.findIndex(({ heading, level }) => level > 1 && name.test(heading.toLowerCase().replace(/[:?]$/, "")));
  const top = sections[at];
  if (top === undefined) return "";
  const rest = sections.slice(at + 1);
  const end = rest.findIndex(({ level }) => level <= top.level);
  return [top, ...(end < 0 ? rest : rest.slice(0, end))]
    .map((section, index) => [index === 0 ? "" : `${section.heading}:`, ...textsOf(section)].filter((line) => line !== "").join("\n"))
    .filter((text) => text !== "")
    .join("\n");
}

function textsOf({ lines }: Section): readonly string[] {
  return blocksOf(lines).map(({ kind, text, intro }) => `${intro === "" ? "" : `${intro}: `}${kind === "item" ? "- " : ""}${plainText(text)}`);
}

const MAX_OPTIONS = 20;

function optionsOf(sections: readonly Section[]): readonly string[] {
  const section = sections.find(({ heading }) =>
    /^(?:considered (?:options|alternatives)|alternatives(?: considered)?|options(?: considered)?)$/i.test(heading),
  );
  const items = section === undefined ? [] : blocksOf(section.lines).filter(({ kind }) => kind === "item");
  return items.map(({ text }) => plainText(text)).slice(0, MAX_OPTIONS);
}
