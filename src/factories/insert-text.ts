/** A text into the parts of a message, before the person's own: as a part of its own, which the client does not show. */
import { freePartBefore } from "./part-id.ts";

/** As OpenCode has it; other fields stay as they are. */
export interface MessagePart {
  id?: string;
  sessionID?: string;
  messageID?: string;
  type: string;
  text?: string;
  synthetic?: boolean;
}

export interface MessageInfo {
  id?: string;
  role?: string;
  sessionID?: string;
}

export interface PartOwner {
  readonly sessionID: string;
  readonly messageID: string | undefined;
}

const SEPARATOR = "\n\n---\n\n";

/** Where a text can go; null when there is no place, and what is waiting must go on waiting. */
export function findPlace(parts: MessagePart[], { sessionID, messageID }: PartOwner): ((text: string) => void) | null {
  const own = parts.findIndex(({ type, synthetic }) => type === "text" && synthetic !== true);
  const at = Math.max(0, own);
  const neighbour = parts[at];
  if (neighbour === undefined) return null;
  const { id } = neighbour;
  const owner = neighbour.messageID ?? messageID;
  if (id === undefined || id === "" || owner === undefined) return neighbour.type === "text" ? (text) => prepend(neighbour, text) : null;
  return (text) => {
    // What is there already, from an earlier run over the same message, need not come twice.
    if (parts.some((part) => part.synthetic === true && part.text === text)) return;
    const taken = parts.flatMap((part) => part.id ?? []);
    parts.splice(at, 0, { id: freePartBefore(id, taken), sessionID, messageID: owner, type: "text", text, synthetic: true });
  };
}

/** A part without ids makes the client refuse the whole prompt: then the text can only stand in the person's own. */
function prepend(part: MessagePart, text: string): void {
  part.text = `${text}${SEPARATOR}${part.text ?? ""}`;
}
