/** Documents at the length there is room for: never longer, and cut where a reader would pause. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortenDocument } from "../../../src/surroundings/shorten-document.ts";
import { shortenReadme } from "../../../src/surroundings/shorten-readme.ts";

const README = `---
title: x
---
<!-- generated -->
<p align="center"><img src="logo.png"></p>

[![build](https://ci/badge.svg)](https://ci) ![npm](https://npm/badge.svg)

# Shop ![logo](l.png)

[![build](https://ci/badge.svg)](https://ci)

Sells things. It sells them well.

A second paragraph.

## Table of Contents

- [Install](#install)
- [Usage](#usage)

## Install

\`\`\`sh
# not a heading
npm i shop
\`\`\`

Needs Node 20.

## Usage

- [Install](#install)

Run \`shop\`.

#### Details

Deep.
`;

describe("a README", () => {
  it("is its headings and the first paragraph below each", () => {
    expect(shortenReadme(README, 1000)).toBe("# Shop\n\nSells things. It sells them well.\n\n## Install\n\nNeeds Node 20.\n\n## Usage\n\nRun `shop`.");
  });

  it("gives the first sections their paragraphs when there is not room for all", () => {
    expect(shortenReadme(README, 70)).toBe("# Shop\n\nSells things. It sells them well.\n\n## Install\n\n## Usage");
  });

  it("underlined headings are headings, and a text before the first one counts", () => {
    expect(shortenReadme("Hello.\n\nShop\n====\n\nSells.\n\nUse\n---\nRun.", 200)).toBe("Hello.\n\n# Shop\n\nSells.\n\n## Use\n\nRun.");
  });

  it("a long paragraph ends with a sentence", () => {
    const text = `# A\n\n${"One more sentence here. ".repeat(40)}`;
    expect(shortenReadme(text, 200)).toMatch(/here\.\n…$/);
  });
});

describe("an AGENTS.md", () => {
  const text = `# Rules\n\n${"Always do this. ".repeat(10)}\n\n## More\n\n${"Never do that. ".repeat(10)}\n`;

  it("stays whole where it fits", () => {
    expect(shortenDocument(text, 1000)).toBe(text.trim());
  });

  it("ends after a paragraph, not with a heading that has nothing below it", () => {
    expect(shortenDocument(text, 200)).toMatch(/Always do this\.\n…$/);
  });

  it("does not end inside of code", () => {
    const code = `Intro text.\n\n\`\`\`\n${"line\n".repeat(20)}\`\`\`\n`;
    expect(shortenDocument(code, 90)).toBe("Intro text.\n…");
  });

  it("comments and front matter are not instructions", () => {
    expect(shortenDocument("---\nx: 1\n---\n<!-- no -->\nYes.", 100)).toBe("Yes.");
  });
});

it("nothing is ever longer than there is room for, or ends in half a letter", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("# ", "\n", "\n\n", "```\n", "- [a](#b)\n", "![x](y)", "<!--", "🙂🙂🙂", "A sentence. "),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(200), (pieces, room) => {
      for (const short of [shortenReadme(pieces.join(""), room), shortenDocument(pieces.join(""), room)]) {
        expect(short.length).toBeLessThanOrEqual(room);
        expect(() => encodeURIComponent(short)).not.toThrow();
      }
    }),
    { numRuns: 1000 },
  );
});
