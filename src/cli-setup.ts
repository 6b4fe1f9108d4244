/** Commands for sessions, and for setting things up: their arguments and options, nothing else. */
import { type Command, Option } from "commander";
import { folder, json, set } from "./cli-options.ts";
import { doctor } from "./commands/doctor.ts";
import { init } from "./commands/init.ts";
import { type InstallOptions, install } from "./commands/install.ts";
import { installOpenCode, uninstallOpenCode } from "./commands/install-opencode.ts";
import { register } from "./commands/register.ts";
import { session } from "./commands/session.ts";
import { showRuntime } from "./commands/show-runtime.ts";
import { status } from "./commands/status.ts";
import { trust } from "./commands/trust.ts";
import { type UninstallOptions, uninstall } from "./commands/uninstall.ts";
import { why } from "./commands/why.ts";

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
  program
    .command("why")
    .description("what a session was shown last, and which words brought it; without an id, the session that was active last")
    .option("--session <id>", "the client's session id")
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action(why);
}

const client = () => new Option("--client <client>", "whose settings").choices(["claude-code", "opencode"]).default("claude-code");
type Chosen<Options> = Options & { readonly client: "claude-code" | "opencode" };

const scope = () =>
  new Option("--scope <scope>", "whose settings: the person's, the project's (shared), or the person's for this project")
    .choices(["user", "project", "local"])
    .default("user");

export function addSetupCommands(program: Command): void {
  program
    .command("mcp")
    .description("serve the records over MCP on stdin and stdout: tools, resources, prompts for install --warm; a client starts it")
    .action(() => void require("../dist/mcp.cjs"));
  program
    .command("install")
    .description("register the hooks in the client's settings; everything else in them stays byte for byte")
    .addOption(client())
    .addOption(scope())
    .option("--events <names...>", "only these events")
    .option("--no-capture", "leave out the hooks that write records by themselves")
    .option("--dry-run", "show the change, and make none")
    .option("--warm", "let the MCP server answer prompts, without starting a process for each; the hook steps in where it does not run")
    .option("--no-warm", "take that back")
    .option("--import", "import what is found of other tools")
    .option("--no-setup", "register only: make no folder, import nothing, show nothing")
    .option("--force", "even if the plugin is installed")
    .option("--yes", "ask nothing")
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action((options: Chosen<InstallOptions>) => (options.client === "opencode" ? installOpenCode(options) : install(options)));
  program
    .command("uninstall")
    .description("take the hooks out of the settings again; records are kept")
    .addOption(client())
    .addOption(scope())
    .option("--dry-run", "show the change, and make none")
    .option("--purge", "also remove records, session state and cache, after asking")
    .option("--yes", "ask nothing")
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action((options: Chosen<UninstallOptions>) => (options.client === "opencode" ? uninstallOpenCode(options) : uninstall(options)));
  program
    .command("doctor")
    .description("look at everything: installation, stores, settings, speed, a trial run; exit code 1 if something needs mending")
    .option("--fix", "mend what can be mended safely")
    .option("--rounds <n>", "rounds of the speed measurement, 0 for none")
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action(doctor);
  program
    .command("status")
    .description("a short summary; --line prints one line for the client's status line")
    .option("--line", "one line: reads the client's JSON on stdin, never fails")
    .option("--session <id>", "what this session was shown")
    .addOption(folder())
    .addOption(set())
    .addOption(json())
    .action(status);
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
