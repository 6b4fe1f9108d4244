/** Terms: what a text's keys are, and which spellings share one. */
import { describe, expect, it } from "vitest";
import { type TokenKind, tokenize } from "../../../src/analyze/tokenize.ts";

interface Token {
  readonly key: string;
  readonly surface: string;
  readonly kind: TokenKind;
  readonly parts: readonly string[];
}

function tokens(text: string): readonly Token[] {
  const found: Token[] = [];
  tokenize(text, (key, surface, kind, parts) => found.push({ key, surface, kind, parts }));
  return found;
}

const keys = (text: string): readonly string[] => tokens(text).map(({ key }) => key);

describe("plain words", () => {
  it.each([
    ["Retries failed, again.", ["retry", "fail", "again"], "folded, lower case, no punctuation"],
    ["", [], "nothing in nothing"],
    [" \n\t ?!()", [], "nothing in punctuation"],
    ["naïve Café", ["naiv", "cafe"].map((word) => keys(word)[0]), "accents fold to plain letters"],
    ["ｆｕｌｌ", ["full"], "full-width letters fold"],
    ["done: yes.", [...keys("done"), ...keys("yes")], "a final dot or colon is no part of a word"],
  ])("%j → %j (%s)", (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  it("runs longer than any term are left out: hashes and minified code", () => {
    expect(keys(`${"a".repeat(201)} word`)).toEqual(["word"]);
  });
});

describe("identifiers", () => {
  it.each(["AuthService", "authService", "auth_service", "auth-service", "auth.service", "AUTH_SERVICE", "auth::service"])(
    "%s has the key of authservice",
    (name) => {
      expect(keys(name)).toEqual(keys("authservice"));
      expect(tokens(name)[0]?.parts).toEqual([...keys("auth"), ...keys("service")]);
    },
  );

  it.each([
    ["AuthService", "symbol"],
    ["auth_service", "symbol"],
    ["append-only", "word"],
    ["one-two-three", "symbol"],
    ["--force", "flag"],
    [".env", "flag"],
    ["src/auth.ts", "path"],
    ["dec-5741815d", "symbol"],
  ])("%s is a %s", (text, kind) => {
    expect(tokens(text)[0]?.kind).toBe(kind);
  });

  it.each([
    ["c++", "c++"],
    ["C#", "c#"],
    [".env", ".env"],
    ["--force", "--force"],
    ["v8", "v8"],
    ["TS2345", "ts2345"],
    ["TS2345:", "ts2345"],
    ["dec-5741815d", "dec-5741815d"],
    ["DEC-5741815D,", "dec-5741815d"],
    ["pat-507900-48ba66c9", "pat-507900-48ba66c9"],
  ])("%s stays whole as %s", (text, key) => {
    expect(keys(text)).toEqual([key]);
  });

  it.each(["k8s", "i18n", "a11y", "e2e", "l10n", "p2p", "k3s", "log4j"])("%s is one term, not its first letters", (text) => {
    expect(keys(text)).toEqual([text]);
  });

  it("a short first piece does not vanish into the whole: e-mail is not email's key by accident of joints", () => {
    expect(keys("e-mail")).not.toEqual(keys("email"));
  });
});

describe("paths", () => {
  it.each([
    ["src/auth/service.ts", "plain"],
    ["./src/auth/service.ts", "relative"],
    ["/home/someone/src/auth/service.ts", "absolute"],
    ["src/auth/service.ts:12", "with a line"],
    ["src/auth/service.ts:12:3", "with line and column"],
    ["@src/auth/service.ts", "as an @file mention"],
    ["src\\auth\\service.ts", "with Windows separators"],
    ["C:\\work\\src\\auth\\service.ts:12", "absolute on Windows"],
    ["(src/auth/service.ts)", "in brackets"],
    ["src/auth/service.ts.", "at the end of a sentence"],
  ])("%s has one key however it is spelled (%s)", (path) => {
    expect(keys(path)).toEqual(["auth/service.ts"]);
  });

  it("a path gives its file name and the words of its segments as parts", () => {
    const [path] = tokens("src/auth/user-service.ts");
    expect(path?.parts).toEqual(expect.arrayContaining([...keys("auth"), ...keys("user"), ...keys("service")]));
  });

  it("a folder alone is its name", () => {
    expect(keys("billing/")).toEqual(keys("billing"));
  });
});

describe("other scripts", () => {
  it.each([
    ["数据库", ["数据", "据库"], "Chinese gives bigrams"],
    ["库", ["库"], "a single character stands for itself"],
    ["テスト", ["テス", "スト"], "katakana gives bigrams"],
    ["데이터", ["데이", "이터"], "Hangul gives bigrams of syllables, not of their letters"],
    ["用Redis缓存", ["用", "redis", "缓存"], "Latin words inside Chinese stay words"],
  ])("%s → %j (%s)", (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  it("decomposed and composed spellings are the same", () => {
    expect(keys("Größe 데이터".normalize("NFD"))).toEqual(keys("Größe 데이터".normalize("NFC")));
  });
});
