/** The entry of the bundle that serves MCP over stdio: loading it starts it. Only the protocol goes to standard output. */
import { serveMcp } from "./clients/mcp/serve-mcp.ts";
import { Core } from "./core.ts";
import { locate } from "./store/locations.ts";
import { markWarm } from "./store/warm-marker.ts";

// Whatever a library has to say must not get between the messages.
console.log = console.error;

const { stdin, stdout, stderr, env } = process;
if (stdin.isTTY) stderr.write("lore-inject: serving MCP on standard input and output, which a client does for you (Ctrl-D ends it)\n");
const { stateDir } = locate(env);
let unmark: (() => void) | null = null;
// Before it has our tools the client cannot call us, and its hook must answer prompts; from then on it need not start for them.
const onTools = (): void => {
  if (stateDir !== null) unmark ??= markWarm(stateDir);
};
const close = serveMcp({ core: new Core(), stdin, stdout, stderr, env, cwd: process.cwd(), onClose: () => process.exit(0), onTools });
process.on("exit", () => unmark?.());
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void close().finally(() => process.exit(0)));
