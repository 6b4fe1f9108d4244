/** `search "terms"`: the best matching records of all projects, whether or not a prompt would get them. */
import { clock } from "../clock.ts";
import { inject } from "../inject.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import { formatDay } from "../render/render-record.ts";
import { bestMatches, EVERYTHING, MOST_FOUND } from "../search-records.ts";
import { refreshQuietly } from "./index-command.ts";
import { makeProgress, print, printJson } from "./runtime.ts";

export interface SearchOptions extends CommonOptions {
  readonly json?: boolean;
  readonly limit: string;
}

export function search(terms: readonly string[], options: SearchOptions): void {
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_FOUND) throw new Refusal(`--limit ${options.limit}: not a whole number from 1 to ${MOST_FOUND}`);
  const context = openForCommand({ ...options, set: [...EVERYTHING.map(([key, value]) => `${key}=${value}`), ...(options.set ?? [])] });
  refreshQuietly(context);
  const event = { name: "UserPromptSubmit", prompt: terms.join(" "), cwd: options.cwd ?? process.cwd(), sessionId: null, agent: null, transcript: "" } as const;
  const progress = makeProgress("searching");
  progress.tick();
  const { trace } = inject(event, { ...context, config: { ...context.config, enabled: true } }, { startedAt: clock(), explain: true, allSources: true });
  progress.done();
  const found = bestMatches(trace).slice(0, limit);
  if (options.json) return printJson(found.map(({ record, score, match }) => ({ ...record, score, match })));
  if (found.length === 0) throw new Refusal(`nothing found for "${terms.join(" ")}"`, "lore-inject sources shows what is read");
  print(
    found.map(({ record, match }) => {
      const date = record.day === null ? "undated   " : formatDay(record.day);
      const project = record.projects[0] ?? record.tags[0] ?? "";
      return `${match.toFixed(2)}  ${date}  ${`[${record.kind}]`.padEnd(14)} ${neutralizeLine(record.id).padEnd(24)} ${shorten(neutralizeLine(record.title), 80)}${project === "" ? "" : `  (${neutralizeLine(project)})`}`;
    }),
  );
}
