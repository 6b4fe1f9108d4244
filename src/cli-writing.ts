/** Commands that add, change and retire records: their arguments and options, nothing else. */
import { type Command, Option } from "commander";
import { collect, cwd, folder, json, set } from "./cli-options.ts";
import { capture } from "./commands/capture.ts";
import { captureHook } from "./commands/capture-hook.ts";
import { compact } from "./commands/compact.ts";
import { edit } from "./commands/edit.ts";
import { exportRecords } from "./commands/export.ts";
import { fail } from "./commands/fail.ts";
import { forget } from "./commands/forget.ts";
import { goal } from "./commands/goal.ts";
import { handoff } from "./commands/handoff.ts";
import { history } from "./commands/history.ts";
import { importFrom } from "./commands/import.ts";
import { learn } from "./commands/learn.ts";
import { list } from "./commands/list.ts";
import { observe } from "./commands/observe.ts";
import { promote } from "./commands/promote.ts";
import { remember } from "./commands/remember.ts";
import { restore } from "./commands/restore.ts";
import { retract } from "./commands/retract.ts";
import { scrub } from "./commands/scrub.ts";
import { supersede } from "./commands/supersede.ts";

const project = () => new Option("--project <name>", "the project it belongs to (default: this folder's)");
const sessionOption = () => new Option("--session <id>", "the session it comes from");
const tags = () => new Option("--tags <tags...>", "further tags");
const force = () => new Option("--force", "write it even if there is one like it");
const shared = () => new Option("--shared", "into the repository's own store (.lore), for everybody who works on it");
const entities = () => new Option("--entities <names...>", "files, functions, tables it is about");

/** What every record that is written says about where it comes from. */
function originates(command: Command): Command {
  return command.addOption(project()).addOption(sessionOption()).addOption(tags()).addOption(folder()).addOption(set()).addOption(json());
}

/** A new one may be refused because there is one like it. */
function writes(command: Command): Command {
  return originates(command).addOption(shared()).addOption(force());
}

export function addWritingCommands(program: Command): void {
  addNewRecords(program);
  addChanges(program);
  addWholeStores(program);
}

function addNewRecords(program: Command): void {
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
  writes(
    program.command("capture").description("any record; what it is follows from the flags, as with lore: without any, an observation").argument("<text...>"),
  )
    .option("--decision", "a decision")
    .option("--rationale <text>", "why: a decision")
    .option("--alternatives <texts...>", "what was not chosen: a decision")
    .option("--pattern", "a pattern")
    .option("--anti", "an anti-pattern")
    .option("--problem <text>", "what it solves: a pattern")
    .option("--solution <text>", "what to do: a pattern")
    .option("--context <text>", "where it applies")
    .option("--error-type <type>", "a failure of this type")
    .option("--tool <name>", "what failed")
    .option("--fix <text>", "the remedy")
    .action(capture);
}

function addChanges(program: Command): void {
  originates(program.command("supersede").description("a new record in the place of an old one").argument("<id>").argument("<text...>"))
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
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action(retract);
  program
    .command("restore")
    .description("a retired record holds again")
    .argument("<id>")
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action(restore);
  program
    .command("edit")
    .description("change a record: by --field, or in $EDITOR")
    .argument("<id>")
    .addOption(new Option("--field <name=value>", "a field and its new value (repeatable)").argParser(collect).default([], "none"))
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action(edit);
  program
    .command("forget")
    .description("take a record out of the files themselves, every line of it")
    .argument("<id>")
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action(forget);
  program
    .command("history")
    .description("every line of a record, and what each changed")
    .argument("<id>")
    .addOption(folder())
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
    .addOption(folder())
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
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action(compact);
}

/** What goes through everything there is. */
function addWholeStores(program: Command): void {
  program
    .command("import")
    .description("records of other tools; without a name, shows what was found and writes nothing")
    .argument("[from]", "lore, memory, claude-mem, beads, adr, changelog, transcripts, export, or all")
    .argument("[paths...]", "files or folders, where they are not in their usual place")
    .addOption(project())
    .option("--dry-run", "show what would be written")
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .addHelpText("after", "\nA record that is there already, in whatever state, is left alone: importing twice writes nothing.")
    .action(importFrom);
  program
    .command("export")
    .description("the records as one document, to standard output or a file")
    .addOption(new Option("--format <format>", "jsonl keeps every field, markdown is for reading").choices(["jsonl", "markdown"]).default("jsonl"))
    .option("--output <file>", "write it there")
    .option("--force", "even if the file exists")
    .option("--kind <kind>", "a source (journal, failures, …) or the beginning of ids (dec, pat, …)")
    .option("--project <name>", "of this project")
    .option("--since <when>", "a date, or an age: 7d, 2w, 3m, 1y")
    .option("--all", "retired ones too")
    .addOption(folder())
    .addOption(set())
    .action(exportRecords);
  program
    .command("scrub")
    .description("find secrets and private parts in what is stored; exit code 1 if there are any")
    .option("--apply", "take them out of the files")
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action(scrub);
}
