/** Modes in prompts: the shipped ones, in the languages that they know, and all the places where a word is only mentioned. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildConfig } from "../../../src/config/build-config.ts";
import type { Mode } from "../../../src/config/modes.ts";
import { parseConfig } from "../../../src/config/parse-config.ts";
import { findModes } from "../../../src/modes/find-modes.ts";
import { mayMeanMode } from "../../../src/modes/may-mean-mode.ts";
import { REPO_ROOT } from "../builders.ts";

const SHIPPED = buildConfig([parseConfig(readFileSync(join(REPO_ROOT, "config.yaml"), "utf8"), "config.yaml", "shipped").settings]).modes;
const ENABLED = SHIPPED.map((mode) => ({ ...mode, enabled: true }));

const names = (modes: readonly Mode[], prompt: string): readonly string[] => findModes(modes, prompt).map(({ name }) => name);
const makeMode = (over: Partial<Mode>): Mode => ({ name: "m", enabled: true, words: [], patterns: [], text: "x", priority: "high", ...over });

describe("a mode's word", () => {
  it.each([
    ["ultrawork: port the parser", "ultrawork"],
    ["Port the parser. ULW!", "ultrawork"],
    ["(ulw) port it", "ultrawork"],
    ["#ulw port it", "ultrawork"],
    ["don't stop at half of it, it's an ultrawork thing, isn't it?", "ultrawork"],
    ["파서를 ultrawork로 옮겨줘", "ultrawork"],
    ["ultraworkでお願いします", "ultrawork"],
    ["请用ultrawork模式完成", "ultrawork"],
    ["làm ultrawork nhé", "ultrawork"],
    ["mach das mit ultrawork, bitte", "ultrawork"],
    ["en ultrawork, s'il te plaît", "ultrawork"],
    ["/home/me/flow is broken, ulw", "ultrawork"],
    ["a lone ` before ulw", "ultrawork"],
    ['a 5" screen\n\nulw', "ultrawork"],
    ["Array<string> and ulw", "ultrawork"],
    ["```js\nx\n```\nulw", "ultrawork"],
    ["~~~\r\nx\r\n~~~\r\nulw", "ultrawork"],
    ["> quoted\nulw", "ultrawork"],
    ["<system-reminder>x</system-reminder>ulw", "ultrawork"],
    ["the users' list and the admins' list, ulw", "ultrawork"],
    ["search-mode where is the cache", "search"],
    ["[search-mode] cache", "search"],
    ["[analyze-mode]\ncache", "analyze"],
  ])("in %j", (prompt, name) => {
    expect(names(SHIPPED, prompt)).toEqual([name]);
    expect(mayMeanMode(SHIPPED, prompt)).toBe(true);
  });

  it.each([
    ["part of a word", "ultraworker ulwx research-mode search-modes"],
    ["joined by a hyphen", "non-ulw and ultrawork-like"],
    ["an identifier", "$ultrawork ultrawork_mode @ultrawork ultrawork() ultrawork=1"],
    ["a possessive", "ultrawork's origin"],
    ["a path", "see src/ultrawork.ts, ultrawork/src and C:\\ultrawork\\x"],
    ["a file name", "open ultrawork.ts"],
    ["an address", "https://x.dev/ultrawork?ulw=1 and www.ultrawork.dev"],
    ["a link", "[ultrawork](#about) says so"],
    ["a flag", "run it --ultrawork"],
    ["fenced code", "look:\n```sh\nultrawork\n```\nthanks"],
    ["a fence of tildes in a list", "1. ~~~\n   ultrawork\n   ```\n   ulw\n   ~~~"],
    ["a longer fence around a fence", "````md\n```\nx\n```\nultrawork\n````"],
    ["a fence that never ends", "```\nultrawork"],
    ["a fence in the middle of a line", "this:```\nultrawork\n``` ok"],
    ["inline code", "what is `ultrawork` and ``ulw ` ulw`` for"],
    ["double quotes", 'he said "ultrawork" and "do\nulw now"'],
    ["single quotes around more words", "he said 'don't use ultrawork here' today"],
    ["typographic quotes", "“ultrawork”, „ulw“, «ultrawork», »ulw«, ‘use ulw now’"],
    ["East Asian quotes", "「ultrawork」『ulw』とは"],
    ["a quotation", "> please ultrawork\n  > ulw\nwhat did he mean"],
    ["a slash command", "/review ultrawork"],
    ["a slash command behind what the client adds", "<ide_opened_file>x</ide_opened_file>\n/plugin:review ulw"],
    ["a reminder", "hello <system-reminder>\nultrawork\n</system-reminder>"],
    ["other tags", '<ide_selection file="a">ulw</ide_selection> <command-args>ultrawork</command-args>'],
    ["a fence that begins in a tag", "<x>\n```\n</x>\n```\nfine"],
    ["a tag that ends in a fence", "```\n<x>\n```\n```\n</x> ulw\n```"],
    ["nothing", ""],
  ])("not in %s", (_name, prompt) => {
    expect(names(SHIPPED, prompt)).toEqual([]);
  });

  it("may itself be of a language without blanks", () => {
    const modes = [makeMode({ words: ["深度分析"] })];
    expect(names(modes, "请用深度分析模式")).toEqual(["m"]);
  });

  it("is taken literally", () => {
    expect(names([makeMode({ words: ["c++"] })], "in c++ please")).toEqual(["m"]);
    expect(names([makeMode({ words: ["[a-z]"] })], "just b")).toEqual([]);
  });
});

describe("a mode's patterns, once it is enabled", () => {
  it.each([
    ["Find all callers of parse", "search"],
    ["where is the cache written", "search"],
    ["캐시 쓰는 곳을 찾아줘", "search"],
    ["キャッシュを書く所を探して", "search"],
    ["找出所有写缓存的地方", "search"],
    ["tìm tất cả chỗ ghi cache", "search"],
    ["Suche nach allen Aufrufen", "search"],
    ["Où est écrit le cache ?", "search"],
    ["¿Dónde está el caché?", "search"],
    ["I will analyze the cache", "analyze"],
    ["why does it hang", "analyze"],
    ["이 코드를 분석해줘", "analyze"],
    ["原因を教えて", "analyze"],
    ["分析一下这个模块", "analyze"],
    ["phân tích đoạn này", "analyze"],
    ["phân tích đoạn này".normalize("NFD"), "analyze"],
    ["Untersuche den Absturz", "analyze"],
    ["Pourquoi ça plante ?", "analyze"],
    ["Investiga el fallo", "analyze"],
    ["don’t stop   until\tit works", "ultrawork"],
  ])("%j", (prompt, name) => {
    expect(names(ENABLED, prompt)).toEqual([name]);
    expect(names(SHIPPED, prompt)).toEqual([]);
    expect(mayMeanMode(SHIPPED, prompt)).toBe(false);
    expect(mayMeanMode(ENABLED, prompt)).toBe(true);
  });

  it.each([
    "research the topic",
    "fix the search bar",
    "the analyzer crashes",
    "I relocate the file",
    "die Suche ist kaputt",
    "la recherche est lente",
    "검색 기능을 고쳐줘",
    "搜索功能坏了",
    "rename `find all` to x",
    "open src/analyze/search.ts",
    "> why is it slow\nanswer him",
  ])("not %j", (prompt) => {
    expect(names(ENABLED, prompt)).toEqual([]);
  });

  it("each mode once, in the order of the settings", () => {
    expect(names(ENABLED, "analyze it, find all uses, ulw, analyze-mode, ultrawork")).toEqual(["ultrawork", "search", "analyze"]);
  });
});

describe("bounds", () => {
  it("beyond 4000 characters of own words nothing is looked at; what is foreign does not count for them", () => {
    const own = "word ".repeat(800);
    expect(names(SHIPPED, `${own.slice(10)} ulw`)).toEqual(["ultrawork"]);
    expect(names(SHIPPED, `${own} ulw`)).toEqual([]);
    expect(names(SHIPPED, `\`\`\`\n${own}\n\`\`\`\nulw`)).toEqual(["ultrawork"]);
  });

  it("patterns see no more than that", () => {
    expect(names([makeMode({ patterns: ["^x{4000}$"] })], "x".repeat(100_000))).toEqual(["m"]);
  });

  it("a prompt of any size is read up to 128 KiB, and what is cut off stays hidden", () => {
    const fence = `\`\`\`\n${"x\n".repeat(70_000)}\`\`\`\nulw`;
    expect(names(SHIPPED, fence)).toEqual([]);
    expect(mayMeanMode(SHIPPED, fence)).toBe(false);
  });
});

describe("properties", () => {
  const piece = fc.constantFrom(
    "ulw",
    "ultrawork",
    "search-mode",
    "analyze",
    "find all",
    " ",
    "\n",
    "`",
    "``",
    '"',
    "'",
    "“",
    "<x>",
    "</x>",
    "<system-reminder>",
    "> ",
    "/a",
    ".",
    "x",
    "찾아",
  );
  const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));

  it("text within a fence never triggers, unless it ends the fence", () => {
    const inside = anyText.filter((text) => !/^\s*(?:`{3,}|~{3,})\s*$/m.test(text));
    const fence = fc.constantFrom("```", "~~~", "`````", "~~~~");
    fc.assert(fc.property(fence, inside, (mark, text) => names(ENABLED, `see\n${mark}\n${text}\n${mark}\nthanks`).length === 0));
  });

  it("nor does text within the client's tags, unless it ends them", () => {
    const inside = anyText.filter((text) => !text.includes("</"));
    fc.assert(fc.property(inside, (text) => names(ENABLED, `hi <system-reminder>${text}</system-reminder> thanks`).length === 0));
  });

  it("what findModes finds, mayMeanMode has foretold", () => {
    fc.assert(fc.property(anyText, (text) => findModes(SHIPPED, text).length === 0 || mayMeanMode(SHIPPED, text)));
  });

  it("any text has an answer, each mode once and in order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        const found = findModes(ENABLED, text);
        return found.length <= ENABLED.length && ENABLED.filter((mode) => found.includes(mode)).every((mode, index) => mode === found[index]);
      }),
    );
  });
});
