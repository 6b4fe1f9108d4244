/** The command line: what the person said becomes a call, errors become exit codes. Nothing else. */
import { isatty } from "node:tty";
import { Command, Option } from "commander";
import { setClock } from "./clock.ts";
import { capture } from "./commands/capture.ts";
import { captureHook } from "./commands/capture-hook.ts";
import { compact } from "./commands/compact.ts";
import { edit } from "./commands/edit.ts";
import { explain } from "./commands/explain.ts";
import { fail } from "./commands/fail.ts";
import { forget } from "./commands/forget.ts";
import { goal } from "./commands/goal.ts";
import { handoff } from "./commands/handoff.ts";
import { history } from "./commands/history.ts";
import { type IndexOptions, indexRebuild, indexRefresh, indexStatus, indexVerify } from "./commands/index-command.ts";
import { learn } from "./commands/learn.ts";
import { list } from "./commands/list.ts";
import { observe } from "./commands/observe.ts";
import { promote } from "./commands/promote.ts";
import { register } from "./commands/register.ts";
import { remember } from "./commands/remember.ts";
import { restore } from "./commands/restore.ts";
import { retract } from "./commands/retract.ts";
import { type RunHookOptions, runHook } from "./commands/run-hook.ts";
import { CommandError, version } from "./commands/runtime.ts";
import { search } from "./commands/search.ts";
import { session } from "./commands/session.ts";
import { show } from "./commands/show.ts";
import { showRuntime } from "./commands/show-runtime.ts";
import { sources } from "./commands/sources.ts";
import { supersede } from "./commands/supersede.ts";
import { isOn } from "./config/environment.ts";

setClock(() => performance.now());

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];
const cwd = () => new Option("--cwd <dir>", "the folder to act in (default: this one, or the event's)");
const folder = () => new Option("--cwd <dir>", "the folder to act in (default: this one)");
const set = () => new Option("--set <key=value>", "override a setting, e.g. max_wrong=0.01 (repeatable)").argParser(collect).default([], "none");
const budget = () => new Option("--budget <tokens>", "token budget, above LORE_CONTEXT_BUDGET and config");
const json = () => new Option("--json", "machine-readable output");

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
    if (args[0] !== undefined) throw new CommandError(`unknown command "${args[0]}"`, "lore-inject --help lists the commands");
    runAsHook({ ...options, debug: options.debug ?? isOn(process.env.LORE_CONTEXT_DEBUG) });
  });

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
    if (args[0] !== undefined) throw new CommandError(`unknown command "index ${args[0]}"`, "status, refresh, rebuild or verify");
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

const project = () => new Option("--project <name>", "the project it belongs to (default: this folder's)");
const sessionOption = () => new Option("--session <id>", "the session it comes from");
const tags = () => new Option("--tags <tags...>", "further tags");
const force = () => new Option("--force", "write it even if there is one like it");
const entities = () => new Option("--entities <names...>", "files, functions, tables it is about");

/** What every command that writes a new record takes. */
function writes(command: Command): Command {
  return command.addOption(project()).addOption(sessionOption()).addOption(tags()).addOption(force()).addOption(cwd()).addOption(set()).addOption(json());
}

writes(program.command("remember").description('a decision ("-" reads it from stdin)').argument("<decision...>"))
  .option("--rationale <text>", "why")
  .option("--alternatives <texts...>", "what was not chosen")
  .addOption(entities())
  .option("--type <type>", "architecture, process, tooling, …")
  .action(remember);
writes(program.command("learn").description("a pattern that works, or with --anti one that does not").argument("<name...>"))
  .option("--context <text>", "where it applies")
  .option("--problem <text>", "what it solves")
  .option("--solution <text>", "what to do")
  .option("--confidence <0..1>", "how sure you are (default 0.5)")
  .option("--anti", "an anti-pattern: with --symptom, --risk, --fix, --severity")
  .option("--symptom <text>", "how it shows")
  .option("--risk <text>", "what it leads to")
  .option("--fix <text>", "what to do instead")
  .option("--severity <level>", "low, medium, high")
  .addOption(entities())
  .action(learn);
writes(program.command("fail").description("something that went wrong").argument("<type>").argument("<message...>"))
  .option("--tool <name>", "what failed")
  .option("--command <text>", "the command line, to be recognised when it is run again")
  .option("--fix <text>", "the remedy")
  .addOption(entities())
  .action(fail);
writes(program.command("observe").description("a raw note for the inbox").argument("<text...>"))
  .option("--source <name>", "where it comes from")
  .action(observe);
writes(program.command("handoff").description("where the work stands; without text, a draft from git and the session's files").argument("[message...]"))
  .option("--next <steps...>", "what is next")
  .option("--blocker <texts...>", "what is in the way")
  .option("--question <texts...>", "what is open")
  .action(handoff);
writes(program.command("goal").description("what the project is to reach").argument("<name...>"))
  .option("--description <text>")
  .option("--priority <level>", "low, medium, high")
  .action(goal);
writes(program.command("capture").description("any record; what it is follows from the flags, as with lore").argument("<text...>"))
  .option("--decision")
  .option("--rationale <text>")
  .option("--alternatives <texts...>")
  .option("--pattern")
  .option("--anti")
  .option("--problem <text>")
  .option("--solution <text>")
  .option("--context <text>")
  .option("--error-type <type>")
  .option("--tool <name>")
  .option("--fix <text>")
  .action(capture);
writes(program.command("supersede").description("a new record in the place of an old one").argument("<id>").argument("<text...>"))
  .option("--rationale <text>")
  .action(supersede);
writes(program.command("promote").description("an observation becomes a decision or a pattern").argument("<id>"))
  .addOption(new Option("--to <kind>", "what it becomes").choices(["decision", "pattern"]).makeOptionMandatory())
  .action(promote);
program
  .command("retract")
  .description("a record that no longer holds: it stays in its file, and is never shown again")
  .argument("<id>")
  .requiredOption("--reason <text>")
  .addOption(cwd())
  .addOption(set())
  .addOption(json())
  .action(retract);
program.command("restore").description("a retired record holds again").argument("<id>").addOption(cwd()).addOption(set()).addOption(json()).action(restore);
program
  .command("edit")
  .description("change a record: by --field, or in $EDITOR")
  .argument("<id>")
  .addOption(new Option("--field <name=value>", "a field and its new value (repeatable)").argParser(collect).default([], "none"))
  .addOption(cwd())
  .addOption(set())
  .addOption(json())
  .action(edit);
program
  .command("forget")
  .description("take a record out of the files themselves, every line of it")
  .argument("<id>")
  .addOption(cwd())
  .addOption(set())
  .addOption(json())
  .action(forget);
program
  .command("history")
  .description("every line of a record, and what each changed")
  .argument("<id>")
  .addOption(cwd())
  .addOption(set())
  .addOption(json())
  .action(history);
program
  .command("list")
  .description("the records there are, newest first")
  .option("--kind <kind>", "a source (journal, failures, …) or the beginning of ids (dec, pat, …)")
  .option("--project <name>")
  .option("--since <when>", "a date, or an age: 7d, 2w, 3m, 1y")
  .option("--all", "retired ones too")
  .option("--limit <n>", "how many", "50")
  .addOption(cwd())
  .addOption(set())
  .addOption(json())
  .action(list);
program
  .command("capture-hook")
  .description("an event of the client on stdin becomes a record, if it says something; prints nothing (register it with async: true)")
  .option("--debug", "say on stderr what was kept, or why nothing was")
  .addOption(cwd())
  .addOption(set())
  .action(captureHook);
program
  .command("compact")
  .description("keep the last line of each record, in every JSONL store")
  .addOption(cwd())
  .addOption(set())
  .addOption(json())
  .action(compact);

program
  .command("register")
  .description('leave something for a session: its next prompt shows it ("-" reads the text from stdin)')
  .argument("<text...>")
  .requiredOption("--session <id>", "the client's session id (its hooks get it as session_id)")
  .requiredOption("--source <name>", "who registers, e.g. background-task")
  .requiredOption("--id <id>", "unique within the source: registered again, it replaces what is not shown yet")
  .addOption(new Option("--priority <level>", "what comes first").choices(["critical", "high", "normal", "low"]).default("normal"))
  .option("--persistent", "show it again after each compaction")
  .addOption(json())
  .addHelpText(
    "after",
    '\nExample:\n  lore-inject register --session "$SESSION" --source build --id 7 --priority high "background task 7 finished: 3 tests fail"',
  )
  .action(register);

program
  .command("session")
  .description("what a session has been shown and what waits for it; without an id, the sessions that are known")
  .argument("[id]")
  .option("--forget", "forget it: its next prompt starts afresh")
  .addOption(json())
  .action(session);

program
  .command("runtime")
  .description("with what the hook should be started here, and what each choice costs")
  .option("--rounds <n>", "rounds to measure, 0 for none", "15")
  .addOption(set())
  .addOption(json())
  .action(showRuntime);

// After the subcommands, which would inherit it: here a stray word is an unknown command.
program.allowExcessArguments();

/** As a hook nothing may fail: not a bad flag value, not a bug. */
function runAsHook(options: RunHookOptions): void {
  if (options.prompt === undefined && options.event === undefined && isatty(0)) return program.help();
  try {
    runHook(options);
  } catch (error) {
    if (options.debug || error instanceof CommandError) process.stderr.write(`lore-inject: ${describe(error)}\n`);
  }
}

function describe(error: unknown): string {
  if (error instanceof CommandError) return error.hint ? `${error.message} (${error.hint})` : error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  program.parse();
} catch (error) {
  process.stderr.write(`lore-inject: ${describe(error)}\n`);
  process.exitCode = error instanceof CommandError ? 1 : 2;
}
