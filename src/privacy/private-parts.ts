/** Takes out what people marked as `<private>…</private>`. What is not closed is private to the end. */

const TAG = /<(\/?)private(?:\s[^<>]{0,200})?>/gi;
const REPLACEMENT = "[private]";

export function withoutPrivateParts(text: string): string {
  let result = "";
  let kept = 0;
  let depth = 0;
  for (const tag of text.matchAll(TAG)) {
    if (tag[1] === "") {
      if (depth === 0) result += text.slice(kept, tag.index) + REPLACEMENT;
      depth++;
    } else if (depth > 0) {
      depth--;
      kept = tag.index + tag[0].length;
    }
  }
  return depth > 0 ? result : result + text.slice(kept);
}
