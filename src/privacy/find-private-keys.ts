/** Private keys in armour: PEM, OpenSSH, PGP and PuTTY, whole or cut off, with real or escaped line breaks. Certificates and public keys stay. */
import type { SecretRange } from "./secret-range.ts";

const OPENING = /-----BEGIN ([A-Z0-9 ]{0,40})PRIVATE KEY(?: BLOCK)?-----|Private-Lines: \d{1,4}(?=[\r\n\\])/g;
const CLOSING = /-----END [A-Z0-9 ]{0,60}-----/y;
const KEY_LINE = /[A-Za-z0-9+/]{16}/;
/** Lines of a key whose end is missing; the last may be cut. Prose behind it is made of shorter words. */
const BODY = /(?:(?:\s|\\[nr]|["'|>,+])+(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash): [^\r\n\\]{0,200}|[A-Za-z0-9+/=]{16,}))*/y;
const CUT_LINE = /(?:\s|\\[nr]|["'|>,+])+(?=[A-Za-z+/]{0,15}[0-9+/=])[A-Za-z0-9+/]{1,15}={0,2}(?![\w.:-])/y;

export function findPrivateKeys(text: string): SecretRange[] {
  const found: SecretRange[] = [];
  OPENING.lastIndex = 0;
  for (let opening = OPENING.exec(text); opening !== null; opening = OPENING.exec(text)) {
    const from = opening.index + opening[0].length;
    const end = opening[1] === undefined ? endOfCutKey(text, from) : endOfKey(text, from);
    // Code and documentation name the lines around a key without one in between.
    if (KEY_LINE.test(text.slice(from, end))) found.push({ kind: kindOf(opening[1]), start: opening.index, length: end - opening.index });
    OPENING.lastIndex = end;
  }
  return found;
}

function kindOf(label: string | undefined): string {
  if (label === undefined) return "putty-private-key";
  if (label.startsWith("OPENSSH")) return "ssh-private-key";
  return label.startsWith("PGP") ? "pgp-private-key" : "private-key";
}

/** Looks no further than to the next dashes, and the next key begins with some: linear. */
function endOfKey(text: string, from: number): number {
  const dashes = text.indexOf("-----", from);
  return (dashes < 0 ? null : endOf(CLOSING, text, dashes)) ?? endOfCutKey(text, from);
}

function endOfCutKey(text: string, from: number): number {
  const end = endOf(BODY, text, from) ?? from;
  return end === from ? from : (endOf(CUT_LINE, text, end) ?? end);
}

function endOf(pattern: RegExp, text: string, from: number): number | null {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : null;
}
