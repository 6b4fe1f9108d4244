/** Modes, offered to the session: a text of the person's own for a word of theirs. */
import type { Run } from "../find-records.ts";
import { type Session, shortText } from "../session/session.ts";
import { hashText } from "../store/identity.ts";
import { indent } from "./indent.ts";

export function offerModes({ context: { config } }: Run, session: Session, isOn: (name: string) => boolean): void {
  for (const { name, text, priority } of config.modes) {
    if (!isOn(name)) continue;
    const content = `[mode] ${name}\n${indent(text.trim())}`;
    session.offerText({ source: "modes", id: name, hash: hashText(text).slice(0, 8), content: (form) => shortText(content, form), priority });
  }
}
