import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanFields, cleanText } from "../../../src/privacy/clean.ts";

const TOKEN = `gh${"p_"}${"a1B2c3D4".repeat(5)}`;

describe("cleanText", () => {
  it("takes out private parts and secrets", () => {
    expect(cleanText(`use ${TOKEN} <private>and this</private>`)).toBe("use [redacted: github-token] [private]");
  });
});

describe("cleanFields", () => {
  it("walks arrays and objects and leaves other values alone", () => {
    const value = { id: "dec-1a2b3c4d", tags: ["a", TOKEN], nested: { note: `see ${TOKEN}`, count: 3, done: false, none: null } };
    expect(cleanFields(value)).toEqual({
      id: "dec-1a2b3c4d",
      tags: ["a", "[redacted: github-token]"],
      nested: { note: "see [redacted: github-token]", count: 3, done: false, none: null },
    });
  });

  it.each([
    ["password", "swordfish", "[redacted: password]"],
    ["password", "swordfish\n", "[redacted: password]"],
    ["dbPassword", "swordfish", "[redacted: password]"],
    ["client_secret", "k3v9x2m4q8", "[redacted: secret]"],
    ["apiKey", "k3v9x2m4q8", "[redacted: key]"],
    ["password", "required", "required"],
    ["token", "$TOKEN", "$TOKEN"],
    ["tokens", "k3v9x2m4q8", "k3v9x2m4q8"],
    ["session_id", "0b9d2c1e-6f7a-4c3d-9e8f-112233445566", "0b9d2c1e-6f7a-4c3d-9e8f-112233445566"],
    ["signature", "TypeError: x is not a function at <path>:<n>", "TypeError: x is not a function at <path>:<n>"],
  ])("field %s: %s", (key, field, expected) => {
    expect(cleanFields({ [key]: field })).toEqual({ [key]: expected });
  });

  it("cleans keys and keeps odd ones", () => {
    expect(cleanFields({ [TOKEN]: 1 })).toEqual({ "[redacted: github-token]": 1 });
    expect(JSON.stringify(cleanFields(JSON.parse('{"__proto__": {"a": 1}}')))).toBe('{"__proto__":{"a":1}}');
  });

  it("leaves out what lies too deep", () => {
    let value: unknown = TOKEN;
    for (let level = 0; level < 10_000; level++) value = [value];
    const text = JSON.stringify(cleanFields(value));
    expect(text).toContain("too deep");
    expect(text.length).toBeLessThan(200);
  });

  it("never throws, keeps the shape and changes no more the second time", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const once = cleanFields(value);
        expect(cleanFields(once)).toEqual(once);
        expect(typeof once).toBe(typeof value);
      }),
    );
  });
});
