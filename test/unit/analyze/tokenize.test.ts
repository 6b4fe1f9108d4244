/** Terms: what a text's keys are, and which spellings share one. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beginningOf, isPlainText, type TokenKind, tokenize, tokenizeNear } from "../../../src/analyze/tokenize.ts";

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
    ["Retries failed, again.", ["retri", "fail", "again"], "folded, lower case, no punctuation"],
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
    ["dec-5741815d", "id"],
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

const stem = fc.constantFrom(
  ...["auth", "service", "retry", "embed", "queue", "db", "id", "user", "front", "end", "policy", "validation", "alias", "v8", "e2e"],
);
const inflected = fc.tuple(stem, fc.constantFrom("", "s", "ed", "ing", "ies", "ied", "y", "e", "ation", "er")).map((parts) => parts.join(""));
const capital = inflected.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
const joined = fc.tuple(fc.array(fc.oneof(inflected, capital), { minLength: 2, maxLength: 3 }), fc.constantFrom("", "_", "-", ".", "::", "--", "/", "\\", ":"));
const special = fc.constantFrom(
  ...["c++", "C#", ".env", "--dry-run", "TS2345", "e-mail", "src/auth/service.ts:12:3", "dec-00000001", "HTTPServer", "x.y", "..."],
);
const plainPiece = fc.oneof(
  { weight: 3, arbitrary: inflected },
  { weight: 2, arbitrary: capital },
  { weight: 3, arbitrary: joined.map(([words, joint]) => words.join(joint)) },
  { weight: 2, arbitrary: special },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
);
const gap = fc.constantFrom(...[" ", " ", " ", ", ", "\n", "\t", '"', "(", "=", "…", " — ", "“", "→", "😀", "·", ""]);
const plainText = fc.array(fc.tuple(plainPiece, gap), { maxLength: 8 }).map((pieces) => pieces.flat().join(""));

describe("plain text", () => {
  it.each(["ASCII only: a_b/c", "a dash — and an arrow →", "“quoted”", "ok ✓ done 😀", "§ 2, 5 °C", ""])("%j is plain", (text) => {
    expect(isPlainText(text)).toBe(true);
  });

  it.each(["naïve", "Größe", "数据库", "ｆｕｌｌ", "x²", "™", "№ 1", "①", "𝐛𝐨𝐥𝐝", "µs", "½", "ﬁle", "e\u0301", "a\u200db"])(
    "%j is not: letters, or what folds to some",
    (text) => {
      expect(isPlainText(text)).toBe(false);
    },
  );

  it("what is plain has the tokens that it has among letters of other scripts, where nothing is taken for granted", () => {
    const anyText = fc.array(fc.oneof({ weight: 2, arbitrary: plainText }, { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(
        anyText.map((pieces) => pieces.join("")),
        (text) => {
          fc.pre(isPlainText(text));
          expect(tokens(`${text} é`)).toEqual([...tokens(text), ...tokens("é")]);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("no sign that counts as plain is, or folds to, anything that a token could contain", () => {
    const odd: string[] = [];
    for (let code = 128; code <= 0x1ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const sign = String.fromCodePoint(code);
      if (isPlainText(sign) && JSON.stringify(tokens(`ab${sign}cd é`)) !== JSON.stringify([...tokens("ab"), ...tokens("cd"), ...tokens("é")]))
        odd.push(code.toString(16));
    }
    expect(odd).toEqual([]);
  });
});

describe("tokenizeNear", () => {
  interface Place {
    readonly key: string;
    readonly at: number;
  }

  function near(text: string, wanted: readonly string[]): readonly Place[] {
    const beginnings = [...new Set(wanted.map((key) => beginningOf(key)))].filter((beginning) => beginning !== null);
    const found: Place[] = [];
    tokenizeNear(text, beginnings, (at, key, parts) => {
      for (const each of [key, ...parts]) found.push({ key: each, at });
    });
    return found;
  }

  const wantedIn = (all: readonly string[], wanted: readonly string[]): readonly string[] => all.filter((key) => wanted.includes(key)).sort();
  const allKeys = (text: string): readonly string[] => tokens(text).flatMap(({ key, parts }) => [key, ...parts]);

  it("finds exactly the wanted keys that tokenize finds, each as often, and where they stand", () => {
    fc.assert(
      fc.property(plainText, plainText, fc.array(fc.nat(), { maxLength: 4 }), (text, other, picks) => {
        // In "c++auth" no three letters of the key "cauth" stand in one piece.
        fc.pre(isPlainText(text) && !text.includes("c++"));
        const choices = [...allKeys(text), ...allKeys(other)];
        const wanted = picks.map((pick) => choices[pick % choices.length] ?? "kafka");
        const found = near(text, wanted).filter(({ key }) => wanted.includes(key));
        expect(found.map(({ key }) => key).sort()).toEqual(wantedIn(allKeys(text), wanted));
        for (const { key, at } of found) {
          expect(at).toBeGreaterThanOrEqual(0);
          // What begins there is the token itself.
          expect(allKeys(text.slice(at).split(/[^\w#$+\-./:@[\\\]~]/)[0] ?? "")).toContain(key);
        }
      }),
      { numRuns: 5000 },
    );
  });

  it("a key of other letters has no beginning to look for: its text is read as a whole", () => {
    expect(beginningOf(keys("数据")[0] ?? "")).toBe(null);
  });
});
