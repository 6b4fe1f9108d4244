/** Secrets that are known by the place where they stand: headers, addresses, cookies, connection strings, client configurations. */
import { findPatterns, type SecretPattern } from "./find-patterns.ts";
import { isReference, looksRandom, UUID } from "./is-placeholder.ts";
import type { SecretRange } from "./secret-range.ts";

export function findCredentials(text: string): readonly SecretRange[] {
  return findPatterns(CREDENTIALS, text);
}

const DATABASES = ["postgres", "mysql", "mariadb", "mongodb", "redis", "amqp", "mssql", "sqlserver", "clickhouse", "cockroach", "oracle", "nats", "kafka"];

const isCoded = (value: string): boolean => /[A-Z]/.test(value) && /[a-z]/.test(value) && /[0-9=]/.test(value);
const isLongRandom = (value: string): boolean => looksRandom(value, 16) && !UUID.test(value);

const CREDENTIALS: readonly SecretPattern[] = [
  {
    kind: "authorization",
    pattern:
      /(authorization\\{0,3}["']?[ \t]{0,4}[:=,][ \t]{0,4}\\{0,3}["'`]?(?:(?:bearer|basic|token|digest|negotiate|apikey|aws4-hmac-sha256)[ \t]{1,4})?)([^\s"'`\\<>]{6,})/gi,
    accept: (value) => !isReference(value) && /[0-9=]/.test(value),
  },
  {
    kind: "bearer-token",
    pattern: /(?<![A-Za-z])(bearer[ \t:]{1,4})([\w.~+/=-]{12,})/gi,
    accept: (value) => !isReference(value) && looksRandom(value, 12),
  },
  { kind: "basic-auth", pattern: /(?<![A-Za-z])(basic[ \t]{1,4})([A-Za-z0-9+/]{12,}={0,2})(?![\w.-])/gi, accept: isCoded },
  { kind: "basic-auth", pattern: /((?:\s-u|--user)[ =]{1,2}["']?[\w.@+-]{1,100}:)([^\s"'`]{4,})/g },
  {
    kind: "database-password",
    needs: "://",
    pattern: new RegExp(`((?:${DATABASES.join("|")})[a-z0-9+]{0,16}://[^\\s/:@"'<>?#]{0,200}:)([^\\s/"'<>?#]{3,})(?=@)`, "gi"),
  },
  {
    kind: "url-password",
    needs: "://",
    pattern: /(:\/\/[^\s/:@"'<>?#]{0,200}:)([^\s/"'<>?#]{3,})(?=@)/g,
    accept: (value) => !/^\d{1,5}(?:,|$)/.test(value),
  },
  { kind: "url-token", needs: "://", pattern: /(:\/\/)([\w.~%-]{20,})(?=:?@)/g, accept: (value) => looksRandom(value, 20) },
  {
    kind: "url-token",
    needs: "=",
    pattern:
      /([?&#;](?:[\w.-]{0,30}(?:token|secret|passw(?:or)?d|pwd|api[_-]?key|apikey|access[_-]?key|signature|credential)|sig|jwt|auth)=)([^\s&#"'`<>\\)\]]{4,})/gi,
    accept: (value) => !isReference(value) && /[0-9%]|[a-z][A-Z]|.{20}/.test(value),
  },
  { kind: "url-token", needs: "=", pattern: /([?&](?:key|code|session|sid|state|ticket|k)=)([^\s&#"'`<>\\)\]]{16,})/gi, accept: isLongRandom },
  { kind: "azure-key", pattern: /((?:AccountKey|SharedAccessKey|SharedAccessSignature)=)([^\s;"'`<>]{8,})/gi },
  { kind: "database-password", pattern: /(;[ \t]?(?:password|pwd)[ \t]?=[ \t]?)([^\s;"'`<>]+)/gi },
  {
    kind: "docker-auth",
    pattern: /(\\{0,3}"(?:auth|identitytoken)\\{0,3}"\s{0,8}:\s{0,8}\\{0,3}")([A-Za-z0-9+/._-]{12,}={0,2})(?=\\{0,3}")/g,
    accept: isCoded,
  },
  { kind: "npm-auth", pattern: /(:?_auth[ \t]?=[ \t]?"?)([A-Za-z0-9+/]{8,}={0,2})/g, accept: isCoded },
  {
    kind: "kubernetes-client-key",
    pattern: /(client-key-data\\{0,3}["']?[ \t]{0,4}:[ \t]{0,4}\\{0,3}["']?)([A-Za-z0-9+/]{8,}={0,2})/g,
  },
  { kind: "netrc-password", pattern: /(machine\s{1,4}[\w.-]{1,100}\s{1,8}login\s{1,4}\S{1,100}\s{1,8}password\s{1,4})(\S+)/g },
  {
    kind: "xml-secret",
    needs: "</",
    pattern: /(<[\w:.-]{0,40}(?:password|passwd|secret|token|apikey|api-key|passphrase)>\s{0,4})([^<\s]{4,})(?=\s{0,4}<\/)/gi,
  },
  {
    kind: "cookie",
    pattern: /(cookie\\{0,3}["']?[ \t]{0,4}[:=,][ \t]{0,4}\\{0,3}["'`]?)([\w.-]{1,80}=[^\s"'`\\]{6,}(?:;? [\w.-]{1,80}=[^\s"'`\\]*)*)/gi,
  },
  { kind: "cookie", pattern: /((?:phpsessid|jsessionid|asp\.net_sessionid|connect\.sid|sessionid)=)([^\s;,"'`<>\\]{12,})/gi },
  { kind: "cookie", pattern: /((?:session|sid)=)([^\s;,"'`<>\\&]{16,})/gi, accept: isLongRandom },
];
