/** What a resource is, and how it is offered to clients: under both schemes, with errors that say what to do. */
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { Refusal } from "../../refusal.ts";
import { logBug } from "./log.ts";
import { decodeVariable } from "./path-inside.ts";
import type { Place } from "./place.ts";
import { type Desk, describeError } from "./tool.ts";

/** Ours, and the one that clients of ctx-sys know. */
const SCHEMES = ["lore", "ctx-sys"] as const;

export interface Resource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Behind `lore://`; with `{+path}` or `{id}` it is a template. */
  readonly address: string;
  /** `variable` is the template's, decoded. Null: there is no such thing. */
  readonly read: (place: Place, variable: string) => Promise<string | null> | string | null;
}

const MARKDOWN = "text/markdown";
const VARIABLE = /\{\+?(\w+)\}/;

export function offerResource(server: McpServer, resource: Resource, desk: Desk): void {
  const { name, title, description, address } = resource;
  const variable = VARIABLE.exec(address)?.[1];
  for (const scheme of SCHEMES) {
    const shownAs = scheme === "lore" ? name : `${name} (${scheme})`;
    const config = { title, description, mimeType: MARKDOWN };
    const uri = `${scheme}://${address}`;
    if (variable === undefined) server.registerResource(shownAs, uri, config, (asked, context) => answer(resource, { asked, given: "", context, desk }));
    else
      server.registerResource(shownAs, new ResourceTemplate(uri, { list: undefined }), config, (asked, variables, context) =>
        answer(resource, { asked, given: variables[variable], context, desk }),
      );
  }
}

interface Question {
  readonly asked: URL;
  readonly given: unknown;
  readonly context: ServerContext;
  readonly desk: Desk;
}

async function answer(resource: Resource, { asked, given, context, desk }: Question) {
  const question = await desk.ask(context);
  return question ?? contentsOf(asked, await read(resource, { asked, given, context, desk }));
}

async function read(resource: Resource, { asked, given, desk }: Question): Promise<string> {
  try {
    const text = await resource.read(desk.place, decodeVariable(given));
    if (text === null) throw new ResourceNotFoundError(asked.href);
    return text;
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof Refusal) throw new ProtocolError(ProtocolErrorCode.InvalidParams, describeError(error), { uri: asked.href });
    logBug(desk.log, `${asked.href} failed`, error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, describeError(error), { uri: asked.href });
  }
}

function contentsOf({ href }: URL, text: string): ReadResourceResult {
  return { contents: [{ uri: href, mimeType: MARKDOWN, text }] };
}
