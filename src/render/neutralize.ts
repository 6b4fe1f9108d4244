/**
 * Record text is untrusted: it may come from a pasted log, a web page, another person's repository.
 * Nothing in it may end our frame, imitate the client, or reach a terminal as control codes. Pure.
 */
export function neutralize(text: string): string {
  return isHarmless(text) ? text : cleanse(text);
}

/**
 * Every pattern is bounded in what it repeats: record text must not be able to buy time. They stand in here because V8 parses
 * a pattern when it comes by, and most prompts need none.
 */
function cleanse(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences are what is being removed.
  const ansi = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: line breaks of every kind.
  const lineBreaks = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed.
  const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;
  // Zero-width, bidirectional and tag characters: invisible, and able to hide a marker from a filter.
  const invisible =
    /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|[\u17b4\u17b5]|[\ufe00-\ufe0f]|\udb40[\udc00-\udfff]/g;
  const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
  // Tags with which the client or a model's own format speaks. The angle bracket becomes a look-alike.
  const clientTag =
    /<(?=\s{0,16}[/|]?\s{0,16}(?:antml|system|user|assistant|human|function|tool|invoke|parameter|command|hook|lore|thinking|im_|\w{1,30}[-_]\w))/gi;
  const marker = /-{2,8}(?=\s{0,8}(?:end\s{1,8})?lore\s{1,8}context)/gi;
  const dashTail = /(lore\s{1,8}context[^\n-]{0,80})-{2,8}/gi;
  return text
    .replace(ansi, "")
    .replace(lineBreaks, "\n")
    .replace(controls, "")
    .replace(invisible, "")
    .replace(loneSurrogate, "\ufffd")
    .replace(/\t/g, "  ")
    .replace(clientTag, "\u2039")
    .replace(marker, "\u2013")
    .replace(dashTail, "$1\u2013");
}

/** Printable ASCII and line feeds, no angle bracket, no double dash: most text, for which nine patterns need not be compiled. */
function isHarmless(text: string): boolean {
  let before = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 126 || (code < 32 && code !== 10) || code === 0x3c || (code === 0x2d && before === 0x2d)) return false;
    before = code;
  }
  return true;
}

function isOneHarmlessLine(text: string): boolean {
  return !text.includes("\n") && !text.includes("  ") && isHarmless(text);
}

/** On one line: for titles and anything that must not open a line of its own. */
export function neutralizeLine(text: string): string {
  if (isOneHarmlessLine(text)) return text.trim();
  // Once more at the end: blanks that kept a marker apart are gone by then.
  return neutralize(neutralize(text).replace(/\s+/g, " ")).trim();
}

/** Cuts at a word where one is near, never inside a surrogate pair, and shows that something is missing. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = Math.max(1, max - 1);
  if (isHighSurrogate(text.charCodeAt(end - 1))) end--;
  const space = text.lastIndexOf(" ", end);
  if (space > end * 0.7) end = space;
  return `${text.slice(0, end).trimEnd()}\u2026`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
