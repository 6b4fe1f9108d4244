/** This program and what runs it: versions, paths, and what makes Node start slowly. Pure. */
import type { Environment } from "../config/environment.ts";
import { type Finding, type Section, shortPath } from "./section.ts";

export interface RuntimeRequest {
  readonly version: string;
  readonly nodeVersion: string;
  readonly nodePath: string;
  readonly packageDir: string;
  readonly platform: string;
  readonly env: Environment;
  readonly home: string | null;
  /** Whether a registration in a settings file starts Node with NODE_EXTRA_CA_CERTS: installing again mends that. */
  readonly isRegisteredWith: boolean;
}

const LEAST_NODE = 20;
/** From here on Node reads the certificates when it first needs them. */
const LAZY_NODE = 22;

export function checkRuntime(request: RuntimeRequest): Omit<Section, "title"> {
  const { version, nodeVersion, nodePath, packageDir, platform, env, home } = request;
  const certificates = env.NODE_EXTRA_CA_CERTS ? env.NODE_EXTRA_CA_CERTS : null;
  const isSlowed = certificates !== null && Number.parseInt(nodeVersion, 10) < LAZY_NODE;
  return {
    lines: [
      `lore-inject ${version} in ${shortPath(packageDir, home)}`,
      `Node ${nodeVersion}, ${shortPath(nodePath, home)}, on ${platform}${isSlowed ? "; NODE_EXTRA_CA_CERTS slows its start" : ""}`,
    ],
    findings: [...tooOld(nodeVersion), ...(isSlowed ? [slowed(request)] : [])],
    facts: { version, packageDir, node: { version: nodeVersion, path: nodePath }, platform, isSlowedByCertificates: isSlowed },
  };
}

function tooOld(nodeVersion: string): readonly Finding[] {
  if (Number.parseInt(nodeVersion, 10) >= LEAST_NODE) return [];
  const what = `Node ${nodeVersion} is too old: ${LEAST_NODE} or newer is needed`;
  return [{ severity: "error", code: "old-node", what, remedy: `install Node ${LEAST_NODE} or newer, then lore-inject install` }];
}

function slowed({ nodeVersion, isRegisteredWith }: RuntimeRequest): Finding {
  const what = `NODE_EXTRA_CA_CERTS makes Node ${nodeVersion} start about twice as slowly, before each prompt`;
  return isRegisteredWith
    ? { severity: "warning", code: "slow-certificates", what, remedy: "lore-inject install registers the hook without it" }
    : { severity: "note", code: "slow-certificates", what, remedy: "Node 22 and newer do not mind; hooks from lore-inject install start without it" };
}
