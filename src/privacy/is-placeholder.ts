/** Tells what stands in for a secret (`<your key>`, `required`, `$TOKEN`) from what may be one. */

/** Enough of a value to judge it; keeps every check below small. */
const JUDGED = 256;

const WORDS = new Set(
  `required optional missing invalid expired unset none null nil undefined empty true false yes no on off always never enabled disabled default
  string str number boolean bool int integer text bytes buffer object array any unknown uuid date void json jwt oauth oauth2 bearer basic digest
  hidden masked secret secrets password passwords passwd pass token tokens key keys apikey credential credentials value values name
  example sample dummy fake mock placeholder changeme change-me changeit todo tbd fixme foo bar baz foobar abc test testing
  include omit same-origin inherit private public read write admin user username email file stdin prompt env environment
  found valid passed failed wrong incorrect mismatch revoked rotated generated redacted removed stripped see using sha256 sha512 sha1 md5 base64 utf8 hs256 rs256
  current-password new-password one-time-code refresh_token access_token id_token authorization_code client_credentials`.split(/\s+/),
);

const PLACEHOLDERS: readonly RegExp[] = [
  // In brackets of any kind: <token>, {{ token }}, [REDACTED], (none), %TOKEN%, __TOKEN__.
  /^<.*>?$|^\{+.*\}*$|^\[.*\]?$|^\(.*\)?$|^%\w+%$|^__\w+__$|^@@?\w+@@?$/s,
  // Shell, PHP and template variables.
  /^\$(?:\{|\(|\$|[A-Za-z_]\w*(?:$|[/:.@&-]|->))/,
  // Where the secret is kept, instead of the secret.
  /^(?:https?:\/\/|arn:aws|op:\/\/|vault:|ref\+|file:|projects\/|!(?:Ref|Sub|GetAtt|secret|vault))/,
  /\b(?:process\.env|import\.meta|os\.(?:environ|getenv)|Deno\.env|System\.getenv|ENV\[|getenv\()/,
  // The name of a variable or of a header.
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^X(?:-[A-Z][A-Za-z]+)+$/,
  /EXAMPLE|x{6}|X{6}|\*{3}|•{3}|^[^\w]+$|^.{0,11}(?:\.{3}|…)$|^\.{3}|^…/,
  // Colours, versions and numbers of code.
  /^#[0-9a-fA-F]{3,8}$|^[\^~v]?\d+\.\d+(?:\.\d+)?$|^0x[0-9a-fA-F]{1,8}$/,
  // Words that talk about a secret: your-api-key, my_secret_token, TokenGoesHere.
  /^(?=.*(?:secret|token|key|pass|cred|here|example|placeholder|change|replace))[A-Za-z]+(?:[-_. ][A-Za-z]+)+$/i,
  /^[A-Za-z]+(?:Password|Secret|Token|Key)$/,
  /^(?:your|replace|insert|enter|change|example|placeholder|dummy|fake)[-_ A-Z][A-Za-z_ -]*\d{0,3}$/i,
];

export function isPlaceholder(value: string): boolean {
  const judged = value.slice(0, JUDGED);
  return WORDS.has(judged.toLowerCase()) || PLACEHOLDERS.some((pattern) => pattern.test(judged)) || isMonotonous(judged) || isPath(judged);
}

/** `xxxx`, `00000000`, `abababab`. */
function isMonotonous(value: string): boolean {
  const enough = Math.min(4, value.length / 2);
  const seen: string[] = [];
  for (let at = 0; at < value.length && seen.length < enough; at++) {
    const letter = value[at] ?? "";
    if (!seen.includes(letter)) seen.push(letter);
  }
  return seen.length < enough;
}

/** A file that holds the secret. Base64 may begin with a slash too, and then has a long mixed part. */
function isPath(value: string): boolean {
  return /^(?:~|\.{1,2})?\/[\w./@${}-]*$/.test(value) && !value.split("/").some((part) => part.length > 20 && isMixed(part));
}

/** Unquoted values that code computes: `user.password`, `getToken()`, `await read`. */
export function isReference(value: string): boolean {
  const judged = value.slice(0, JUDGED);
  return /^[A-Za-z_$]+\d{0,5}[A-Za-z_$]*(?:(?:\?\.|\.|->|::)[A-Za-z_$]+\d{0,5}[A-Za-z_$]*)+[;,]?$|^(?:new |await )?[A-Za-z_$][\w$.:]*[([!]|^[&*@!][A-Za-z_]\w*$/.test(
    judged,
  );
}

/** No words, no dates, no versions: letters and digits as a generator throws them. */
export function looksRandom(value: string, shortest: number): boolean {
  if (value.length < shortest) return false;
  const judged = value.slice(0, JUDGED);
  if (!/[A-Za-z]/.test(judged) || !/[0-9]/.test(judged)) return false;
  return new Set(judged).size >= Math.min(8, shortest - 1) && !isMadeOfWords(judged);
}

export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function isMadeOfWords(value: string): boolean {
  const parts = value.split(/[-_./:+]/);
  return parts.length > 1 && parts.every((part) => /^[A-Za-z]*\d{0,4}$|^v?\d+[A-Za-z]?$/.test(part));
}

function isMixed(part: string): boolean {
  return /[a-z]/.test(part) && /[A-Z]/.test(part) && /[0-9]/.test(part);
}
