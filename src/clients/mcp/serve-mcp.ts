/** Serves one client over stdio, in either era of the protocol, until its end of the pipe closes. */
import type { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Environment } from "../../config/environment.ts";
import type { Core } from "../../core.ts";
import { noteActivity } from "./activity.ts";
import { type Change, ChangeWatcher } from "./change-watcher.ts";
import { LineTransport } from "./line-transport.ts";
import { type Log, logBug, logTo } from "./log.ts";
import { engineMaker } from "./make-engine.ts";
import { makeServer } from "./make-server.ts";
import { firstFolder, Place } from "./place.ts";
import type { Resource } from "./resource.ts";
import { autoContext } from "./resources/auto.ts";
import { fileContext } from "./resources/file.ts";
import { oneRecord } from "./resources/record.ts";
import { sessionContext } from "./resources/session.ts";
import { Roots } from "./roots.ts";
import { Subscriptions } from "./subscriptions.ts";
import { watchedFiles } from "./watched-files.ts";

export interface ServeOptions {
  readonly core: Core;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: { readonly write: (text: string) => unknown };
  readonly env: Environment;
  readonly cwd: string;
  readonly onClose: () => void;
  /** The client has our tools, so that it can call them. Said each time that it asks for them. */
  readonly onTools?: () => void;
}

/** Returns what ends it. */
export function serveMcp({ core, stdin, stdout, stderr, env, cwd, onClose, onTools = () => {} }: ServeOptions): () => Promise<void> {
  const log = logTo(stderr);
  const place = new Place(core, firstFolder(env, cwd), env);
  const roots = new Roots(place, log);
  let server: McpServer | null = null;
  const subscriptions = new Subscriptions((isWanted) => (isWanted ? watcher.start() : watcher.stop()));
  const watcher = new ChangeWatcher({
    find: () => watchedFiles(place.open()),
    onChange: (changes) => tellSubscribers(server, subscriptions, changes, log),
  });
  place.onMove(() => {
    if (subscriptions.uris.size > 0) watcher.start();
  });
  const resources: readonly Resource[] = [autoContext(engineMaker(core, log)), fileContext, sessionContext, oneRecord];
  const onActivity = (params: unknown): void => {
    if (noteActivity(params, place, log)) watcher.note("activity");
  };
  const transport = new LineTransport({
    stdin,
    stdout,
    onListen: (request, uris) => subscriptions.listen(request, uris),
    onCancel: (request) => subscriptions.cancel(request),
    onResult: (method) => {
      if (method === "tools/list") onTools();
    },
    onNoise: (what) => log(`ignored: ${what}`),
  });
  const handle = serveStdio(
    ({ era }) => {
      server = makeServer({ version: core.version, place, log, resources, subscriptions, onActivity, ask: (context) => roots.askWithin(context) });
      if (era === "legacy") roots.follow(server);
      return server;
    },
    { transport, onerror: (error) => log(error.message) },
  );
  closeWith(transport, () => {
    subscriptions.clear();
    onClose();
  });
  return () => handle.close();
}

/** The SDK has put its own listener there by now. */
function closeWith(transport: LineTransport, work: () => void): void {
  const inner = transport.onclose;
  transport.onclose = () => {
    inner?.();
    work();
  };
}

/** An address may be subscribed to under either scheme, and a change of activity changes the automatic context alone. */
function tellSubscribers(server: McpServer | null, { uris }: Subscriptions, changes: ReadonlySet<Change>, log: Log): void {
  for (const uri of uris) {
    if (!changes.has("stores") && !uri.endsWith("://context/auto")) continue;
    server?.server.sendResourceUpdated({ uri }).catch((error) => logBug(log, `${uri} cannot be told`, error));
  }
}
