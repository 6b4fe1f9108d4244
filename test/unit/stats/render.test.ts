/** Both reports: what they say, that they say it within the width, and that nothing of the data becomes part of them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MetricLine } from "../../../src/metrics/metric-line.ts";
import { COLOURED, PLAIN } from "../../../src/stats/paint.ts";
import { renderPage } from "../../../src/stats/render-page.ts";
import { renderTerminal } from "../../../src/stats/render-terminal.ts";
import type { Period, Summary } from "../../../src/stats/summary.ts";
import { addTitles, keysOf } from "../../../src/stats/titles.ts";
import { DAY_MS, makeFeedback, makeMetric, makeShown, NOW, sum } from "./builders.ts";

const HOSTILE = [
  "<script>alert(1)</script>",
  `"><img src=x onerror="alert(1)">`,
  "</title></style></svg><script>",
  "' onload='x",
  "\u001b[31mred\u0007 \u202Egnp",
  "two\nlines",
  "x".repeat(3000),
];

function makeLines(): readonly MetricLine[] {
  return Array.from({ length: 60 }, (_, i) =>
    i % 3 === 0
      ? makeMetric({ silent: HOSTILE[i % 7] ?? "", at: NOW - (i % 30) * DAY_MS, session: `s-${i % 9}`, warm: true, ms: 2 })
      : makeShown([`journal:${i % 7}`, `${HOSTILE[i % 7]}:${i}`], {
          at: NOW - (i % 30) * DAY_MS,
          session: `s-${i % 9}`,
          project: HOSTILE[i % 7] ?? null,
          event: i % 2 === 0 ? "UserPromptSubmit" : (HOSTILE[i % 5] ?? ""),
          steps: { [HOSTILE[i % 7] ?? ""]: i },
        }),
  );
}

const JUDGED = Array.from({ length: 63 }, (_, i) => makeFeedback({ key: `journal:${i % 7}`, session: `s-${i % 9}`, verdict: i % 7 < 3 ? "ignored" : "used" }));

function makeSummary(): Summary {
  const summary = sum(makeLines(), JUDGED);
  return addTitles(summary, new Map(keysOf(summary).map((key, i) => [key, HOSTILE[i % 7] ?? ""])));
}

function monthOf({ periods }: Summary): Period {
  const period = periods[2];
  if (period === undefined) throw new Error("no month");
  return period;
}

describe("renderTerminal", () => {
  const summary = makeSummary();

  test("says in one sentence what there is to know", () => {
    const lines = renderTerminal(summary, monthOf(summary), { width: 100, paint: PLAIN });
    expect(lines[0]).toBe("30 days, 2026-10-18 to 2026-11-16, all projects");
    expect(lines.slice(1, 3).join(" ")).toContain("55 % of what was judged was of use");
    for (const title of ["day by day", "silent because", "shown from", "projects", "milliseconds", "most useful", "least useful", "control"])
      expect(lines).toContain(title);
  });

  test("no line is wider than the terminal, nor holds a control code of the data", () => {
    fc.assert(
      fc.property(fc.integer({ min: 48, max: 200 }), (width) => {
        const lines = renderTerminal(summary, monthOf(summary), { width, paint: PLAIN });
        expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(Math.min(width, 100));
        expect([...lines.join("")].filter((character) => character < " " || character === "\u202e")).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  test("colours add nothing but colours", () => {
    const plain = renderTerminal(summary, monthOf(summary), { width: 90, paint: PLAIN }).join("\n");
    const coloured = renderTerminal(summary, monthOf(summary), { width: 90, paint: COLOURED }).join("\n");
    expect(coloured).not.toBe(plain);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is being removed.
    expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(plain);
  });

  test("a silent day, and one without judgements", () => {
    const quiet = sum([makeShown(["journal:a"])]);
    const text = renderTerminal(quiet, monthOf(quiet), { width: 80, paint: PLAIN }).join("\n");
    expect(text).toContain("not judged yet");
    expect(text).not.toContain("NaN");
    const none = sum([makeMetric({ at: NOW - 60 * DAY_MS })]);
    expect(renderTerminal(none, monthOf(none), { width: 80, paint: PLAIN }).join("\n")).toContain("Nothing happened in this time.");
  });
});

describe("renderPage", () => {
  const summary = makeSummary();
  const page = renderPage(summary, monthOf(summary));

  test("no tag but its own, whatever the data says", () => {
    const own = [
      "html",
      "head",
      "meta",
      "link",
      "title",
      "style",
      "body",
      "main",
      "header",
      "h1",
      "h2",
      "p",
      "ul",
      "li",
      "b",
      "i",
      "span",
      "div",
      "section",
      "small",
    ];
    const drawn = ["svg", "g", "rect", "line", "text", "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "footer", "code"];
    const tags = new Set([...page.matchAll(/<\/?([a-zA-Z][\w-]*)/g)].map(([, name]) => name));
    expect([...tags].filter((name) => name === undefined || ![...own, ...drawn].includes(name))).toEqual([]);
    expect(page).not.toMatch(/<[^>]*\son\w+\s*=/);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  test("refers to nothing outside itself", () => {
    expect(page).not.toMatch(/https?:|url\(|@import|\bsrc=(?!x)/);
    expect(page).toContain("default-src 'none'");
  });

  test("every tag is closed, and every plot has a name and the numbers behind it", () => {
    for (const name of ["section", "svg", "g", "table", "details", "ul", "li", "div", "p"]) {
      const count = (pattern: string): number => page.match(new RegExp(pattern, "g"))?.length ?? 0;
      expect([name, count(`<${name}[ >]`)]).toEqual([name, count(`</${name}>`)]);
    }
    const plots = page.match(/<svg[^>]*>/g) ?? [];
    expect(plots.length).toBeGreaterThanOrEqual(7);
    for (const plot of plots) expect(plot).toMatch(/role="img" aria-label="[^"]+"/);
    for (const section of page.split("<section>").slice(1)) expect(section).toContain("<table>");
  });

  test("any text at all stays text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("<", ">", '"', "'", "&", "/", "script", " ", "=", "x", "-", "!"), maxLength: 40 }), (title) => {
        const summary = addTitles(sum(makeLines(), JUDGED), new Map([["journal:0", title]]));
        const other = addTitles(sum(makeLines(), JUDGED), new Map([["journal:0", "plain"]]));
        const tags = (text: string): number => text.match(/</g)?.length ?? 0;
        expect(tags(renderPage(summary, monthOf(summary)))).toBe(tags(renderPage(other, monthOf(other))));
      }),
      { numRuns: 50 },
    );
  });

  test("without data it says what to do, and holds no number that is none", () => {
    const none = sum([]);
    const text = renderPage(none, monthOf(none));
    expect(text).toContain("No runs recorded yet");
    for (const some of [none, sum([makeMetric({ silent: "x" })]), sum([makeMetric({ event: "Stop", session: null })]), sum([makeShown(["odd"])])]) {
      expect(renderPage(some, monthOf(some))).not.toMatch(/NaN|Infinity|undefined/);
    }
  });
});
