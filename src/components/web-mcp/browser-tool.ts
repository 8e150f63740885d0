/** The second argument of `execute`. Early browser versions omit it. */
type RunOptions = { signal?: AbortSignal };

/** A tool for an assistant in the browser: `ModelContextTool` of the WebMCP draft (W3C community group). */
export type PageTool = {
  name: string;
  title: string;
  description: string;
  /** JSON Schema. The browser does not validate inputs against it. */
  inputSchema: object;
  annotations: { readOnlyHint: boolean };
  /** Returns problems as `{ error }`, because the assistant does not see thrown errors. */
  execute(input: unknown, options?: RunOptions): Promise<object>;
};

/** The part of `document.modelContext` that the tools use. */
export type ModelContext = { registerTool(tool: PageTool): Promise<void> };

/** Returns the non-blank strings of an input, trimmed. */
export function textsOf(input: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(input ?? {}) as [string, unknown][]) {
    if (typeof value === 'string' && value.trim() !== '') texts[name] = value.trim();
  }
  return texts;
}
