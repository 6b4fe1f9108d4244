/** Records that say what a new one says: so that nothing is written twice, and a decision meets those that it may contradict. */
import { clock } from "../clock.ts";
import { inject } from "../inject.ts";
import type { Context } from "../open-context.ts";
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import type { Scored } from "../types.ts";
import { SOURCE_OF, type Writable } from "./writable.ts";

export interface Similar {
  readonly id: string;
  readonly title: string;
  /** So much alike that it is the same thing said twice. */
  readonly isSame: boolean;
}

/** Words in common that make two texts one. */
const SAME = 0.7;
const SHOWN = 3;

/** Records of the same kind that say the same; for a decision also active ones on the same subject. */
export function findSimilar(kind: Writable, text: string, context: Context): readonly Similar[] {
  if (kind === "handoff" || kind === "goal") return [];
  const event = { name: "UserPromptSubmit", prompt: text, cwd: context.workspace.cwd, sessionId: null, agent: null, transcript: "" } as const;
  const { trace } = inject(event, context, { startedAt: clock(), explain: true, allSources: true });
  const ofKind = trace.scored.filter(
    ({ record, rejected }) => record.source === SOURCE_OF[kind] && record.kind === kind && rejected?.by !== "a later line of this id",
  );
  return ofKind
    .map((scored) => ({
      ...describe(scored),
      isSame: overlap(text, scored.record.title) >= SAME,
      isNear: scored.rejected === null && scored.affinity === "own",
    }))
    .filter(({ isSame, isNear }) => isSame || (kind === "decision" && isNear))
    .slice(0, SHOWN);
}

function describe({ record }: Scored): Pick<Similar, "id" | "title"> {
  return { id: neutralizeLine(record.id), title: shorten(neutralizeLine(record.title), 80) };
}

function overlap(a: string, b: string): number {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  const both = [...first].filter((word) => second.has(word)).length;
  const either = first.size + second.size - both;
  return either === 0 ? 0 : both / either;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);
}
