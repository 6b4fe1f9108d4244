/** `tune`: suggests weights, half-lives and synonyms from what was used, shows what they would have changed, and writes them on request. */
import { join } from "node:path";
import { editConfigFile } from "../calibrate/edit-config.ts";
import type { Context } from "../open-context.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { findTranscripts, usualPlaces } from "../replay/find-transcripts.ts";
import { readFeedback } from "../store/feedback-file.ts";
import { readMetrics } from "../store/read-metrics.ts";
import { objectionTo, renderTune } from "../tune/render-tune.ts";
import { runTune, type Tuned } from "../tune/run-tune.ts";
import { readTuned, writeTuned } from "../tune/tuned-file.ts";
import { editsFor } from "../tune/tuned-variant.ts";
import { openOptions } from "./replay.ts";
import { makeProgressBar, print, printJson } from "./runtime.ts";

export interface TuneOptions extends Pick<CommonOptions, "cwd"> {
  readonly apply?: boolean;
  readonly json?: boolean;
}

/** The newest sessions: habits change. */
const SESSIONS = 500;

export function tune({ apply = false, json = false, ...options }: TuneOptions): void {
  const context = openForCommand(options);
  const { stateDir, home } = context.locations;
  const transcripts = findTranscripts({ places: usualPlaces(process.env, home), since: null, limit: SESSIONS, report: () => {} });
  const progress = makeProgressBar();
  progress.start(
    "replaying",
    transcripts.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const feedback = stateDir === null ? [] : readFeedback(stateDir);
  const tuned = runTune({ context, open: openOptions(), transcripts, feedback, tunedAt: readTuned(stateDir), advance: progress.advance });
  progress.done();
  const seen = countMetrics(stateDir);
  const files = apply ? applySuggestions(tuned, context) : [];
  if (json) return printJson({ ...tuned, metrics: seen, applied: files });
  const isEmpty = tuned.settings.length + tuned.synonyms.length === 0;
  const last =
    files.length > 0 ? `Written to ${files.join(" and ")}.` : isEmpty ? "" : "Nothing was written: lore-inject tune --apply writes it to your own settings.";
  print([...renderTune({ tuned, ...seen }), ...(last === "" ? [] : ["", last])]);
}

function countMetrics(stateDir: string | null): { readonly prompts: number; readonly shown: number } {
  let [prompts, shown] = [0, 0];
  for (const line of stateDir === null ? [] : readMetrics(stateDir)) {
    if (line.event !== "UserPromptSubmit") continue;
    prompts++;
    shown += line.shown.length;
  }
  return { prompts, shown };
}

/** The files that were written. Throws a Refusal when there is nothing to write, or it would do harm. */
export function applySuggestions(tuned: Tuned, { locations: { userConfigDir, stateDir } }: Pick<Context, "locations">, at = Date.now()): readonly string[] {
  if (tuned.settings.length + tuned.synonyms.length === 0)
    throw new Refusal("nothing is suggested, so nothing was written", "run it again when there is more evidence");
  const objection = objectionTo(tuned.expected);
  if (objection !== null) throw new Refusal(`replayed, ${objection}; nothing was written`, "lore-inject tune shows the figures");
  if (userConfigDir === null) throw new Refusal("there is no folder for your settings", "set HOME or XDG_CONFIG_HOME");
  const { config, synonyms } = editsFor(tuned, at);
  const changes = [
    [join(userConfigDir, "config.yaml"), config],
    [join(userConfigDir, "keyword-synonyms.yaml"), synonyms],
  ] as const;
  const wanted = changes.filter(([, edits]) => edits.length > 0);
  for (const [file, edits] of wanted) editConfigFile(file, edits);
  const keys = tuned.settings.map(({ key }) => key);
  // Where it cannot be kept, the next run suggests a step more from what it knows already, and says from what.
  if (keys.length > 0) writeTuned(stateDir, keys, at);
  return wanted.map(([file]) => file);
}
