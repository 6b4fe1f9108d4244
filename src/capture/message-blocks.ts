/** What a message of the client's transcript holds, as blocks or as one text. Pure. */
import { type Fields, fieldsOf, isFields, textOf } from "../sources/fields.ts";

/** A message's content is a text or a list of blocks. */
export function blocksOf(line: Fields): readonly Fields[] {
  const { content } = fieldsOf(line.message);
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isFields) : [];
}

export function joinText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter(isFields)
    .map(({ text }) => textOf(text))
    .filter((text) => text !== "")
    .join("\n");
}
