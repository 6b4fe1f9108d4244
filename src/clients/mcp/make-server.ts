/** One server, as the SDK wants it: every tool, every resource, the notifications of editors, and subscriptions. */
import { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod/v4";
import { ACTIVITY_METHODS } from "./activity.ts";
import { ALL_TOOLS } from "./all-tools.ts";
import { offerResource, type Resource } from "./resource.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { Desk } from "./tool.ts";

export interface ServerParts extends Desk {
  readonly version: string;
  readonly resources: readonly Resource[];
  readonly subscriptions: Subscriptions;
  readonly onActivity: (params: unknown) => void;
}

const INSTRUCTIONS =
  "Decisions, patterns, failures and handoffs that were written down in this and other projects. Search before you decide or when an error looks familiar; " +
  "get gives a record whole. Write down what later sessions must know: remember (decisions), learn (patterns), fail (failures and their fix), handoff (where the " +
  "work stands). Say with feedback whether a record helped. lore://context/auto has what belongs to the files being worked on.";

export function makeServer(parts: ServerParts): McpServer {
  const { version, resources, subscriptions } = parts;
  const capabilities = { tools: { listChanged: false }, resources: { subscribe: true, listChanged: false } };
  const server = new McpServer({ name: "lore-inject", title: "Lore", version }, { capabilities, instructions: INSTRUCTIONS });
  for (const tool of ALL_TOOLS) tool.offer(server, parts);
  for (const resource of resources) offerResource(server, resource, parts);
  server.server.setRequestHandler("resources/subscribe", ({ params }) => {
    subscriptions.add(params.uri);
    return {};
  });
  server.server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    subscriptions.remove(params.uri);
    return {};
  });
  // Whatever it holds is looked at by us: the SDK would call a bad one an error of the connection.
  for (const method of ACTIVITY_METHODS) server.server.setNotificationHandler(method, { params: z.unknown() }, (params) => parts.onActivity(params));
  return server;
}
