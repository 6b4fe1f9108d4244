/** What is left of texts, JSON and YAML: as capture would have kept them, and otherwise as they were. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { cleanFields } from "../../../src/privacy/clean.ts";
import { parseJsonText, scrubJson } from "../../../src/write/scrub-json.ts";
import { scrubLines } from "../../../src/write/scrub-lines.ts";
import { scrubText } from "../../../src/write/scrub-text.ts";
import { scrubYaml } from "../../../src/write/scrub-yaml.ts";
import { buildSecretCases } from "../privacy/secret-corpus.ts";

const TOKEN = `gh${"p_"}${"a1B2c3D4".repeat(5)}`;
const MARK = "[redacted: github-token]";

function scrubbed(source: string): string {
  const json = parseJsonText(source);
  if (json === null) throw new Error("no JSON");
  return scrubJson(json).text;
}

describe("the masked form", () => {
  it("names the issuer and the length, never more", () => {
    expect(scrubText(`use ${TOKEN} here`).secrets).toEqual([{ kind: "github-token", masked: `gh${"p_"}…(44)`, at: 4 }]);
    expect(scrubText("password=hunter42").secrets).toEqual([{ kind: "password", masked: "…(8)", at: 9 }]);
    expect(scrubText("a <private>b</private>").secrets).toEqual([{ kind: "private", masked: "<private>…", at: 2 }]);
  });

  it("holds no more than eleven characters of any secret that we know of", () => {
    for (const { text, secret } of buildSecretCases()) {
      for (const { masked } of scrubText(text).secrets) {
        for (let at = 0; at + 12 <= secret.length; at++) expect(masked).not.toContain(secret.slice(at, at + 12));
      }
    }
  });
});

describe("scrubJson", () => {
  it("changes the strings that hold a secret, and not one other byte", () => {
    const source = `\ufeff {"n": 12345678901234567890, "f": 1.0,\t"a": "x ${TOKEN}", "a" : "\\u00e4\\/", "list": ["${TOKEN}", {}]}\r`;
    expect(scrubbed(source)).toBe(`\ufeff {"n": 12345678901234567890, "f": 1.0,\t"a": "x ${MARK}", "a" : "\\u00e4\\/", "list": ["${MARK}", {}]}\r`);
  });

  it("finds what escapes hide, what a later field of the same name hides, and keys", () => {
    expect(scrubbed(`{"a": "\\u0067${TOKEN.slice(1)}"}`)).toBe(`{"a": "${MARK}"}`);
    expect(scrubbed(`{"a":"${TOKEN}","a":"x"}`)).toBe(`{"a":"${MARK}","a":"x"}`);
    expect(scrubbed(`{"${TOKEN}":1}`)).toBe(`{"${MARK}":1}`);
    expect(scrubbed('{"password": "swordfish", "next": "swordfish"}')).toBe('{"password": "[redacted: password]", "next": "swordfish"}');
    expect(scrubbed('{"x": "\\\\", "token": "k3v9x2m4q8\\""}')).toBe('{"x": "\\\\", "token": "[redacted: token]"}');
  });

  it("means what capture would have kept, for every secret we know of", () => {
    for (const { text } of buildSecretCases()) {
      const value = { id: "dec-1", note: text, tags: ["a", text], nested: { [text.slice(0, 60)]: text } };
      expect(JSON.parse(scrubbed(JSON.stringify(value, null, 1)))).toEqual(cleanFields(value));
    }
  });

  it("means what capture would have kept, for any JSON", () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom(TOKEN, `a\n${TOKEN}"`, "password: hunter42!", "<private>x", "k3v9x2m4q8"));
    const keys = fc.oneof(fc.string(), fc.constantFrom("password", "token", "apiKey", "id", "__proto__"));
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        texts,
        fc.integer(),
        fc.boolean(),
        fc.array(tie("node"), { maxLength: 4 }),
        fc.dictionary(keys, tie("node"), { maxKeys: 4 }),
      ),
    })).node;
    fc.assert(
      fc.property(tree, fc.nat(3), (value, indent) => {
        const source = JSON.stringify(value, null, indent);
        // Its own keys again: `__proto__` is one.
        expect(JSON.stringify(JSON.parse(scrubbed(source)))).toBe(JSON.stringify(cleanFields(JSON.parse(source))));
      }),
      { numRuns: 300 },
    );
  });
});

describe("scrubLines", () => {
  const lines = (...texts: readonly (string | Buffer)[]) => texts.map((text) => Buffer.from(text as string));

  it("leaves clean lines alone, also next to others", () => {
    const result = scrubLines(lines('{"id": "a"}', `{"id":"b","x":"${TOKEN}"}`, "", "no json"));
    expect(result.map((line) => line?.bytes.toString() ?? null)).toEqual([null, `{"id":"b","x":"${MARK}"}`, null, null]);
  });

  it("takes what is no record as plain text, to the byte", () => {
    const torn = Buffer.concat([Buffer.from(`{"id":"c","x":"${TOKEN} `), Buffer.from([0xff, 0xfe, 0xc3])]);
    const [line] = scrubLines([torn]);
    expect(line?.bytes).toEqual(Buffer.concat([Buffer.from(`{"id":"c","x":"${MARK} `), Buffer.from([0xff, 0xfe, 0xc3])]));
  });

  it("finds in a crowd what it finds alone", () => {
    const crowd = buildSecretCases().map(({ text }, index) => Buffer.from(JSON.stringify({ id: `r-${index}`, note: text })));
    const alone = crowd.map((line) => scrubLines([line])[0]);
    expect(scrubLines(crowd)).toEqual(alone);
    expect(alone.filter((line) => line === null)).toEqual([]);
    // Between clean ones as well, where only the look at all of them at once leads to it.
    const clean = Buffer.from('{"id":"c","note":"nothing to see"}');
    for (const line of crowd) expect(scrubLines([clean, line, clean])[1]).not.toBeNull();
  });
});

describe("scrubYaml", () => {
  it.each([
    ["plain", `a: 1\ntoken_value: ${TOKEN}\nb: [x, ${TOKEN}]\n`, `a: 1\ntoken_value: "${MARK}"\nb: [x, "${MARK}"]\n`],
    ["quoted, with its comment", `a: 'x ${TOKEN}' # why\n`, `a: "x ${MARK}" # why\n`],
    ["a block keeps its form", `a: |\n  first\n  use ${TOKEN} now\nb: 2\n`, `a: |\n  first\n  use ${MARK} now\nb: 2\n`],
    ["a comment", `a: 1 # ${TOKEN}\n# ${TOKEN}\nb: "# no comment"\n`, `a: 1 # ${MARK}\n# ${MARK}\nb: "# no comment"\n`],
    ["by its name", "db:\n  password: swordfish\n", 'db:\n  password: "[redacted: password]"\n'],
    ["a block by its name", "db:\n  password: |-\n    swordfish\nnext: 1\n", 'db:\n  password: "[redacted: password]"\nnext: 1\n'],
    ["a private part over lines", "a: |\n  x <private>y\n  z</private> end\nb: 1\n", "a: |\n  x [private] end\nb: 1\n"],
    ["an anchor", `a: &t ${TOKEN}\nb: *t\n`, `a: &t "${MARK}"\nb: *t\n`],
    ["a key", `${TOKEN}: 1\n`, `"${MARK}": 1\n`],
    ["line ends of Windows", `a: ${TOKEN}\r\nb: 2\r\n`, `a: "${MARK}"\r\nb: 2\r\n`],
  ])("%s", (_name, source, expected) => {
    const result = scrubYaml(source);
    expect(result.text).toBe(expected);
    expect(result.secrets.length).toBeGreaterThan(0);
    expect(parse(expected)).toEqual(cleanFields(parse(source)));
  });

  it("a clean document is the same, and has nothing to tell", () => {
    const source = "# a\npatterns:\n  - id: pat-1\n    name: |\n      b\n";
    expect(scrubYaml(source)).toEqual({ text: source, secrets: [] });
  });

  it("what is no YAML is left to a person", () => {
    expect(scrubYaml(`a: [${TOKEN}\nb: {`)).toMatchObject({ text: null, secrets: [{ kind: "github-token" }] });
  });

  it("every secret we know of, in every form of a text", () => {
    for (const { text } of buildSecretCases()) {
      const block = `a: |\n${text.replace(/^/gm, "  ")}\nb: 1\n`;
      for (const source of [JSON.stringify({ a: text, b: 1 }), `a: ${JSON.stringify(text)}\nb: 1\n`, block]) {
        const result = scrubYaml(source);
        expect(result.secrets.length).toBeGreaterThan(0);
        expect(parse(result.text ?? "null")).toEqual(cleanFields(parse(source)));
      }
    }
  });
});
