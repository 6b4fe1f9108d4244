/**
 * Our own part of a message: made for the message it stands in, with a note of what it shows, so that what is still before the
 * model can be told from the messages themselves. Pure.
 */
import { freePartBefore } from "../../factories/part-id.ts";
import { parseLedgerLine, type ShownEntry } from "../../session/ledger-line.ts";
import type { Message, Part } from "./opencode-types.ts";

/** The name of our note in the metadata of parts and tool results. */
const NOTE = "lore-inject";

export function noteOf(shown: readonly ShownEntry[]): Readonly<Record<string, unknown>> {
  return { [NOTE]: { shown } };
}

export interface OwnText {
  readonly text: string;
  readonly shown: readonly ShownEntry[];
}

/** Before everything else in the message, the person's text included. A message without parts is left alone: there is no id to go by. */
export function addOwnPart(parts: Part[], place: Pick<Part, "sessionID" | "messageID">, { text, shown }: OwnText): void {
  const ids = parts.map(({ id }) => id).filter((id) => typeof id === "string" && id !== "");
  const [first] = ids.toSorted();
  if (first === undefined || ids.length < parts.length || parts.some((part) => isOwnPart(part) && part.text === text)) return;
  parts.unshift({ id: freePartBefore(first, ids), ...place, type: "text", text, synthetic: true, metadata: noteOf(shown) });
}

export function isOwnPart({ type, metadata }: Part): boolean {
  return type === "text" && metadata?.[NOTE] !== undefined;
}

/** What our parts, and our words beside tool results, show in these messages. */
export function shownIn(messages: readonly Message[]): readonly ShownEntry[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => shownBy(part)));
}

function shownBy({ type, metadata, state }: Part): readonly ShownEntry[] {
  // Of an older result OpenCode may have cleared the text.
  if (type === "tool") return state?.time?.compacted === undefined ? readNote(state?.metadata) : [];
  return type === "text" ? readNote(metadata) : [];
}

function readNote(metadata: Readonly<Record<string, unknown>> | undefined): readonly ShownEntry[] {
  return parseShown((Object(metadata?.[NOTE]) as { readonly shown?: unknown }).shown);
}

/** As the ledger checks its own lines; none when one of them makes no sense. */
export function parseShown(shown: unknown): readonly ShownEntry[] {
  return Array.isArray(shown) ? (parseLedgerLine(JSON.stringify({ event: "kept", shown }))?.shown ?? []) : [];
}

/** What a person wrote, without what OpenCode or a plugin added. */
export function personText(parts: readonly Part[]): string {
  return parts
    .filter(({ type, text, synthetic, ignored }) => type === "text" && typeof text === "string" && synthetic !== true && ignored !== true)
    .map(({ text }) => text)
    .join("\n")
    .trim();
}
