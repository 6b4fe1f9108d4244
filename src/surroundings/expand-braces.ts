/** `{a,b}/{1..3}` → the six globs it stands for. Braces that stand for nothing are escaped: they are part of a name. */

/** More would be a regular expression of its own kind. */
const MAX_EXPANSIONS = 64;

/** Null when it stands for too many. */
export function expandBraces(glob: string): readonly string[] | null {
  const done: string[] = [];
  const open = [glob];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (done.length + open.length >= MAX_EXPANSIONS) return null;
    const group = findGroup(next);
    if (group === null) done.push(next.replace(/(?<!\\)[{}]/g, "\\$&"));
    else open.push(...group.toReversed());
  }
  return done;
}

/** The glob once for each choice of its first group. */
function findGroup(glob: string): readonly string[] | null {
  for (let start = glob.indexOf("{"); start >= 0; start = glob.indexOf("{", start + 1)) {
    if (glob.charAt(start - 1) === "\\") continue;
    const { end, cuts } = scanGroup(glob, start);
    if (end < 0) return null;
    const choices = cuts.length > 0 ? choicesAt(glob, [start, ...cuts, end]) : range(glob.slice(start + 1, end));
    if (choices !== null) return choices.map((choice) => glob.slice(0, start) + choice + glob.slice(end + 1));
  }
  return null;
}

function scanGroup(glob: string, start: number): { readonly end: number; readonly cuts: readonly number[] } {
  const cuts: number[] = [];
  let depth = 0;
  for (let at = start; at < glob.length; at++) {
    const letter = glob.charAt(at);
    if (letter === "\\") at++;
    else if (letter === "{") depth++;
    else if (letter === "," && depth === 1) cuts.push(at);
    else if (letter === "}" && --depth === 0) return { end: at, cuts };
  }
  return { end: -1, cuts };
}

function choicesAt(glob: string, borders: readonly number[]): readonly string[] {
  return borders.slice(0, -1).map((border, index) => glob.slice(border + 1, borders[index + 1]));
}

function range(inner: string): readonly string[] | null {
  const [, from, to] = /^(\d{1,4})\.\.(\d{1,4})$/.exec(inner) ?? [];
  if (from === undefined || to === undefined) return null;
  const [low, high] = [Math.min(Number(from), Number(to)), Math.max(Number(from), Number(to))];
  // One more than is allowed tells the caller as well.
  return Array.from({ length: Math.min(high - low, MAX_EXPANSIONS) + 1 }, (_, index) => String(low + index));
}
