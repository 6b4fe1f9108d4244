/** `calibrate`: finds the threshold that keeps wrong injections below a wanted rate on these stores, and writes it to the person's settings. */
import { join } from "node:path";
import { Controls } from "../calibrate/ask-controls.ts";
import { calibrationFile, writeCalibration } from "../calibrate/calibration-file.ts";
import { rateOf } from "../calibrate/choose-threshold.ts";
import type { TypedPrompt } from "../calibrate/control-prompts.ts";
import { type Edit, editConfigFile } from "../calibrate/edit-config.ts";
import { NEGATIVE_PROMPTS } from "../calibrate/negative-prompts.ts";
import { percent, renderCalibration, showShare } from "../calibrate/render-calibration.ts";
import { type Calibration, runCalibration } from "../calibrate/run-calibration.ts";
import type { Context } from "../open-context.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { findTranscripts, usualPlaces } from "../replay/find-transcripts.ts";
import { readSession } from "../replay/read-session.ts";
import { openOptions } from "./replay.ts";
import { makeProgress, print, printJson } from "./runtime.ts";

export interface CalibrateOptions extends Pick<CommonOptions, "cwd"> {
  readonly rate?: string;
  readonly apply?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const RATE = "0.05";
/** The newest sessions tell how the person asks. */
const SESSIONS = 200;

export function calibrate({ rate = RATE, apply = false, dryRun = false, json = false, ...options }: CalibrateOptions): void {
  const wanted = Number(rate);
  if (!(wanted >= 0.005 && wanted <= 0.5)) throw new Refusal(`--rate ${rate} is not a share from 0.005 to 0.5`, "0.05 is one prompt in twenty");
  if (apply && dryRun) throw new Refusal("--apply and --dry-run exclude each other");
  const context = openForCommand(options);
  if (context.config.match === "coverage") throw new Refusal("with match: coverage there is no confidence to calibrate", "set match: evidence");
  const progress = makeProgress("calibrating");
  progress.tick();
  const now = Date.now();
  const controls = new Controls(context.workspace.cwd, openOptions(), now);
  const typed = collectTyped(controls, context);
  const calibration = runCalibration({ rate: wanted, controls, stores: context.stores, typed, shipped: NEGATIVE_PROMPTS, now });
  progress.done();
  if (calibration.records === 0) throw new Refusal("there are no records to calibrate with", "lore-inject sources shows where they are looked for");
  const file = apply ? applyCalibration(calibration, context) : null;
  if (json) return printJson({ ...calibration, applied: file });
  print([
    ...renderCalibration(calibration),
    "",
    file === null ? "Nothing was written: lore-inject calibrate --apply writes it to your config.yaml." : `Written to ${file}.`,
    ...(file === null || isInForce(calibration, openForCommand(options)) ? [] : [OVERRULED]),
  ]);
}

const OVERRULED = "In this folder a project's config.yaml or the environment sets the threshold too, and counts above it.";

/** A project's own settings and the environment count above a person's. */
function isInForce({ choice: { threshold } }: Calibration, { config }: Context): boolean {
  return config.max_wrong === threshold.maxWrong && config.threshold.score === threshold.score;
}

/** Prompts of past sessions, each with its project; each text once. */
function collectTyped(controls: Controls, { locations }: Context): readonly TypedPrompt[] {
  const ignore = (): void => {};
  const transcripts = findTranscripts({ places: usualPlaces(process.env, locations.home), since: null, limit: SESSIONS, report: ignore });
  const typed = new Map<string, TypedPrompt>();
  for (const transcript of transcripts)
    for (const { kind, text, cwd } of readSession(transcript, { report: ignore })?.moments ?? [])
      if (kind === "prompt") typed.set(text, { text, project: controls.projectOf(cwd) });
  return [...typed.values()];
}

/** The file that was written. Throws a Refusal when it would promise too much, or do no good. */
export function applyCalibration(calibration: Calibration, { locations: { userConfigDir, stateDir } }: Pick<Context, "locations">): string {
  if (userConfigDir === null) throw new Refusal("there is no folder for your settings", "set HOME or XDG_CONFIG_HOME");
  const { at, rate, choice, before, after, records } = calibration;
  if (!choice.isMet)
    throw new Refusal(
      `${choice.wrong.of} prompts cannot show that at most ${percent(rate)} are wrong (upper bound ${percent(choice.upper)}); nothing was written`,
      "give a larger --rate, or calibrate again when there are more transcripts",
    );
  if (rateOf(after.wrong) > rate && after.wrong.count >= before.wrong.count)
    throw new Refusal(
      `on the prompts not used to choose it ${showShare(after.wrong)} are wrong, no fewer than now; nothing was written`,
      "give a smaller --rate, or calibrate again when there are more transcripts",
    );
  const file = join(userConfigDir, "config.yaml");
  editConfigFile(file, editsFor(calibration));
  const stored = { v: 1, at, rate, threshold: choice.threshold, wrong: after.wrong, answered: after.answered, records } as const;
  if (!writeCalibration(stateDir, stored))
    throw new Refusal(`${stateDir === null ? "the state folder" : calibrationFile(stateDir)} cannot be written`, `${file} is changed all the same`);
  return file;
}

/** A least score is written where it was chosen, or where there is one to take back. */
function editsFor({ at, choice: { threshold }, before, after }: Calibration): readonly Edit[] {
  const comment = `calibrated ${new Date(at).toISOString().slice(0, 10)}: ${showShare(after.wrong)} wrong on prompts not used to choose it`;
  const score: readonly Edit[] = threshold.score > 0 || before.threshold.score > 0 ? [{ path: ["threshold", "score"], value: threshold.score, comment }] : [];
  return [{ path: ["max_wrong"], value: threshold.maxWrong, comment }, ...score];
}
