/** The plugin for OpenCode, as a bundle of its own. One default export and nothing else: any other would make OpenCode drop it without a word. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hooks, PluginInput } from "./clients/opencode/opencode-types.ts";
import { makeHooks } from "./clients/opencode/plugin.ts";
import { refreshIndex } from "./clients/opencode/refresh-index.ts";
import { Core } from "./core.ts";

/** What cannot be set up stays away: OpenCode must start all the same. */
export default async function loreInject(input: PluginInput): Promise<Partial<Hooks>> {
  try {
    const shippedDir = join(dirname(fileURLToPath(import.meta.url)), "..");
    return makeHooks(input, { core: new Core({ shippedDir, client: "opencode", refresh: refreshIndex }) });
  } catch {
    return {};
  }
}
