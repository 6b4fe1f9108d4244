/** Makes the engine for one question, with the settings of the folder; what the stores answered is kept from one to the next. */
import type { Core } from "../../core.ts";
import { ContextInjectionEngine } from "../../engine/context-injection-engine.ts";
import { type CoreService, openCoreService } from "../../engine/core-service.ts";
import { injectionConfig } from "../../engine/open-engine.ts";
import { type Log, logBug } from "./log.ts";
import type { Engine, EngineRequest } from "./resources/auto.ts";

export function engineMaker(core: Core, log: Log): (request: EngineRequest) => Engine {
  const services = new Map<string, CoreService>();
  return ({ cwd, context: { config }, now }) => {
    const service = services.get(cwd) ?? openCoreService({ core, cwd });
    services.set(cwd, service);
    const settings = injectionConfig(config);
    return new ContextInjectionEngine(service, {
      ...settings,
      enabled: settings.enabled && config.enabled,
      onError: (error) => logBug(log, "the engine could not ask", error),
      now,
    });
  };
}
