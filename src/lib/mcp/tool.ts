import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ApiError } from '#lib/http/api-error.ts';
import { toApiError } from '#lib/http/endpoint.ts';
import type { Log } from '#lib/log/log.ts';

/** The client's address, and the log with the request's id. */
export type Caller = { client: string; log: Log };

/** Who calls, and until when the answer is waited for. */
export type Call = Caller & { signal: AbortSignal };

type ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> = {
  name: string;
  title: string;
  /** For the model: when to call it, and what comes back. */
  description: string;
  inputSchema: Input;
  outputSchema: Output;
  /**
   * The same answer twice: for programs, and as text for models.
   * @throws ApiError for what the model can mend or tell the person
   */
  run: (input: z.output<Input>, call: Call) => Promise<{ structured: z.input<Output>; text: string }>;
};

/** A tool, to be told of in the server card and registered for one client's request. */
export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: object;
  register(server: McpServer, caller: Caller): void;
};

/** Makes a tool that only reads. Its faults become tool errors that hide what is not for the client. */
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
  const call = async (input: z.output<Input>, of: Call): Promise<CallToolResult> => {
    try {
      const { structured, text } = await run(input, of);
      return { content: [{ type: 'text', text }], structuredContent: structured };
    } catch (error) {
      if (of.signal.aborted) throw error;
      return toolError(toApiError(of.log, `mcp ${name}`, error));
    }
  };
  return {
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(inputSchema, { io: 'input' }),
    register(server, caller) {
      const checked: StandardSchemaWithJSON<unknown, z.output<Input>> = inputSchema;
      const told = { title, description, inputSchema: checked, outputSchema, annotations };
      server.registerTool(name, told, (input, { mcpReq: { signal } }) => call(input, { ...caller, signal }));
    },
  };
}

function toolError({ message, resolution }: ApiError): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: `${message} ${resolution}` }] };
}
