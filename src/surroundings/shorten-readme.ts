/** What a README says of its folder, in few words: the headings, and the first paragraph below each as far as there is room. */
import { cutText } from "./cut-text.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";
import { withoutComments } from "./without-comments.ts";

interface Section {
  /** With its signs; empty before the first heading. */
  readonly heading: string;
  paragraph: string;
}

/** Headings below this level are details. */
const MAX_LEVEL = 3;
/** A first paragraph that is cut shorter says nothing. */
const LEAST_PARAGRAPH = 80;

export function shortenReadme(text: string, maxChars: number): string {
  const sections = readSections(withoutComments(splitFrontmatter(text).body)).filter(({ heading }) => !isContents(heading));
  const outline = sections.map(({ heading }) => heading).filter((heading) => heading !== "");
  let room = maxChars - outline.join("\n\n").length;
  if (room < 0) return cutText(outline.join("\n"), maxChars);
  const parts: string[] = [];
  for (const { heading, paragraph } of sections) {
    if (heading !== "") parts.push(heading);
    const kept = fitParagraph(paragraph, room - 2);
    if (kept === "") continue;
    parts.push(kept);
    room -= kept.length + 2;
  }
  return cutText(parts.join("\n\n"), maxChars);
}

function fitParagraph(paragraph: string, room: number): string {
  if (paragraph.length <= room) return paragraph;
  return room < LEAST_PARAGRAPH ? "" : cutText(paragraph, room);
}

const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const UNDERLINE = /^ {0,3}(?:=+|-{3,})\s*$/;

function readSections(text: string): readonly Section[] {
  const sections: Section[] = [{ heading: "", paragraph: "" }];
  for (const block of readBlocks(text)) {
    const [, level, title] = HEADING.exec(block) ?? [];
    const last = sections.at(-1);
    if (level !== undefined && title !== undefined) {
      const shown = withoutImages(title);
      if (level.length <= MAX_LEVEL && shown !== "") sections.push({ heading: `${level} ${shown}`, paragraph: "" });
    } else if (last !== undefined && last.paragraph === "") last.paragraph = withoutImages(block);
  }
  return sections;
}

/** Headings on their own, other text by paragraph; code and tables of contents are dropped. */
function readBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let code = false;
  const end = () => {
    if (lines.length > 0 && !lines.every(isContentsLine)) blocks.push(lines.join("\n"));
    lines = [];
  };
  for (const line of text.split("\n")) {
    const fence = /^\s*(?:```|~~~)/.test(line);
    if (fence) code = !code;
    if (fence || code || line.trim() === "") end();
    else if (UNDERLINE.test(line) && lines.length === 1) {
      blocks.push(`${line.trim().startsWith("=") ? "#" : "##"} ${lines.pop()?.trim()}`);
    } else if (HEADING.test(line)) {
      end();
      blocks.push(line);
    } else if (!UNDERLINE.test(line)) lines.push(line);
  }
  end();
  return blocks;
}

function isContents(heading: string): boolean {
  return /^#+\s+(?:table of )?contents?$/i.test(heading) || /^#+\s+toc$/i.test(heading);
}

/** `- [Usage](#usage)` */
function isContentsLine(line: string): boolean {
  return /^\s*(?:[-*+]|\d+\.)\s+\[[^\]]*\]\(#[^)]*\)\s*$/.test(line);
}

/** Badges are images inside of links; what is then left of a line of badges are blanks. */
function withoutImages(block: string): string {
  const bare = block
    .replace(/\[!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])\](?:\([^)]*\)|\[[^\]]*\])/g, "")
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, "")
    .replace(/<\/?[A-Za-z][^<>]*>/g, "");
  return bare
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .join("\n");
}
