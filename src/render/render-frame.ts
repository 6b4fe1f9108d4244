/** The block around the records: markers by which agent and reader tell injected text from the person's own. Pure. */
const END = "--- end lore context ---";

export interface FrameOptions {
  /** What the block is, after "Lore Context". */
  readonly purpose: "auto-injected" | "session start";
}

export function renderFrame(texts: readonly string[], leftOut: number, { purpose }: FrameOptions): string {
  const count = `${texts.length} ${texts.length === 1 ? "item" : "items"}`;
  const lines = [`--- Lore Context (${purpose}, ${count}) ---`, "", texts.join("\n\n"), ""];
  if (leftOut > 0) lines.push(`(${leftOut} more ${leftOut === 1 ? "record" : "records"} left out: lore-inject search "terms")`, "");
  return [...lines, END].join("\n");
}
