/** For a key that is not known: the known one that was probably meant. */
export function suggestKey(name: string, path: string, known: readonly string[]): string {
  const ranked = known.map((key) => [key, editDistance(name, key)] as const);
  const [best] = ranked.sort((a, b) => a[1] - b[1]);
  const prefix = path === "" ? "" : `${path}.`;
  if (best && best[1] <= Math.max(2, name.length / 2)) return `did you mean "${prefix}${best[0]}"?`;
  return `known here: ${known.join(", ")}`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
