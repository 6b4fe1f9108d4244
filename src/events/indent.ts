/** Text below a heading: no line of it may begin where ours do. */
export function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`.trimEnd())
    .join("\n");
}
