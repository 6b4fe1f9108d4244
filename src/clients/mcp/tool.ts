/** What a tool is, and how it is offered to clients: schemas, annotations, and errors as results instead of exceptions. */
import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import type * as z from "zod/v4";
import { Refusal } from "../../refusal.ts";
import { type Log, logBug } from "./log.ts";
import type { Place } from "./place.ts";

export interface Answer<Output extends z.ZodObject> {
  /** What a model reads. */
  readonly text: string;
  /** The same for programs; absent when the tool has no output schema. */
  readonly data?: z.infer<Output>;
}

interface ToolSpec<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** Tells an agent when to use it. */
  readonly description: string;
  readonly input: Input;
  readonly output?: Output;
  readonly readOnly: boolean;
  /** Whether a second call with the same arguments changes nothing more. */
  readonly idempotent: boolean;
  /** It says itself where it works, so that the client need not be asked. */
  readonly namesFolder?: true;
  /** What is answered when it fails, where an error would be in the way. */
  readonly otherwise?: string;
  readonly run: (input: z.infer<Input>, place: Place) => Answer<Output>;
}

export interface Desk {
  readonly place: Place;
  readonly log: Log;
  /** What the client has to be asked first; null when nothing. */
  readonly ask: (context: ServerContext) => Promise<InputRequiredResult | null>;
}

export interface Tool {
  readonly name: string;
  readonly offer: (server: McpServer, desk: Desk) => void;
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(spec: ToolSpec<Input, Output>): Tool {
  const { name, title, description, input, output, readOnly, idempotent } = spec;
  const annotations = { title, readOnlyHint: readOnly, destructiveHint: false, idempotentHint: idempotent, openWorldHint: false };
  return {
    name,
    offer(server, desk) {
      const call = async (given: z.infer<Input>, context: ServerContext) => (spec.namesFolder ? null : await desk.ask(context)) ?? answer(spec, given, desk);
      const config = { title, description, inputSchema: input as z.ZodObject, annotations };
      server.registerTool(name, output === undefined ? config : { ...config, outputSchema: output as z.ZodObject }, (given, context) =>
        call(given as z.infer<Input>, context),
      );
    },
  };
}

function answer<Input extends z.ZodObject, Output extends z.ZodObject>(spec: ToolSpec<Input, Output>, input: z.infer<Input>, desk: Desk): CallToolResult {
  try {
    const { text, data } = spec.run(input, desk.place);
    return { content: [{ type: "text", text }], ...(data === undefined ? {} : { structuredContent: data }) };
  } catch (error) {
    if (!(error instanceof Refusal)) logBug(desk.log, `${spec.name} failed`, error);
    else if (spec.otherwise !== undefined) desk.log(`${spec.name}: ${error.message}`);
    if (spec.otherwise !== undefined) return { content: [{ type: "text", text: spec.otherwise }] };
    return { content: [{ type: "text", text: describeError(error) }], isError: true };
  }
}

/** What went wrong, and the way out. */
export function describeError(error: unknown): string {
  if (error instanceof Refusal) return error.hint === undefined ? error.message : `${error.message}\n${error.hint}`;
  return `internal error: ${error instanceof Error ? error.message : String(error)}`;
}
