/** One text of a store: which secrets and private parts it holds, and the text as capture would have kept it. Pure. */
import { kindOfField } from "../privacy/find-assignments.ts";
import { withoutPrivateParts } from "../privacy/private-parts.ts";
import { redact } from "../privacy/redact.ts";

export interface Secret {
  readonly kind: string;
  /** Enough to know it again, too little to use it. */
  readonly masked: string;
  /** In the text as it was given. */
  readonly at: number;
}

/** Without secrets the text is the one that was given. */
export interface Scrubbed {
  readonly text: string;
  readonly secrets: readonly Secret[];
}

export function scrubText(text: string): Scrubbed {
  const open = withoutPrivateParts(text);
  const { text: clean, found } = redact(open);
  const secrets = found.map(({ kind, start, length }) => ({ kind, masked: mask(open.slice(start, start + length)), at: start }));
  return { text: clean, secrets: open === text ? secrets : [privatePart(text), ...secrets] };
}

/** A value under a name: the name alone may say that it is a secret. */
export function scrubField(name: string, value: string): Scrubbed {
  const scrubbed = scrubText(value);
  const kind = scrubbed.text === value ? kindOfField(name, value) : null;
  return kind === null ? scrubbed : { text: `[redacted: ${kind}]`, secrets: [{ kind, masked: mask(value), at: 0 }] };
}

const PRIVATE = /<\/?private/i;

/** Whether it is worth looking closer: asked of many texts at once, one a line, as a look costs the same for one as for a hundred. */
export function isSuspect(texts: string): boolean {
  return PRIVATE.test(texts) || redact(texts).found.length > 0;
}

/** What the issuers put before their tokens says whose it is, and nothing else. */
const ISSUED =
  /^(?:gh[pousr]_|github_pat_|gl[a-z]{2,5}-|xox[a-z]-|xapp-|sk-ant-|sk-proj-|[sr]k_(?:live|test)_|sk-|whsec_|npm_|pypi-|hf_|AKIA|ASIA|AIza|GOCSPX-|ya29\.|eyJ|SG\.|dckr_|lin_|ntn_|figd_|hv[sbr]\.|shp[a-z]{2,4}_|-----BEGIN)/;
const SHORTEST_ISSUED = 20;

function mask(secret: string): string {
  const issuer = secret.length < SHORTEST_ISSUED ? "" : (ISSUED.exec(secret)?.[0] ?? "");
  return `${issuer}…(${secret.length})`;
}

function privatePart(text: string): Secret {
  return { kind: "private", masked: "<private>…", at: Math.max(0, text.search(PRIVATE)) };
}
