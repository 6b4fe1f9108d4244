/** Commands for sessions, and for setting things up: their arguments and options, nothing else. */
import { type Command, Option } from "commander";
import { folder, json, set } from "./cli-options.ts";
import { init } from "./commands/init.ts";
import { register } from "./commands/register.ts";
import { session } from "./commands/session.ts";
import { showRuntime } from "./commands/show-runtime.ts";
import { trust } from "./commands/trust.ts";

export function addSessionCommands(program: Command): void {
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
}

export function addSetupCommands(program: Command): void {
  program
    .command("runtime")
    .description("with what the hook should be started here, and what each choice costs")
    .option("--rounds <n>", "rounds to measure, 0 for none", "15")
    .addOption(set())
    .addOption(json())
    .action(showRuntime);
  program
    .command("init")
    .description("make .lore in this repository: records that a team keeps and merges beside its code")
    .option("--name <project>", "the project's name, where it is not the repository's")
    .addOption(folder())
    .addOption(json())
    .action(init);
  program
    .command("trust")
    .description("use the records in this repository's .lore as they are now; any change of them needs it again")
    .option("--show", "only show what is in them")
    .option("--revoke", "use them no longer")
    .option("--list", "what is trusted, in all repositories")
    .addOption(folder())
    .addOption(json())
    .action(trust);
}
