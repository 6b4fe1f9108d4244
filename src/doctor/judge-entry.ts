/** What is wrong with one registration: what it starts is gone or old, or it is started in a way that costs something. Pure. */
import type { Entry } from "./read-registrations.ts";
import { type Finding, shortPath } from "./section.ts";

export interface JudgeRequest {
  /** Of this program. */
  readonly version: string;
  readonly home: string | null;
}

/** The same finding on several events is one. */
export function judgeEntries(entries: readonly Entry[], request: JudgeRequest): readonly Finding[] {
  const found = new Map<string, { readonly finding: Finding; readonly events: Set<string> }>();
  for (const entry of entries) {
    for (const finding of judge(entry, request)) {
      const key = `${finding.code} ${entry.file} ${finding.what}`;
      const known = found.get(key) ?? { finding, events: new Set<string>() };
      known.events.add(entry.event);
      found.set(key, known);
    }
  }
  return [...found.values()].map(({ finding, events }) => ({ ...finding, what: `${finding.what} (${[...events].join(", ")})` }));
}

function judge(entry: Entry, { version, home }: JudgeRequest): readonly Finding[] {
  const { missing, role } = entry;
  if ((role === "other" && !entry.isMixed) || role === "warm") return [];
  const where = shortPath(entry.file, home);
  if (missing !== null) {
    const what = `${where} starts ${shortPath(missing, home)}, which is not there: the client gets no answer`;
    return [{ severity: "error", code: "stale-path", what, remedy: `${again(entry)}${isOurs(entry) ? ", or lore-inject doctor --fix" : ""}` }];
  }
  if (entry.isMixed) {
    const what = `${where} starts lore-inject among other things in one line, so it is left as it is`;
    return [{ severity: "note", code: "mixed-entry", what, remedy: "give it an entry of its own: take it out there, then lore-inject install" }];
  }
  if (entry.isConditional && entry.event === "UserPromptSubmit") {
    const what = `${where}: with "if" the client never runs a hook on a prompt`;
    return [{ severity: "warning", code: "never-runs", what, remedy: 'take "if" out there' }];
  }
  return [...otherVersion(entry, version, where), ...formOf(entry, where), ...waiting(entry, where)];
}

function otherVersion(entry: Entry, version: string, where: string): readonly Finding[] {
  if (entry.version === null || entry.version === version) return [];
  const isOlder = compareVersions(entry.version, version) < 0;
  const what = `${where} starts lore-inject ${entry.version}, and this is ${version}`;
  if (isOlder) return [{ severity: "warning", code: "older-version", what, remedy: again(entry) }];
  return [{ severity: "note", code: "newer-version", what, remedy: "nothing to do, or update this one: npm install -g lore-inject" }];
}

function formOf(entry: Entry, where: string): readonly Finding[] {
  const shell = "the shell form starts a shell before each run, and quoting can go wrong";
  const unlimited = "there is no timeout, so a hanging hook holds the client for 30 s";
  return [
    ...(entry.args === null ? [{ severity: "note", code: "shell-form", what: `${where}: ${shell}`, remedy: again(entry) } as const] : []),
    ...(entry.timeout === null
      ? [{ severity: "note", code: "no-timeout", what: `${where}: ${unlimited}`, remedy: `${again(entry)}, or "timeout": 5 there` } as const]
      : []),
  ];
}

/** The end of a session is the one capture that must be waited for. */
function waiting(entry: Entry, where: string): readonly Finding[] {
  const { role, event, isAsync } = entry;
  const make = (code: string, what: string, edit: string): readonly Finding[] => [
    { severity: "warning", code, what: `${where}: ${what}`, remedy: `${again(entry)}, or ${edit} there` },
  ];
  if (role === "inject" && isAsync) return make("async-context", "context that is async comes too late for its prompt", 'take "async" out');
  if (role !== "capture") return [];
  if (event === "SessionEnd" && isAsync)
    return make("async-end", "the client ends without waiting for an async capture, and the handoff is lost", 'take "async" out');
  if (event !== "SessionEnd" && !isAsync) return make("capture-waits", "the client waits for a capture that is not async", '"async": true');
  return [];
}

function isOurs({ scope }: Entry): boolean {
  return scope === "user" || scope === "project" || scope === "local";
}

function again(entry: Entry): string {
  if (entry.plugin !== null) return `claude plugin update ${entry.plugin}`;
  if (entry.scope === "managed") return "ask whoever manages this machine to correct the entry";
  return `lore-inject install${entry.scope === "user" ? "" : ` --scope ${entry.scope}`}`;
}

export function compareVersions(a: string, b: string): number {
  const numbers = (version: string): readonly number[] => (version.split(/[-+]/)[0] ?? "").split(".").map((part) => Number.parseInt(part, 10) || 0);
  const [left, right] = [numbers(a), numbers(b)];
  for (let at = 0; at < 3; at++) if (left[at] !== right[at]) return (left[at] ?? 0) - (right[at] ?? 0);
  return 0;
}
