/** A calibration for a person: what was chosen, how sure that is, and what it costs. Pure. */
import { alignColumns } from "../replay/render-replay.ts";
import { rateOf, type Threshold } from "./choose-threshold.ts";
import type { Interval, Share } from "./intervals.ts";
import type { Calibration, Measured } from "./run-calibration.ts";

export function renderCalibration({ rate, choice, before, after, negatives, records }: Calibration): readonly string[] {
  const kinds = [
    negatives.typed > 0 ? `${negatives.typed} of your prompts in other projects` : "",
    negatives.shipped > 0 ? `${negatives.shipped} shipped ones` : "",
  ];
  const asked = kinds.filter((text) => text !== "").join(" and ");
  const isWithin = rateOf(after.wrong) <= rate;
  return [
    `${records.toLocaleString("en")} records; controls: ${asked}, one half to choose by, the other to verify with`,
    "",
    ...alignColumns([
      ["", "now", "calibrated"],
      ["threshold", showThreshold(before.threshold), showThreshold(after.threshold)],
      row("wrong injections", (each) => `${percent(rateOf(each.wrong))} (${each.wrong.count} of ${each.wrong.of})`, before, after),
      row("  95 % interval", (each) => renderInterval(each.interval), before, after),
      row("questions about records that get something", (each) => percent(rateOf(each.answered)), before, after),
      row("  and the record itself", (each) => percent(rateOf(each.right)), before, after),
      ...(before.own.of === 0 ? [] : [row("your own prompts that get something", (each) => percent(rateOf(each.own)), before, after)]),
    ]),
    "",
    choice.isMet
      ? `Chosen so that at most ${percent(rate)} are wrong with 95 % confidence (${choice.wrong.count} of ${choice.wrong.of}, upper bound ${percent(choice.upper)}); ${isWithin ? "the other half agrees" : "the other half has more: the stores may be too alike to the controls"}.`
      : `Even the strictest threshold cannot promise ${percent(rate)} with 95 % confidence on ${choice.wrong.of} prompts (upper bound ${percent(choice.upper)}). Give more transcripts, or a larger --rate.`,
  ];
}

function row(label: string, show: (measured: Measured) => string, before: Measured, after: Measured): readonly string[] {
  return [label, show(before), show(after)];
}

export function renderInterval({ low, high }: Interval): string {
  return `${percent(low)} to ${percent(high)}`;
}

function showThreshold({ maxWrong, score }: Threshold): string {
  return `max_wrong ${maxWrong}${score > 0 ? `, threshold.score ${score}` : ""}`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function showShare(share: Share): string {
  return `${percent(rateOf(share))} (${share.count} of ${share.of})`;
}
