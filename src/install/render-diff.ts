/** Two texts → a unified diff, as `diff -u` prints it. Pure. */

const CONTEXT = 3;

interface Line {
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

/** Empty when the texts are equal. Null stands for no file. */
export function renderDiff(before: string | null, after: string | null, path: string): readonly string[] {
  if (before === after) return [];
  const lines = compare(split(before ?? ""), split(after ?? ""));
  const hunks = hunksOf(lines);
  return [`--- ${before === null ? "/dev/null" : path}`, `+++ ${after === null ? "/dev/null" : path}`, ...hunks];
}

/** Each line keeps its end, so that CRLF and a missing last newline show as differences. */
function split(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

/** What is common at both ends is set aside; settings are small, so the rest is compared by a plain table. */
function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const same = (text: string): Line => ({ mark: " ", text });
  const middle = compareByTable(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  return [...before.slice(0, head).map(same), ...middle, ...before.slice(before.length - tail).map(same)];
}

function compareByTable(before: readonly string[], after: readonly string[]): readonly Line[] {
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: Line[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const [old, fresh] = [before[i], after[j]];
    if (old !== undefined && old === fresh) lines.push({ mark: " ", text: old });
    else if (old !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) lines.push({ mark: "-", text: old });
    else lines.push({ mark: "+", text: fresh ?? "" });
    const { mark } = lines.at(-1) ?? { mark: " " };
    if (mark !== "+") i++;
    if (mark !== "-") j++;
  }
  return lines;
}

function hunksOf(lines: readonly Line[]): readonly string[] {
  const near = lines.map((_line, index) => lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ mark }) => mark !== " "));
  const rendered: string[] = [];
  let [oldAt, newAt] = [1, 1];
  for (let from = 0; from < lines.length; ) {
    let to = from;
    while (to < lines.length && near[to] === near[from]) to++;
    const part = lines.slice(from, to);
    const [oldCount, newCount] = [part.filter(({ mark }) => mark !== "+").length, part.filter(({ mark }) => mark !== "-").length];
    if (near[from]) rendered.push(`@@ -${range(oldAt, oldCount)} +${range(newAt, newCount)} @@`, ...part.flatMap(renderLine));
    oldAt += oldCount;
    newAt += newCount;
    from = to;
  }
  return rendered;
}

function range(start: number, count: number): string {
  return count === 1 ? `${start}` : `${count === 0 ? start - 1 : start},${count}`;
}

function renderLine({ mark, text }: Line): readonly string[] {
  return text.endsWith("\n") ? [mark + text.slice(0, -1)] : [mark + text, "\\ No newline at end of file"];
}
