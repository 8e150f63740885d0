import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ApiError } from '#lib/http/api-error.ts';
import { toApiError } from '#lib/http/endpoint.ts';
import type { SearchAnswer } from '#lib/search/answer.ts';
import type { SearchQuery } from '#lib/search/query.ts';
import type { Log } from '#lib/log/log.ts';

export type Caller = {
  /** The client's address. */
  client: string;
  /** With the request's id. */
  log: Log;
  /** Reads a page that is made for each query as Markdown. Undefined if there is none at the path with its query. */
  readOnDemand: (address: string) => Promise<string | undefined>;
  /** Searches the site, like `GET /api/search`. */
  search: (query: SearchQuery) => Promise<SearchAnswer>;
};

/** The caller, and a signal that aborts when the client disconnects. */
export type Call = Caller & { signal: AbortSignal };

type ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> = {
  name: string;
  title: string;
  /** For the model: when to call the tool, and what it returns. */
  description: string;
  inputSchema: Input;
  outputSchema: Output;
  /**
   * Returns the same result as data and as text.
   * @throws ApiError for errors that the model can correct or report
   */
  run: (input: z.output<Input>, call: Call) => Promise<{ structured: z.input<Output>; text: string }>;
};

/** A tool that is listed in the server card and registered for each request. */
export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: object;
  register(server: McpServer, caller: Caller): void;
};

/** Defines a read-only tool. Its exceptions become tool errors without internal details. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, description, inputSchema, outputSchema, run } = definition;
  const annotations = {
    title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  };
  const call = async (input: z.output<Input>, context: Call): Promise<CallToolResult> => {
    try {
      const { structured, text } = await run(input, context);
      return { content: [{ type: 'text', text }], structuredContent: structured };
    } catch (error) {
      if (context.signal.aborted) throw error;
      return toolError(toApiError(context.log, `mcp ${name}`, error));
    }
  };
  return {
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(inputSchema, { io: 'input' }),
    register(server, caller) {
      const checked: StandardSchemaWithJSON<unknown, z.output<Input>> = inputSchema;
      const config = { title, description, inputSchema: checked, outputSchema, annotations };
      server.registerTool(name, config, (input, { mcpReq: { signal } }) =>
        call(input, { ...caller, signal }),
      );
    },
  };
}

function toolError({ message, resolution }: ApiError): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: `${message} ${resolution}` }] };
}
