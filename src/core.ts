/**
 * The same core for processes that stay: the MCP server, the OpenCode plugin, programs that import us. One event or one text
 * in, one answer out, as the hook gives it; what was read for one answer is kept for the next as long as it still holds.
 */
import { dirname, join } from "node:path";
import { clock } from "./clock.ts";
import type { StopwordLists } from "./config/stopwords.ts";
import * as events from "./events.ts";
import { type InjectOptions, inject } from "./inject.ts";
import { composeMetric } from "./metrics/compose-metric.ts";
import { type Context, openContext } from "./open-context.ts";
import { prepareSurroundings, prepareWorkspace } from "./prepare.ts";
import { ANSWERED, renderAnswer, renderNotice } from "./render/render-hook-output.ts";
import { prefilter, scanStore, startRefresh } from "./scan.ts";
import { SegmentPool } from "./store/index/segment-pool.ts";
import { LedgerFile } from "./store/ledger-file.ts";
import { tidy } from "./store/locations.ts";
import { appendMetric } from "./store/metrics-file.ts";
import type { Client } from "./surroundings/surroundings.ts";
import type { Injection } from "./trace.ts";
import type { HookEvent } from "./types.ts";

declare const VERSION: string;

export interface CoreOptions {
  /** The package's own folder, which holds config.yaml. Default: the one above the bundle's. */
  readonly shippedDir?: string;
  /** Default: the process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Whose own files need not be shown to it. Default: claude-code. */
  readonly client?: Client;
  /** What brings the index up to date beside us. Default: a process of the runtime that we run in. */
  readonly refresh?: typeof startRefresh;
}

export interface AskOptions extends Partial<Pick<InjectOptions, "explain" | "allSources">> {
  /** Settings that differ for this question alone. */
  readonly adapt?: (context: Context) => Context;
}

export class Core {
  readonly version: string = VERSION;
  private readonly shippedDir: string;
  private readonly env: Readonly<Record<string, string | undefined>>;
  private readonly client: Client;
  private readonly refresh: typeof startRefresh;
  private readonly segments = new SegmentPool();

  constructor({ shippedDir = join(dirname(__filename), ".."), env = process.env, client = "claude-code", refresh = startRefresh }: CoreOptions = {}) {
    this.shippedDir = shippedDir;
    this.env = env;
    this.client = client;
    this.refresh = refresh;
  }

  /** Settings, project and stores of a folder, as they are now. */
  open(cwd: string): Context {
    const context = openContext({
      cwd,
      env: this.env,
      shippedDir: this.shippedDir,
      version: this.version,
      client: this.client,
      prepare: (request) => prepareWorkspace(request, { loadStopwords }),
      lookAround: prepareSurroundings,
      loadScanner: () => ({ prefilter, scanStore, startRefresh }),
      loadEvents: () => events,
    });
    return context.index === null ? context : { ...context, index: this.segments.keep(context.index) };
  }

  close(): void {
    this.segments.close();
  }

  /** As the hook would: the session remembers it. */
  inject(event: HookEvent, { explain = false, allSources = false, adapt = (context) => context }: AskOptions = {}): Injection & { readonly context: Context } {
    const startedAt = clock();
    const cwd = event.cwd || process.cwd();
    const opened: LedgerFile[] = [];
    const context = withLedgers(adapt(this.open(cwd)), opened);
    let injection: Injection;
    try {
      injection = inject(event, context, { startedAt, explain, allSources });
    } finally {
      for (const ledger of opened) ledger.close();
    }
    if (injection.trace.due !== null && context.config.index.background && context.index !== null)
      this.refresh({ place: context.index, shippedDir: this.shippedDir, cwd: tidy(cwd), dataRoot: context.dataRoot.path });
    return { ...injection, context };
  }

  /** The very bytes that the hook would print; empty when it would print nothing. */
  answer(event: HookEvent): string {
    const name = event.name === "other" ? event.hookEventName : event.name;
    if (!ANSWERED.includes(name)) return "";
    const startedAt = clock();
    const injection = this.inject(event);
    const { text, trace, context } = injection;
    const { config, locations, project, now } = context;
    if (config.metrics.enabled && locations.stateDir !== null) {
      const facts = { at: now, ms: clock() - startedAt, project: project.name, warm: true, keepsPrompt: config.metrics.prompts, withheld: trace.withheld };
      appendMetric(locations.stateDir, composeMetric(event, injection, facts));
    }
    return text === "" ? "" : renderAnswer(name, text, context.config.notify ? renderNotice(name, trace.selection) : undefined);
  }
}

/** Files of sessions, noted in `opened` to be closed after the answer. Whoever has brought another way of keeping them keeps it. */
function withLedgers(context: Context, opened: LedgerFile[]): Context {
  const { locations, isTrial, openLedger } = context;
  const { stateDir } = locations;
  if (openLedger !== undefined || stateDir === null) return context;
  const open = (sessionId: string): LedgerFile => {
    const file = new LedgerFile({ stateDir, sessionId, isTrial });
    opened.push(file);
    return file;
  };
  return { ...context, openLedger: open };
}

function loadStopwords(): StopwordLists {
  return require("../dist/stopwords.cjs") as StopwordLists;
}
