/** Drops HTML comments, as the clients do. One that is never closed is text. */
export function withoutComments(text: string): string {
  return text.includes("<!--") ? text.replace(/<!--[\s\S]*?-->/g, "") : text;
}
