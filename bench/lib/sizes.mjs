/** Store sizes as people write them: 1k, 100k, 1m, or plain numbers. */

const UNITS = { "": 1, k: 1000, m: 1_000_000 };

export function parseSize(text) {
  const match = /^(\d+)([km]?)$/i.exec(text.trim());
  if (!match) throw new Error(`"${text}" is no size; write for example 1k, 100k, 1m or 2500`);
  return Number(match[1]) * UNITS[match[2].toLowerCase()];
}

export function parseSizes(text) {
  return text.split(",").map(parseSize);
}

export function showSize(records) {
  if (records % 1_000_000 === 0) return `${records / 1_000_000}M`;
  return records % 1000 === 0 ? `${records / 1000}k` : String(records);
}
