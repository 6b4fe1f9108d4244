/**
 * Which path of Node, and of this package, is still there tomorrow. A registration outlives the shell it was made in, so a
 * version manager's path of the hour, or a folder that the next upgrade deletes, will not do. Pure: the disk is asked by find-launch.ts.
 */
import { type posix, win32 } from "node:path";

export type PathFlavour = typeof posix | typeof win32;

/** A path and what it leads to. */
export interface Lead {
  readonly path: string;
  readonly realPath: string;
}

export interface StablePath {
  readonly path: string;
  readonly why: string;
}

export interface NodeRequest {
  /** The Node that runs now. */
  readonly node: Lead;
  /** Others that may lead to it: the stable names of package managers, then the PATH in its order. */
  readonly leads: readonly Lead[];
  readonly flavour: PathFlavour;
}

/** Made for one shell, gone with it. */
const PASSING = /[\\/]fnm_multishells[\\/]|[\\/]\.?(?:npm|pnpm|bun|yarn)-[^\\/]*tmp|[\\/]yarn--\d+/i;
/** Kept until somebody removes this version, whatever else is installed or chosen meanwhile. */
const KEPT_VERSION =
  /[\\/](?:\.nvm[\\/]versions|nvm[\\/](?:versions|v\d)|fnm[\\/]node-versions|\.?volta[\\/]tools|\.?asdf[\\/]installs|mise[\\/]installs|rtx[\\/]installs|\.?nodenv[\\/]versions|n[\\/]versions)/i;
/** Deleted by the package manager's next upgrade or clean-up. */
const REPLACED = /[\\/]Cellar[\\/]|[\\/]scoop[\\/]apps[\\/][^\\/]+[\\/]\d|^[\\/]nix[\\/]store[\\/]|^[\\/]snap[\\/][^\\/]+[\\/]\d/i;

/**
 * - fnm's shell folder → the version it leads to.
 * - nvm, fnm, volta, asdf, mise, nodenv, n → this very version. Their shims and "current" links choose by folder or by the hour:
 *   in some project the hook would meet a Node it cannot run under. The version stays until somebody uninstalls it; doctor tells.
 * - Homebrew, scoop, nix, snap → the name that survives an upgrade, if it leads to the same Node.
 * - Anything else (a system's package, an installer) → as it is.
 */
export function stableNode({ node, leads, flavour }: NodeRequest): StablePath {
  const path = PASSING.test(node.path) ? node.realPath : node.path;
  if (KEPT_VERSION.test(path)) return { path, why: "this version's own path: it stays until the version is uninstalled" };
  if (!REPLACED.test(path)) return { path, why: "its path names no version, so it survives upgrades" };
  const isSame = (lead: Lead): boolean => samePath(lead.realPath, node.realPath, flavour);
  const stable = leads.find((lead) => isSame(lead) && !REPLACED.test(lead.path) && !PASSING.test(lead.path) && flavour.isAbsolute(lead.path));
  if (stable !== undefined) return { path: stable.path, why: `${path} goes with the next upgrade, this stays` };
  return { path, why: "no lasting name leads to it: run lore-inject install again after an upgrade of Node" };
}

function samePath(a: string, b: string, flavour: PathFlavour): boolean {
  return flavour === win32 ? a.toLowerCase() === b.toLowerCase() : a === b;
}

/** Names under which package managers keep their newest version, from the path of one version. */
export function lastingNames(path: string, flavour: PathFlavour): readonly string[] {
  const brew = /^(.*)[\\/]Cellar[\\/]([^\\/]+)[\\/][^\\/]+[\\/](.+)$/.exec(path);
  const scoop = /^(.*[\\/]scoop[\\/]apps[\\/][^\\/]+)[\\/]\d[^\\/]*[\\/](.+)$/i.exec(path);
  const snap = /^([\\/]snap[\\/][^\\/]+)[\\/]\d+[\\/](.+)$/.exec(path);
  return [
    ...(brew === null ? [] : [flavour.join(brew[1] ?? "", "opt", brew[2] ?? "", brew[3] ?? ""), flavour.join(brew[1] ?? "", brew[3] ?? "")]),
    ...[scoop, snap].flatMap((found) => (found === null ? [] : [flavour.join(found[1] ?? "", "current", found[2] ?? "")])),
  ];
}

/** pnpm keeps each version of a package in a folder of its own; the name beside it leads to the newest. */
export function lastingPackage(packageDir: string, flavour: PathFlavour): string | null {
  const found = /^(.*?)(?:[\\/]node_modules)?[\\/]\.pnpm[\\/][^\\/]+[\\/]node_modules[\\/](.+)$/.exec(packageDir);
  return found === null ? null : flavour.join(found[1] ?? "", "node_modules", found[2] ?? "");
}

/** Folders that are emptied without asking. */
const VANISHING = /[\\/]_npx[\\/]|[\\/]bunx-|[\\/]dlx(?:-[^\\/]*)?[\\/]|[\\/]xfs-[^\\/]+[\\/]/i;

/** Why a package will not stay where it is; null if it will. */
export function willVanish(packageDir: string, temporary: string, flavour: PathFlavour): string | null {
  if (VANISHING.test(packageDir + flavour.sep)) return "it lies in the cache of npx or its like, which is emptied at times";
  const below = flavour.relative(temporary, packageDir);
  return below !== "" && !below.startsWith("..") && !flavour.isAbsolute(below) ? "it lies in the folder for temporary files" : null;
}
