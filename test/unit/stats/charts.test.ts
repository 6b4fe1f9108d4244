import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bar, dayText, msText, numberText, percentText, sparkline } from "../../../src/stats/charts.ts";

describe("bar", () => {
  test("as long as its share, in eighths of a character; anything is seen", () => {
    expect(bar(10, 10, 4)).toBe("████");
    expect(bar(5, 10, 5)).toBe("██▌");
    expect(bar(1, 1e6, 5)).toBe("▏");
    expect(bar(0, 10, 5)).toBe("");
  });

  test("never longer than there is room, and longer for more", () => {
    const length = (value: number): number => bar(value, 1000, 20).length;
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(2000), (a, b) => {
        expect(length(a)).toBeLessThanOrEqual(20);
        if (a <= b) expect(length(a)).toBeLessThanOrEqual(length(b));
      }),
    );
  });
});

test("sparkline: a dot for nothing, the highest for the most, several days together where there is no room", () => {
  expect(sparkline([0, 1, 4, 8], 10)).toBe("·▂▅█");
  expect(sparkline([1, 0, 0, 0, 4, 4], 3)).toBe("▁·█".replace("▁", "▂"));
  expect(
    [
      ...sparkline(
        Array.from({ length: 400 }, () => 1),
        30,
      ),
    ].length,
  ).toBeLessThanOrEqual(30);
});

test.each([
  [numberText(99_999), "99,999"],
  [numberText(99_999.6), "100 k"],
  [numberText(1_234_567), "1,235 k"],
  [numberText(12_345_678), "12.3 M"],
  [percentText(0), "0 %"],
  [percentText(0.001), "< 1 %"],
  [percentText(1), "100 %"],
  [msText(0.44), "0.4"],
  [msText(1234.4), "1,234"],
  [dayText(20773), "2026-11-16"],
])("%s", (text, expected) => {
  expect(text).toBe(expected);
});
