/** The files whose change may change an answer: the workspace's spool, the stores that there are, and those that may yet be made. */
import { isAbsolute, join } from "node:path";
import type { Context } from "../../open-context.ts";
import { activityFile } from "../../store/activity-file.ts";
import { expandHome } from "../../store/locations.ts";
import { PROJECT_STORES } from "../../store/project-stores.ts";
import type { Watched } from "./change-watcher.ts";
import { rootOf } from "./place.ts";

const GLOB = /[*?{[]/;

export function watchedFiles(context: Context): Watched {
  const { locations, stores, workspace } = context;
  const spool = locations.stateDir === null ? null : activityFile({ stateDir: locations.stateDir, root: rootOf(context) });
  const own = workspace.loreFolder === null ? [] : PROJECT_STORES.map(([name]) => join(workspace.loreFolder ?? "", name));
  const there = stores.filter(({ derived, inline }) => !derived && !inline).map(({ path }) => path);
  return { spool, stores: [...new Set([...there, ...configured(context), ...own])] };
}

/** As the settings name them, whether they are there or not. */
function configured({ config, dataRoot, locations }: Context): readonly string[] {
  const root = dataRoot.path;
  if (root === null) return [];
  return Object.values(config.sources)
    .flatMap(({ paths }) => paths)
    .map((path) => expandHome(withoutPattern(path), locations.home))
    .map((path) => (isAbsolute(path) ? path : join(root, path)));
}

/** Of a pattern the folder in which its files appear is watched. */
function withoutPattern(path: string): string {
  const parts = path.split("/");
  const first = parts.findIndex((part) => GLOB.test(part));
  return first < 0 ? path : [...parts.slice(0, first), "*"].join("/");
}
