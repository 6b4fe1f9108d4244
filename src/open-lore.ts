/** Lore's stores for the engine and the hooks of the library: what reads them is loaded with the first call. */
import { type ContextInjectionConfig, ContextInjectionEngine } from "./engine/context-injection-engine.ts";
import type { CoreService } from "./engine/entity.ts";
import type { Memory } from "./factories/memory-types.ts";

export interface LorePlace {
  /** The folder to act in. Default: the process's own. */
  readonly cwd?: string;
  /** Default: the process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** What a ContextRetriever asks, answered from the stores. */
export function openCoreService(place: LorePlace = {}): CoreService {
  return load().openParts(place).service;
}

/** With the settings of `context_injection`; those given here are above them. */
export function openEngine(place: LorePlace = {}, config: Partial<ContextInjectionConfig> = {}): ContextInjectionEngine {
  const parts = load().openParts(place);
  return new ContextInjectionEngine(parts.service, { ...parts.config, ...config });
}

/** Repositories for createContextInjectionHook and createCompactionHook. */
export function openMemory(place: LorePlace = {}): Memory {
  return load().openMemory(place);
}

function load(): typeof import("./engine.ts") {
  return require("../dist/engine.cjs") as typeof import("./engine.ts");
}
