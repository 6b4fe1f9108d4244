/** Commands that tell whether it helps, and that tune it: their arguments and options, nothing else. */
import { type Command, Option } from "commander";
import { folder, json, set } from "./cli-options.ts";
import { calibrate } from "./commands/calibrate.ts";
import { helped } from "./commands/helped.ts";
import { replay } from "./commands/replay.ts";
import { review } from "./commands/review.ts";
import { stats } from "./commands/stats.ts";
import { tune } from "./commands/tune.ts";
import { wrong } from "./commands/wrong.ts";

export function addUsageCommands(program: Command): void {
  program
    .command("stats")
    .description("what was injected, what it cost, and whether it was of use")
    .option("--today", "since midnight")
    .option("--week", "the last seven days (the default)")
    .option("--month", "the last thirty days")
    .option("--since <when>", "a date, or an age: 7d, 2w, 3m, 1y")
    .option("--project <name>", "this project alone (. for this folder's)")
    .option("--all-projects", "all of them (the default)")
    .option("--html <file>", "one page with plots, by itself")
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action(stats);
  program
    .command("helped")
    .description("these records were of use: they come a little sooner from now on")
    .argument("<id...>")
    .option("--why <text>", "for whoever looks at it later")
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action(helped);
  program
    .command("wrong")
    .description("these records were wrong here: they come later from now on (retract one that is wrong for good)")
    .argument("<id...>")
    .option("--why <text>", "for whoever looks at it later")
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action(wrong);
  program
    .command("replay")
    .description("what would have been injected in past sessions, with the stores as they were then; nothing is written")
    .argument("[transcripts...]", "files or folders; Claude Code's own if none is given")
    .addOption(
      new Option("--config <settings>", "current, a YAML file, or key=value,key=value; given twice, two are compared").argParser(
        (value: string, before: readonly string[] | undefined) => [...(before ?? []), value],
      ),
    )
    .option("--since <date>", "sessions since then")
    .option("--limit <n>", "so many sessions, the newest", "500")
    .addOption(json())
    .action(replay);
  program
    .command("calibrate")
    .description("find the threshold that keeps wrong injections below a rate, on these stores")
    .option("--rate <share>", "of prompts about something else that may still get something", "0.05")
    .option("--apply", "write it to your config.yaml; comments stay")
    .option("--dry-run", "only show it (the default)")
    .addOption(folder())
    .addOption(json())
    .action(calibrate);
  program
    .command("tune")
    .description("suggest weights, half-lives and synonyms from what was of use, with what they would have changed")
    .option("--apply", "write them to your own config.yaml and keyword-synonyms.yaml; comments stay")
    .addOption(folder())
    .addOption(json())
    .action(tune);
  program
    .command("review")
    .description("records that deserve a second look: stale, of no use, said twice, contradicting each other")
    .option("--all", "records of every project")
    .option("--kind <kinds>", "comma-separated: contradictions, unused, duplicates, stale")
    .option("--limit <n>", "so many findings, the surest first", "50")
    .option("--report", "print a report even at a terminal")
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action((options) => review(options));
}
