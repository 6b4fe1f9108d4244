/** `runtime`: with what the hook should be started here, why, and what each choice costs. */
import { join } from "node:path";
import type { Environment } from "../config/environment.ts";
import { bunArguments, chooseRuntime, type FoundRuntimes, type Launch } from "../launch/choose-runtime.ts";
import { findRuntimes } from "../launch/find-runtimes.ts";
import { type MeasuredStart, measureStarts, type Start } from "../launch/measure-starts.ts";
import { openTrial } from "../launch/trial.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { makeProgress, print, printJson } from "./runtime.ts";

export interface ShowRuntimeOptions extends CommonOptions {
  readonly json?: boolean;
  readonly rounds: string;
}

export function showRuntime(options: ShowRuntimeOptions): void {
  const rounds = Number(options.rounds);
  if (!Number.isInteger(rounds) || rounds < 0 || rounds > 1000) throw new Refusal(`--rounds ${options.rounds} is not a number from 0 to 1000`);
  const { runtime: setting, node_flags } = openForCommand(options).config;
  const packageDir = join(__dirname, "..");
  const place = { packageDir, script: join(packageDir, "bin", "lore-inject.js"), env: process.env };
  const progress = makeProgress("trying the runtimes");
  progress.tick();
  const found = findRuntimes({ ...place, ...(node_flags ? {} : { flags: [] }) });
  const launch = chooseRuntime({ setting, found, ...place });
  const measured = rounds === 0 ? [] : measure(found, place, rounds);
  progress.done();
  if (launch === null) throw new Refusal("there is neither Node nor a usable Bun here", found.bun?.fault ?? "install Node 20 or newer");
  if (options.json) return printJson({ setting, launch, ...found, rounds, measured });
  print([...describeChoice(launch, found), ...(rounds === 0 ? [] : ["", ...describeTimes(measured, rounds)])]);
}

interface Place {
  readonly packageDir: string;
  readonly script: string;
  readonly env: Environment;
}

/** On a store of one record, so that only the start counts. */
function measure({ node, flags, bun }: FoundRuntimes, { packageDir, script, env: own }: Place, rounds: number): readonly MeasuredStart[] {
  const { env, cwd, event, close } = openTrial(own);
  const accepted = flags.filter(({ fault }) => fault === null).map(({ flag }) => flag);
  const starts: Start[] = [];
  if (node !== null) {
    starts.push({ label: "node -e 0", command: node.path, args: ["-e", "0"], env }, { label: "hook by node", command: node.path, args: [script], env });
    if (accepted.length > 0) starts.push({ label: "hook by node, with flags", command: node.path, args: [...accepted, script], env });
    const certificates = own.NODE_EXTRA_CA_CERTS;
    if (certificates)
      starts.push({ label: "hook by node, with NODE_EXTRA_CA_CERTS", command: node.path, args: [script], env: { ...env, NODE_EXTRA_CA_CERTS: certificates } });
  }
  if (bun !== null && bun.fault === null) starts.push({ label: "hook by bun", command: bun.path, args: bunArguments(packageDir, script), env });
  try {
    return measureStarts(starts, { rounds, cwd, input: event });
  } finally {
    close();
  }
}

function describeChoice(launch: Launch, { node, flags, bun }: FoundRuntimes): readonly string[] {
  return [
    `command    ${[launch.command, ...launch.flags, ...launch.args].map(quote).join(" ")}`,
    `why        ${launch.why}`,
    `node       ${node === null ? "not found" : `${node.path}, ${node.version}`}`,
    ...flags.map(({ flag, fault }) => `  ${flag}: ${fault === null ? "accepted" : `refused (${fault})`}`),
    `bun        ${bun === null ? "not found" : `${bun.path}, ${bun.version ?? "no version"}: ${bun.fault ?? "can be used"}`}`,
    ...launch.unset.map((name) => `${name} is set and slows each start: start the hook through \`env -u ${name}\``),
  ];
}

function describeTimes(measured: readonly MeasuredStart[], rounds: number): readonly string[] {
  const width = Math.max(...measured.map(({ label }) => label.length));
  return [
    `start to end, median of ${rounds} interleaved rounds, and in relation to the first:`,
    ...measured.map(({ label, ms, ratio }) => `${label.padEnd(width)} ${ms.toFixed(1).padStart(7)} ms  ${ratio.toFixed(2)}`),
  ];
}

function quote(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
