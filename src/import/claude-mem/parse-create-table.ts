/** `CREATE TABLE …`, as SQLite keeps it → which column stands where in a stored row. Pure. */

export interface TableShape {
  /** In the order in which rows hold them. */
  readonly columns: readonly string[];
  /** The column that is the row's own number, which rows hold as null; -1 when there is none. */
  readonly rowidColumn: number;
  /** Such a table is kept as an index, which is not read here. */
  readonly withoutRowid: boolean;
}

/** Longer than any statement that a person wrote; bounds the work on a damaged one. */
const MAX_SQL = 100_000;
const CONSTRAINT = /^(?:constraint|primary\s+key|unique|check|foreign\s+key)\b/i;
const TOKEN = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|[(),]|[^-/'"`[(),]+|[-/]/g;

/** Null when it is not the statement of a table with columns. */
export function parseCreateTable(sql: string): TableShape | null {
  const { definitions, behind } = splitDefinitions(sql.slice(0, MAX_SQL));
  const stored = definitions.filter((definition) => !CONSTRAINT.test(definition) && !isComputed(definition));
  if (stored.length === 0) return null;
  return {
    columns: stored.map(nameOf),
    rowidColumn: stored.findIndex((definition) => /^\S+\s+integer\s+(?:constraint\s+\S+\s+)?primary\s+key\b(?!\s+desc)/i.test(definition)),
    withoutRowid: /\bwithout\s+rowid\b/i.test(behind),
  };
}

/** At the commas of the outermost parentheses; comments are left out. */
function splitDefinitions(sql: string): { readonly definitions: readonly string[]; readonly behind: string } {
  const definitions: string[] = [];
  let depth = 0;
  let current = "";
  let behind = "";
  for (const [token] of sql.matchAll(TOKEN)) {
    const isComment = token.startsWith("--") || token.startsWith("/*");
    if (token === "(" && depth++ === 0) continue;
    if (token === ")") depth--;
    if ((token === ")" && depth === 0) || (token === "," && depth === 1)) {
      definitions.push(current.trim());
      current = "";
    } else if (depth > 0) current += isComment ? " " : token;
    else if (definitions.length > 0) behind += token;
  }
  return { definitions: definitions.filter((definition) => definition !== ""), behind };
}

/** Computed when it is asked for, so no row holds it. */
function isComputed(definition: string): boolean {
  const bare = definition.replace(/'(?:[^']|'')*'/g, "");
  return /\sas\s*\(/i.test(bare) && !/\bstored\b/i.test(bare);
}

function nameOf(definition: string): string {
  const quoted = /^(?:"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|'((?:[^']|'')*)')/.exec(definition);
  const name = quoted === null ? (/^[^\s(]+/.exec(definition)?.[0] ?? "") : (quoted.slice(1).find((part) => part !== undefined) ?? "");
  return name.toLowerCase();
}
