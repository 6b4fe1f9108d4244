/** What made a command work that had failed: the edits and commands between a failure and the next run that got further. */
import type { RunStep, Step } from "./find-steps.ts";
import { enumerate, shorten } from "./shorten.ts";

export interface Fix {
  /** The command as it succeeded. */
  readonly command: string;
  /** Of the failure that is mended. */
  readonly signature: string;
  readonly text: string;
}

/** More than these are counted, not named. */
const MAX_FILES = 3;
const MAX_COMMANDS = 2;
const MAX_COMMAND_TEXT = 80;

/** The fixes that the last step proves, if it is a command that passes at last. None when nothing was changed: then it was chance. */
export function linkFix(steps: readonly Step[]): readonly Fix[] {
  const success = steps.at(-1);
  if (success?.kind !== "run" || success.outcome !== "passed") return [];
  const runs = runsSinceSuccess(steps, success);
  const last = new Map(runs.map((index, order) => [signatureAt(steps, index), order]));
  return [...last].flatMap(([signature, order]) => {
    const next = runs[order + 1] ?? steps.length - 1;
    const changes = describeChanges(steps.slice((runs[order] ?? 0) + 1, next), success.key);
    if (changes === "") return [];
    const shown = `\`${shorten(success.key, MAX_COMMAND_TEXT)}\``;
    const text = next === steps.length - 1 ? `After ${changes}, ${shown} passed` : `After ${changes}, ${shown} got past this error; it passed later`;
    return [{ command: success.command, signature, text }];
  });
}

/** Where the same command failed after it had last passed. */
function runsSinceSuccess(steps: readonly Step[], success: RunStep): readonly number[] {
  const earlier = steps.slice(0, -1);
  const passed = earlier.findLastIndex((step) => step.kind === "run" && step.key === success.key && step.outcome === "passed");
  return earlier.flatMap((step, index) =>
    index > passed && step.kind === "run" && step.key === success.key && step.outcome === "failed" && !step.noise ? [index] : [],
  );
}

function signatureAt(steps: readonly Step[], index: number): string {
  const step = steps[index];
  return step?.kind === "run" ? (step.signature ?? "") : "";
}

function describeChanges(steps: readonly Step[], key: string): string {
  const files = [...new Set(steps.flatMap((step) => (step.kind === "edit" ? [relative(step.file, step.cwd)] : [])))];
  const commands = [
    ...new Set(
      steps.flatMap((step) =>
        step.kind === "run" && step.outcome === "passed" && !step.noise && (step.check === null || step.check === "build") && step.key !== key
          ? [step.key]
          : [],
      ),
    ),
  ];
  const edited = files.length === 0 ? [] : [`editing ${some(files, MAX_FILES, "file")}`];
  const quoted = commands.map((command) => `\`${shorten(command, MAX_COMMAND_TEXT)}\``);
  const ran = commands.length === 0 ? [] : [`running ${some(quoted, MAX_COMMANDS, "command")}`];
  return [...edited, ...ran].join(" and ");
}

function some(items: readonly string[], most: number, noun: string): string {
  if (items.length <= most) return enumerate(items);
  const more = items.length - most;
  return enumerate([...items.slice(0, most), `${more} more ${noun}${more === 1 ? "" : "s"}`]);
}

function relative(file: string, cwd: string): string {
  return cwd !== "" && file.startsWith(`${cwd}/`) ? file.slice(cwd.length + 1) : file;
}
