import { expect, test } from "vitest";
import { checksumView } from "../../../../src/store/index/checksum-view.ts";
import { checksumBytes } from "../../../../src/store/index/format.ts";

test("the same sum as byte by byte, wherever a stretch begins and ends", () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 24);
  const view = new DataView(bytes.buffer);
  for (let start = 0; start < 12; start++)
    for (let end = start; end <= bytes.length; end += 7) expect(checksumView(view, start, end)).toBe(checksumBytes(bytes, start, end));
});
