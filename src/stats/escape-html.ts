/** Text for a page: nothing in it can become a tag, an attribute or a character that nobody sees. */
import { neutralizeLine } from "../render/neutralize.ts";

const SPECIAL: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text: string): string {
  return neutralizeLine(text).replace(/[&<>"']/g, (character) => SPECIAL[character] ?? "");
}
