/** The command line: what the person said becomes a call, errors become exit codes. Nothing else. */
import { isatty } from "node:tty";
import { Command, Option } from "commander";
import { budget, cwd, folder, json, set } from "./cli-options.ts";
import { addSessionCommands, addSetupCommands } from "./cli-setup.ts";
import { addUsageCommands } from "./cli-usage.ts";
import { addWritingCommands } from "./cli-writing.ts";
import { setClock } from "./clock.ts";
import { explain } from "./commands/explain.ts";
import { type IndexOptions, indexRebuild, indexRefresh, indexStatus, indexVerify } from "./commands/index-command.ts";
import { type RunHookOptions, runHook } from "./commands/run-hook.ts";
import { search } from "./commands/search.ts";
import { show } from "./commands/show.ts";
import { sources } from "./commands/sources.ts";
import { isOn } from "./config/environment.ts";
import { version } from "./open-for-command.ts";
import { Refusal } from "./refusal.ts";

setClock(() => performance.now());

const program = new Command("lore-inject")
  .description(
    "Claude Code hook: reads an event on stdin (a prompt, the start of a session or subagent, a tool) and prints what is stored about it as additionalContext, or nothing.",
  )
  .version(version)
  // Else an option that a subcommand shares with the hook would be taken for the hook.
  .enablePositionalOptions()
  .option("--debug", "say on stderr how the answer came about (also LORE_CONTEXT_DEBUG=1)")
  .option("--prompt <text>", "act on this prompt instead of an event on stdin")
  .addOption(new Option("--event <name>", "with no stdin: the event to act on").choices(["SessionStart"]))
  .option("--session <id>", "with --prompt or --event: act as in this session, which does not remember it")
  .addOption(cwd())
  .addOption(budget())
  .addOption(set())
  .addHelpText(
    "after",
    `
Examples:
  lore-inject --debug --prompt "why did we choose JSONL?" --cwd ~/dev/flow
  lore-inject explain "how do we retry failed uploads?"
  lore-inject show dec-5741815d

Environment:
  LORE_DATA_DIR, LORE_DIR   the folder that holds the stores
  LORE_CONTEXT_BUDGET       token budget (default 2000)
  LORE_CONTEXT_DISABLED=1   stay silent; so does the word #nolore in a prompt
  LORE_CONTEXT_DEBUG=1      explain every run on stderr
  LORE_CONTEXT_NOW          act as on this date, e.g. 2026-03-01

Settings: config.yaml beside this program, then $XDG_CONFIG_HOME/lore-inject/config.yaml,
then .lore/config.yaml of the project; later ones win, then environment, then flags.`,
  )
  .action((options: RunHookOptions, { args }: Command) => {
    if (args[0] !== undefined) throw new Refusal(`unknown command "${args[0]}"`, "lore-inject --help lists the commands");
    runAsHook({ ...options, debug: options.debug ?? isOn(process.env.LORE_CONTEXT_DEBUG) });
  });

program.commandsGroup("Read:");
program
  .command("explain")
  .description('what a prompt would get, and why ("-" reads the prompt from stdin)')
  .argument("<prompt...>")
  .option("--all", "list every rejected candidate, not only the best ten")
  .addOption(cwd())
  .addOption(budget())
  .addOption(set())
  .addOption(json())
  .action(explain);

program
  .command("show")
  .description("one record whole, with the file and line it is stored in")
  .argument("<id>")
  .addOption(cwd())
  .addOption(json())
  .action(show);

program
  .command("search")
  .description("the best matching records of all projects")
  .argument("<terms...>")
  .option("--limit <n>", "how many", "10")
  .addOption(cwd())
  .addOption(set())
  .addOption(json())
  .action(search);

program.command("sources").description("what is read: stores, counts, problems").addOption(cwd()).addOption(set()).addOption(json()).action(sources);

const index = program
  .command("index")
  .description("the search index, a cache that keeps itself up to date: look at it, build it anew, check it")
  .addHelpText("after", "\nNo command is ever needed: prompts notice what changed, and deleting the cache folder loses nothing.");
index
  .command("status", { isDefault: true })
  .description("what is indexed, how large it is, whether it is due")
  .allowExcessArguments()
  .addOption(folder())
  .addOption(set())
  .addOption(json())
  .action((options: IndexOptions, { args }: Command) => {
    if (args[0] !== undefined) throw new Refusal(`unknown command "index ${args[0]}"`, "status, refresh, rebuild or verify");
    indexStatus(options);
  });
index
  .command("refresh")
  .description("index what was added or changed")
  .addOption(new Option("--background", "quietly, at low priority: how a prompt starts it").hideHelp())
  .addOption(folder())
  .addOption(set())
  .addOption(json())
  .action(indexRefresh);
index.command("rebuild").description("build all of it anew").addOption(folder()).addOption(set()).addOption(json()).action(indexRebuild);
index.command("verify").description("compare it with a plain reading of the stores").addOption(folder()).addOption(set()).addOption(json()).action(indexVerify);

program.commandsGroup("Write:");
addWritingCommands(program);

program.commandsGroup("Sessions:");
addSessionCommands(program);

program.commandsGroup("Does it help:");
addUsageCommands(program);

program.commandsGroup("Setup:");
addSetupCommands(program);

// After the subcommands, which would inherit it: here a stray word is an unknown command.
program.allowExcessArguments();

/** As a hook nothing may fail: not a bad flag value, not a bug. */
function runAsHook(options: RunHookOptions): void {
  if (options.prompt === undefined && options.event === undefined && isatty(0)) return program.help();
  try {
    runHook(options);
  } catch (error) {
    if (options.debug || error instanceof Refusal) process.stderr.write(`lore-inject: ${describe(error)}\n`);
  }
}

function describe(error: unknown): string {
  if (error instanceof Refusal) return error.hint ? `${error.message} (${error.hint})` : error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`lore-inject: ${describe(error)}\n`);
  process.exitCode = error instanceof Refusal ? 1 : 2;
});
