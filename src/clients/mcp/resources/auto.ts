/** `lore://context/auto`: what belongs to the files that are being worked on, and to what was asked last. */
import type { Context } from "../../../open-context.ts";
import { type RecentFile, recentFiles } from "../../../session/recent-activity.ts";
import { readActivity } from "../../../store/activity-file.ts";
import type { EpochMs } from "../../../types.ts";
import { rootOf } from "../place.ts";
import type { Resource } from "../resource.ts";

export const NOTHING = "No context currently available. Start working with files or ask questions to build context.";

/** What the engine is told of a file, as editors tell it. */
interface FileActivity {
  readonly type: RecentFile["type"];
  readonly filePath: string;
  readonly changedSymbols: readonly string[];
  readonly timestamp: Date;
}

/** As much of the engine as is needed here. */
export interface Engine {
  readonly processActivity: (activity: FileActivity) => Promise<void>;
  readonly processMessage: (text: string) => Promise<unknown>;
  readonly getCurrentContext: () => Promise<string>;
}

export interface EngineRequest {
  readonly cwd: string;
  readonly context: Context;
  /** Things happened when they happened: the engine is told of them later. */
  readonly now: () => EpochMs;
}

/** `makeEngine`: one that knows nothing yet, as the spool knows what was done by others too. */
export function autoContext(makeEngine: (request: EngineRequest) => Engine): Resource {
  return {
    name: "Automatic context",
    title: "Automatic context",
    description: "What was written down about the files that are open or being edited, and about what was asked last. Changes with what is being worked on.",
    address: "context/auto",
    async read(place) {
      const context = place.open();
      let now = place.lastAsked.at;
      const engine = makeEngine({ cwd: place.cwd, context, now: () => now });
      if (place.lastAsked.text !== "") await engine.processMessage(place.lastAsked.text);
      // The most telling last: it counts as the newest.
      for (const { type, path, symbols, at } of filesOf(context).toReversed()) {
        now = at;
        await engine.processActivity({ type, filePath: path, changedSymbols: symbols, timestamp: new Date(at) });
      }
      now = context.now;
      return (await engine.getCurrentContext()).trim() || NOTHING;
    },
  };
}

function filesOf(context: Context): readonly RecentFile[] {
  const { stateDir } = context.locations;
  return stateDir === null ? [] : recentFiles(readActivity({ stateDir, root: rootOf(context) }), context.now);
}
