/** The entry of the bundle that serves MCP over stdio: loading it starts it. Only the protocol goes to standard output. */
import { serveMcp } from "./clients/mcp/serve-mcp.ts";
import { Core } from "./core.ts";
import { locate } from "./store/locations.ts";
import { markWarm } from "./store/warm-marker.ts";

// Whatever a library has to say must not get between the messages.
console.log = console.error;

const { stdin, stdout, stderr, env } = process;
const close = serveMcp({ core: new Core(), stdin, stdout, stderr, env, cwd: process.cwd(), onClose: () => process.exit(0) });
// From here on the client can call us, so its hooks need not start for prompts.
const { stateDir } = locate(env);
if (stateDir !== null) process.on("exit", markWarm(stateDir));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void close().finally(() => process.exit(0)));
