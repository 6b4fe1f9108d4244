/** What both reports say in words: the one sentence at the top, and what the control group tells. Pure. */
import { msText, numberText, percentText } from "./charts.ts";
import type { Share } from "./numbers.ts";
import type { Holdout, Period } from "./summary.ts";

export function headline({ prompts, silent, tokens, usefulness, latency, runs }: Period): string {
  if (runs === 0) return "Nothing happened in this time.";
  const answered =
    prompts === 0
      ? "no prompts"
      : `${percentText(1 - silent.rate)} of ${plural(prompts, "prompt")} got something, at ${numberText(tokens.perPrompt)} tokens a prompt`;
  const helped = usefulness.helpful === null ? "none of it judged yet" : `${percentText(usefulness.helpful.value)} of what was judged was of use`;
  const took = latency.cold ?? latency.warm;
  return `${answered[0]?.toUpperCase()}${answered.slice(1)}; ${helped}${took === null ? "" : `; 95 of 100 runs took ${msText(took.p95)} ms or less`}.`;
}

const FIRST_WITHHELD = 50;

/** What is known of showing against not showing. */
export function holdoutText({ shown, withheld, effect, needed }: Holdout, sessionsJudged: number): readonly string[] {
  if (effect === null) {
    const begins =
      withheld.of === 0 && sessionsJudged < FIRST_WITHHELD
        ? `; records are withheld once ${FIRST_WITHHELD} sessions were judged, so far it is ${sessionsJudged}`
        : "";
    return [`too little to tell: ${withheld.of} withheld and ${shown.of} shown records were judged, ${needed} of each are needed${begins}`];
  }
  const points = (value: number): string => `${value < 0 ? "-" : "+"}${Math.round(Math.abs(value) * 100)}`;
  const verdict = effect.low > 0 ? "showing them helps" : effect.high < 0 ? "showing them does harm" : "no difference can be told yet";
  return [
    `shown ${shareText(shown)} turned up in the work, withheld ${shareText(withheld)} did anyway`,
    `difference ${points(effect.share)} points (${points(effect.low)} to ${points(effect.high)}): ${verdict}`,
  ];
}

function shareText({ of, share, low, high }: Share): string {
  return `${percentText(share)} of ${numberText(of)} (${Math.round(low * 100)} to ${Math.round(high * 100)} %)`;
}

export function plural(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? "" : "s"}`;
}
