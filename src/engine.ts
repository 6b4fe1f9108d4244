/** Engine and memory over the stores of a folder, for other programs. A bundle of its own, loaded by the library when first used. */
import { Core } from "./core.ts";
import type { ContextInjectionConfig } from "./engine/context-injection-engine.ts";
import { type CoreService, openCoreService } from "./engine/core-service.ts";
import { injectionConfig } from "./engine/open-engine.ts";
import type { MemoryPlace } from "./factories/open-memory.ts";

export { openMemory } from "./factories/open-memory.ts";

export interface EngineParts {
  readonly service: CoreService;
  readonly config: ContextInjectionConfig;
}

/** What an engine is made of: the class itself is the library's own. */
export function openParts({ cwd = process.cwd(), env, shippedDir }: MemoryPlace = {}): EngineParts {
  const core = new Core({ ...(env === undefined ? {} : { env }), ...(shippedDir === undefined ? {} : { shippedDir }) });
  return { service: openCoreService({ core, cwd }), config: injectionConfig(core.open(cwd).config) };
}
